import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
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
import { newsOf, publishedAt, startOfHour } from '../../model/text/date.ts';
import { markPlainUnder, markUnder, type NameMark, readMarks } from '../../model/text/name-marks.ts';
import { DZEN_FORMAT, escapeXml, type Feed, FORMATS, type Format } from './formats.ts';

interface Options {
  db: Db;
  config: Config;
}

const FEED_SIZE = 50;
const MAX_FEED_BODY = 32_000; // characters; longer articles appear as excerpts: a feed has at most 1.6 million

const DZEN = { size: 500, days: 3, mostBody: 64_000 }; // Dzen reads only the last three days
const DZEN_WIDTH = 700; // pixels: narrower pictures are refused

/** Feeds of the newest news, all or by tag, in each format; for Dzen, of the last days. */
export const feedsApi: FastifyPluginAsync<Options> = async (app, { db, config }) => {
  /** `at`: folder of the feed. `version`: of what changes with time. Sends a visitor who wants no spoilers to the feed without them. */
  const serve = (
    { name, type, write }: Format,
    at: string,
    read: (slug: string) => Promise<Channel | undefined>,
    version = () => '',
  ) => {
    const slugOf = ({ params }: FastifyRequest) => (params as { slug?: string }).slug ?? '';
    const cached = (request: FastifyRequest): CacheKey | undefined => {
      const target = at.replace(':slug', encodeURIComponent(slugOf(request))) + name + version();
      if (isSafe(request)) return { target: withSpoilers(true, target, ''), partition: 'views' };
      const partition = at === '/' ? 'pages' : 'articles';
      return prefersSpoilerFree(request.headers.cookie) ? undefined : { target, partition }; // it is redirected
    };
    app.get(at + name, { config: { cached } }, async (request, reply) => {
      const channel = await read(slugOf(request));
      if (!channel) return reply.callNotFound();
      const isSpoilerFree = isSafe(request);
      const path = at.replace(':slug', slugOf(request));
      if (!isSpoilerFree && prefersSpoilerFree(request.headers.cookie))
        return reply.header('Cache-Control', 'no-store').redirect(withSpoilers(true, path + name, ''), 302);
      const cards = isSpoilerFree ? await withoutSpoilers(db, channel.cards) : channel.cards;
      reply.type(`${type}; charset=utf-8`).header('Cache-Control', 'no-cache');
      if (isSpoilerFree) reply.header('X-Robots-Tag', 'noindex');
      const origin = originOf(request, config.publicUrl);
      const open = (address: string) => origin + withSpoilers(isSpoilerFree, address, '');
      const feed = await toFeed({ db, origin, timeZone: config.timeZone, open }, { ...channel, cards });
      return write({ ...feed, page: open(path.replace(/(?<=.)\/$/, '')), self: open(path + name) });
    });
  };

  for (const format of FORMATS) {
    serve(format, '/', async () => ({ cards: await newestCards(db, FEED_SIZE) }));
    serve(format, '/news/tag/:slug/', async (slug) => tagPage(db, slug, 1, FEED_SIZE));
  }
  const recent = () => recentCards(db, newsOf(DZEN.days, config.timeZone), DZEN.size);
  const hour = () => ` ${startOfHour().toISOString()}`;
  serve(DZEN_FORMAT, '/', async () => ({ cards: await recent(), mostBody: DZEN.mostBody }), hour);
};

function isSafe({ url }: FastifyRequest): boolean {
  return hidesSpoilers(url.slice(url.indexOf('?') + 1));
}

interface Channel {
  title?: string; // After the name of the site
  cards: PageCard[];
  mostBody?: number;
}

async function toFeed(
  { db, origin, timeZone, open }: { db: Db; origin: string; timeZone: string; open: (path: string) => string },
  { title, cards, mostBody = MAX_FEED_BODY }: Channel,
): Promise<Omit<Feed, 'page' | 'self'>> {
  const { value: texts } = await readShownSiteText(db);
  const marks = readMarks(texts.legal_marks);
  const slugs = cards.map(({ slug }) => slug);
  const covers = cards.map(({ coverImageUrl }) => coverImageUrl);
  const [bodies, images] = await Promise.all([publicBodies(db, slugs, mostBody), findImages(db, covers)]);
  return {
    title: [texts.site_name, title].filter(Boolean).join(': '),
    description: texts.site_description,
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
        html: fullText(card.title, bodies.get(slug), id, marks),
        picture: coverImageUrl?.startsWith('/') ? origin + coverImageUrl : (coverImageUrl ?? undefined),
        jpeg: image && image.width >= DZEN_WIDTH ? { url: origin + coverImageUrl, bytes: image.bytes } : undefined,
        isAdult: [ageMark, texts.legal_age].includes('18+'),
      };
    }),
  };
}

function fullText(title: string, body: string | undefined, address: string, marks: readonly NameMark[]) {
  if (!body) return undefined;
  const { html, notes } = markUnder(title, feedBody(body, address), marks);
  return html + notes.map((note) => `<p>${escapeXml(note)}</p>`).join('');
}
