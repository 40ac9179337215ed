import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import type { CacheKey } from '../../http/cache/store.ts';
import { originOf } from '../../http/origin.ts';
import { hidesSpoilers, prefersSpoilerFree, withSpoilers } from '../../http/view-choices.ts';
import { descriptionOf } from '../../model/articles/fields.ts';
import { newestCards, publicBodies, recentCards } from '../../model/articles/lists/lists.ts';
import type { PageCard } from '../../model/articles/schema.ts';
import { tagPage } from '../../model/articles/tags/tags.ts';
import { feedBody } from '../../model/body/display.ts';
import { findImages } from '../../model/images/lookup.ts';
import { stricterAge } from '../../model/settings/age-marks.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import { withoutSpoilers } from '../../model/spoilers.ts';
import { newsOf, publishedAt, thisHour } from '../../model/text/date.ts';
import { markPlainUnder, markUnder, type NameMark, readMarks } from '../../model/text/name-marks.ts';
import { DZEN_FORMAT, escapeXml, type Feed, FORMATS, type Format } from './formats.ts';

interface Options {
  db: Db;
  config: Config;
}

const FEED_SIZE = 50;
const MAX_FEED_BODY = 32_000; // characters; of longer articles the feed holds the excerpt: 1.6 million at most

const DZEN = { size: 500, days: 3, mostBody: 64_000 }; // Of the last three days, which is what Dzen reads
const DZEN_WIDTH = 700; // pixels: narrower pictures are refused

/** The newest news, all or those with a tag, in each format; those of the last days for Dzen. */
export const feedsApi: FastifyPluginAsync<Options> = async (app, { db, config }) => {
  /** Sends a visitor who wants no spoilers to the feed without them. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, type, write }: Format,
    { path, ...channel }: Channel,
  ) => {
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

  for (const format of FORMATS) {
    const { name } = format;
    const mainKey = (request: FastifyRequest) => feedKey(request, { target: `/${name}`, partition: 'pages' });
    app.get(`/${name}`, { config: { cached: mainKey } }, async (request, reply) =>
      send(request, reply, format, { title: '', page: '/', path: '/', cards: await newestCards(db, FEED_SIZE) }),
    );

    const tagKey = (request: FastifyRequest) => {
      const { slug } = request.params as { slug: string };
      return feedKey(request, { target: `/news/tag/${encodeURIComponent(slug)}/${name}`, partition: 'articles' });
    };
    app.get(`/news/tag/:slug/${name}`, { config: { cached: tagKey } }, async (request, reply) => {
      const { slug } = request.params as { slug: string };
      const found = await tagPage(db, slug, 1, FEED_SIZE);
      if (!found) return reply.callNotFound();
      const page = `/news/tag/${slug}`;
      return send(request, reply, format, { title: found.title, page, path: `${page}/`, cards: found.cards });
    });
  }

  const dzenKey = (request: FastifyRequest) =>
    feedKey(request, { target: `/${DZEN_FORMAT.name} ${thisHour().toISOString()}`, partition: 'pages' });
  app.get(`/${DZEN_FORMAT.name}`, { config: { cached: dzenKey } }, async (request, reply) => {
    const cards = await recentCards(db, newsOf(DZEN.days, config.timeZone), DZEN.size);
    return send(request, reply, DZEN_FORMAT, { title: '', page: '/', path: '/', cards, mostBody: DZEN.mostBody });
  });
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
  title: string; // After the name of the site
  page: string; // Path of the page that it is about
  path: string; // Of the feed, without its name
  cards: PageCard[];
  mostBody?: number;
}

async function toFeed(
  { db, origin, timeZone, isSpoilerFree }: { db: Db; origin: string; timeZone: string; isSpoilerFree: boolean },
  { title, page, cards, mostBody = MAX_FEED_BODY }: Omit<Channel, 'path'>,
  self: string,
): Promise<Feed> {
  const { value: texts } = await readShownSiteText(db);
  const marks = readMarks(texts.legal_marks);
  const slugs = cards.map(({ slug }) => slug);
  const covers = cards.map(({ coverImageUrl }) => coverImageUrl);
  const [bodies, images] = await Promise.all([publicBodies(db, slugs, mostBody), findImages(db, covers)]);
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
      const published = publishedAt(card, timeZone);
      const image = coverImageUrl?.endsWith('.jpg') ? images.get(coverImageUrl) : undefined;
      return {
        ...{ id, url: open(`/news/${slug}`), title: age ? `${card.title} (${age})` : card.title, tags, published },
        updated: updatedAt > published ? updatedAt : published,
        summary: markPlainUnder(card.title, descriptionOf(card), marks),
        html: whole(card.title, bodies.get(slug), id, marks),
        picture: coverImageUrl?.startsWith('/') ? origin + coverImageUrl : (coverImageUrl ?? undefined),
        jpeg: image && image.width >= DZEN_WIDTH ? { url: origin + coverImageUrl, bytes: image.bytes } : undefined,
        isAdult: [ageMark, texts.legal_age].includes('18+'),
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
