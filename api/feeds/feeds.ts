import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import type { CacheKey } from '../../http/cache/key.ts';
import { originOf } from '../../http/origin.ts';
import { hidesSpoilers, prefersSpoilerFree, withSpoilers } from '../../http/spoilers.ts';
import { descriptionOf } from '../../model/articles/fields.ts';
import { firstAudio } from '../../model/articles/lists/first-audio.ts';
import { newestCards, publicBodies } from '../../model/articles/lists/lists.ts';
import type { PageCard } from '../../model/articles/schema.ts';
import { tagPage } from '../../model/articles/tags/tags.ts';
import { feedBody } from '../../model/body/display.ts';
import { stricterAge } from '../../model/settings/age-marks.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import { withoutSpoilers } from '../../model/spoilers.ts';
import { markPlainUnder, markUnder, type NameMark, readMarks } from '../../model/text/name-marks.ts';
import { publishedAt } from './dates.ts';
import { type Feed, FORMATS } from './formats.ts';
import { escapeXml } from './xml.ts';

interface Options {
  db: Db;
  config: Config;
}

const FEED_SIZE = 50;
const MAX_FEED_BODY = 32_000; // characters; of longer articles the feed holds the excerpt: 1.6 million at most

/** The newest news, all or those with a tag, in each format. */
export const feedsApi: FastifyPluginAsync<Options> = async (app, { db, config }) => {
  for (const { extension, type, write } of FORMATS) {
    const name = `feed.${extension}`;
    /** Sends a visitor who wants no spoilers to the feed without them. */
    const send = async (request: FastifyRequest, reply: FastifyReply, { path, ...channel }: Channel) => {
      const isSpoilerFree = isSafe(request);
      const address = withSpoilers(true, path + name, '');
      if (!isSpoilerFree && prefersSpoilerFree(request.headers.cookie))
        return reply.header('Cache-Control', 'no-store').redirect(address, 302);
      const cards = isSpoilerFree ? await withoutSpoilers(db, channel.cards) : channel.cards;
      reply.type(`${type}; charset=utf-8`).header('Cache-Control', 'no-cache');
      if (isSpoilerFree) reply.header('X-Robots-Tag', 'noindex');
      const site = { db, origin: originOf(request, config.publicUrl), timeZone: config.timeZone, isSpoilerFree };
      return write(await toFeed(site, { ...channel, cards }, isSpoilerFree ? address : path + name));
    };

    const mainKey = (request: FastifyRequest) => feedKey(request, { target: `/${name}`, partition: 'pages' });
    app.get(`/${name}`, { config: { cached: mainKey }, schema: { hide: true } }, async (request, reply) =>
      send(request, reply, { title: '', page: '/', path: '/', cards: await newestCards(db, FEED_SIZE) }),
    );

    const tagKey = (request: FastifyRequest) => {
      const { slug } = request.params as { slug: string };
      return feedKey(request, { target: `/news/tag/${encodeURIComponent(slug)}/${name}`, partition: 'articles' });
    };
    app.get(
      `/news/tag/:slug/${name}`,
      { config: { cached: tagKey }, schema: { hide: true } },
      async (request, reply) => {
        const { slug } = request.params as { slug: string };
        const found = await tagPage(db, slug, 1, FEED_SIZE);
        if (!found) return reply.callNotFound();
        const page = `/news/tag/${slug}`;
        return send(request, reply, { title: found.title, page, path: `${page}/`, cards: found.cards });
      },
    );
  }
};

/** Undefined where a redirect depends on the visitor. */
function feedKey(request: FastifyRequest, key: CacheKey): CacheKey | undefined {
  if (isSafe(request)) return { target: withSpoilers(true, key.target, ''), partition: 'views' };
  return prefersSpoilerFree(request.headers.cookie) ? undefined : key;
}

function isSafe({ url }: FastifyRequest): boolean {
  return hidesSpoilers(url.slice(url.indexOf('?') + 1));
}

interface Channel {
  /** After the name of the site. */
  title: string;
  /** Path of the page that it is about. */
  page: string;
  /** Of the feed, without its name. */
  path: string;
  cards: PageCard[];
}

interface Site {
  db: Db;
  origin: string;
  timeZone: string;
  isSpoilerFree: boolean;
}

async function toFeed(
  { db, origin, timeZone, isSpoilerFree }: Site,
  { title, page, cards }: Omit<Channel, 'path'>,
  self: string,
): Promise<Feed> {
  const { value: texts } = await readShownSiteText(db);
  const marks = readMarks(texts.legal_marks);
  const slugs = cards.map(({ slug }) => slug);
  const [recordings, bodies] = await Promise.all([firstAudio(db, slugs), publicBodies(db, slugs, MAX_FEED_BODY)]);
  const open = (path: string) => origin + withSpoilers(isSpoilerFree, path, '');
  return {
    title: [texts.site_name, title].filter(Boolean).join(': '),
    description: texts.site_description,
    page: open(page),
    self: origin + self,
    items: cards.map((card) => {
      const { slug, ageMark, coverImageUrl, updatedAt, tags } = card;
      const age = stricterAge(ageMark, texts.legal_age);
      const id = `${origin}/news/${slug}`;
      const recording = recordings.get(slug);
      const published = publishedAt(card, timeZone);
      return {
        ...{ id, url: open(`/news/${slug}`), title: age ? `${card.title} (${age})` : card.title, tags, published },
        updated: updatedAt > published ? updatedAt : published,
        summary: markPlainUnder(card.title, descriptionOf(card), marks),
        html: whole(card.title, bodies.get(slug), id, marks),
        picture: coverImageUrl?.startsWith('/') ? origin + coverImageUrl : (coverImageUrl ?? undefined),
        recording: recording && { ...recording, url: origin + recording.url },
      };
    }),
  };
}

function whole(
  title: string,
  body: string | undefined,
  address: string,
  marks: readonly NameMark[],
): string | undefined {
  if (!body) return undefined;
  const { html, notes } = markUnder(title, feedBody(body, address), marks);
  return html + notes.map((note) => `<p>${escapeXml(note)}</p>`).join('');
}
