import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { CacheKey } from '../http/cache/key.ts';
import type { PageCache } from '../http/cache/page-cache.ts';
import { originOf } from '../http/origin.ts';
import { hidesSpoilers, prefersSpoilerFree, withSpoilers } from '../http/spoilers.ts';
import { type Address, addressParts, publicAddresses } from '../model/articles/addresses.ts';
import { descriptionOf } from '../model/articles/fields.ts';
import { firstAudio, type Recording } from '../model/articles/lists/first-audio.ts';
import { newestCards, publicBodies } from '../model/articles/lists/lists.ts';
import type { ArticleCard } from '../model/articles/schema.ts';
import { publicTags, tagPage } from '../model/articles/tags/tags.ts';
import { feedBody } from '../model/body/display.ts';
import { OWN_PAGES } from '../model/pages/routes.ts';
import { publicProgramme } from '../model/programme/programme.ts';
import { hasResults } from '../model/results/results.ts';
import { stricterAge } from '../model/settings/age-marks.ts';
import { readShownSiteText, type SiteText } from '../model/settings/site-text.ts';
import { withoutSpoilers } from '../model/spoilers.ts';
import { markPlainUnder, markUnder, type NameMark, readMarks } from '../model/text/name-marks.ts';

interface Options {
  db: Db;
  config: Config;
  pageCache: Pick<PageCache, 'pages'>;
}

const FEED_SIZE = 50;
const MAX_FEED_BODY = 32_000; // characters; of longer articles the feed holds the excerpt: 1.6 million at most

export const feedsApi: FastifyPluginAsync<Options> = async (app, { db, config, pageCache: { pages } }) => {
  /** Sends a visitor who wants no spoilers to the feed without them. */
  async function sendFeed(request: FastifyRequest, reply: FastifyReply, { self, ...channel }: Channel) {
    const isSpoilerFree = isSafe(request);
    const address = withSpoilers(true, self, '');
    if (!isSpoilerFree && prefersSpoilerFree(request.headers.cookie))
      return reply.header('Cache-Control', 'no-store').redirect(address, 302);
    const cards = isSpoilerFree ? await withoutSpoilers(db, channel.cards) : channel.cards;
    reply.type('application/rss+xml; charset=utf-8').header('Cache-Control', 'no-cache');
    if (isSpoilerFree) reply.header('X-Robots-Tag', 'noindex');
    const { value: texts } = await readShownSiteText(db);
    const about = { ...channel, title: [texts.site_name, channel.title].filter(Boolean).join(': '), isSpoilerFree };
    const origin = originOf(request, config.publicUrl);
    return feed(origin, texts, await wholeItems(db, cards), { ...about, self: isSpoilerFree ? address : self });
  }

  app.get('/feed.xml', { config: { cached: mainFeed }, schema: { hide: true } }, async (request, reply) =>
    sendFeed(request, reply, { title: '', link: '/', self: '/feed.xml', cards: await newestCards(db, FEED_SIZE) }),
  );

  app.get(
    '/news/tag/:slug/feed.xml',
    { config: { cached: tagFeed }, schema: { hide: true } },
    async (request, reply) => {
      const { slug } = request.params as { slug: string };
      const found = await tagPage(db, slug, 1, FEED_SIZE);
      if (!found) return reply.callNotFound();
      const link = `/news/tag/${slug}`;
      return sendFeed(request, reply, { title: found.title, link, self: `${link}/feed.xml`, cards: found.cards });
    },
  );

  app.get('/sitemap.xml', { config: { cached: 'lists' }, schema: { hide: true } }, async (request, reply) => {
    const origin = originOf(request, config.publicUrl);
    const parts = await addressParts(db);
    reply.type('application/xml; charset=utf-8').header('Cache-Control', 'no-cache');
    return parts.length === 1
      ? sitemap(origin, await listedPages(db, pages), await publicAddresses(db, parts[0] ?? 1))
      : sitemapIndex(origin, parts);
  });

  // In the root: a sitemap covers only its own folder and below (sitemaps.org).
  app.get('/sitemap-:part.xml', { config: { cached: sharedPart }, schema: { hide: true } }, async (request, reply) => {
    const { part } = request.params as { part: string };
    const parts = await addressParts(db);
    const number = parts.find((each) => String(each) === part);
    if (number === undefined || parts.length === 1) return reply.callNotFound();
    reply.type('application/xml; charset=utf-8').header('Cache-Control', 'no-cache');
    const first = number === parts[0] ? await listedPages(db, pages) : [];
    return sitemap(originOf(request, config.publicUrl), first, await publicAddresses(db, number));
  });

  app.get('/robots.txt', { config: { cached: 'pages' }, schema: { hide: true } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-cache');
    const closed = ['/admin', '/api/', '/preview/'].map((path) => `Disallow: ${path}\n`).join('');
    return `User-agent: *\n${closed}\nSitemap: ${originOf(request, config.publicUrl)}/sitemap.xml\n`;
  });
};

interface Listed {
  path: string;
  updatedAt?: string;
}

async function listedPages(db: Db, pages: PageCache['pages']): Promise<Listed[]> {
  const own = (await pages.list()).map(({ slug, updatedAt }) => ({ path: `/${slug}`, updatedAt }));
  const tags = (await publicTags(db)).map(({ slug }) => `/news/tag/${slug}`);
  return [...[...OWN_PAGES, ...tags].map((path) => ({ path })), ...own, ...(await programmePages(db))];
}

async function programmePages(db: Db): Promise<Listed[]> {
  const { shows, contestants } = await publicProgramme(db);
  if (shows.length === 0) return [];
  const pages = contestants.map(({ slug, updated_at }) => ({ path: `/programme/${slug}`, updatedAt: updated_at }));
  const results = (await hasResults(db)) ? [{ path: '/results' }] : [];
  return [{ path: '/programme' }, ...results, ...pages];
}

function sharedPart({ params }: FastifyRequest): CacheKey | undefined {
  const { part } = params as { part: string };
  return /^[1-9]\d{0,3}$/.test(part) ? { target: `/sitemap-${part}.xml`, partition: 'lists' } : undefined;
}

function mainFeed(request: FastifyRequest): CacheKey | undefined {
  return feedKey(request, { target: '/feed.xml', partition: 'pages' });
}

function tagFeed(request: FastifyRequest): CacheKey | undefined {
  const { slug } = request.params as { slug: string };
  return feedKey(request, { target: `/news/tag/${encodeURIComponent(slug)}/feed.xml`, partition: 'articles' });
}

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
  /** Paths. */
  link: string;
  self: string;
  cards: ArticleCard[];
}

/** Without a body when it is too long. */
type Item = ArticleCard & { recording: Recording | undefined; body: string | undefined };

async function wholeItems(db: Db, articles: ArticleCard[]): Promise<Item[]> {
  const slugs = articles.map(({ slug }) => slug);
  const [recordings, bodies] = await Promise.all([firstAudio(db, slugs), publicBodies(db, slugs, MAX_FEED_BODY)]);
  return articles.map((article) => ({
    ...article,
    recording: recordings.get(article.slug),
    body: bodies.get(article.slug),
  }));
}

interface Feed extends Omit<Channel, 'cards'> {
  isSpoilerFree: boolean;
}

function feed(origin: string, texts: SiteText, items: Item[], channel: Feed): string {
  const { title: name, link, self, isSpoilerFree } = channel;
  const { site_description: description } = texts;
  const marks = readMarks(texts.legal_marks);
  const lines = items.map((item) => {
    const { slug, title, ageMark, date, publishAt, recording, body } = item;
    const age = stricterAge(ageMark, texts.legal_age);
    const address = `${origin}/news/${slug}`;
    const published = new Date(publishAt?.startsWith(date) ? publishAt : `${date}T00:00:00Z`).toUTCString();
    return (
      `<item><title>${escapeXml(age ? `${title} (${age})` : title)}</title><link>${escapeXml(origin + withSpoilers(isSpoilerFree, `/news/${slug}`, ''))}</link><guid isPermaLink="true">${escapeXml(address)}</guid>` +
      `<pubDate>${published}</pubDate><description>${escapeXml(markPlainUnder(title, descriptionOf(item), marks))}</description>` +
      `${whole(title, body, address, marks)}${enclosure(origin, recording)}</item>`
    );
  });
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>' +
    `<title>${escapeXml(name)}</title><link>${escapeXml(origin + withSpoilers(isSpoilerFree, link, ''))}</link><description>${escapeXml(description)}</description><language>ru</language>` +
    `<atom:link href="${escapeXml(origin + self)}" rel="self" type="application/rss+xml"/>\n${lines.join('\n')}\n</channel></rss>\n`
  );
}

/** Podcast programs play it. */
function enclosure(origin: string, recording: Recording | undefined): string {
  if (!recording) return '';
  const { url, bytes, type } = recording;
  return `<enclosure url="${escapeXml(origin + url)}" length="${bytes}" type="${type}"/>`;
}

function whole(title: string, body: string | undefined, address: string, marks: readonly NameMark[]): string {
  if (!body) return '';
  const { html, notes } = markUnder(title, feedBody(body, address), marks);
  const all = html + notes.map((note) => `<p>${escapeXml(note)}</p>`).join('');
  return `<content:encoded>${escapeXml(all)}</content:encoded>`;
}

function sitemap(origin: string, paths: Listed[], articles: Address[]): string {
  const pages = paths.map(
    ({ path, updatedAt }) =>
      `<url><loc>${escapeXml(origin + path)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`,
  );
  const news = articles.map(
    ({ slug, updated_at }) =>
      `<url><loc>${escapeXml(`${origin}/news/${slug}`)}</loc><lastmod>${updated_at}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...pages, ...news].join('\n')}\n</urlset>\n`;
}

function sitemapIndex(origin: string, parts: number[]): string {
  const maps = parts.map((part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`;
}

/** Characters that XML 1.0 forbids are dropped. */
function escapeXml(text: string): string {
  const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  return text
    .replace(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => NAMES[character] ?? '');
}
