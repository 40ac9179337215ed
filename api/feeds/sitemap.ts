import type { FastifyContextConfig, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import type { PageCache } from '../../http/cache/page-cache.ts';
import type { CacheKey } from '../../http/cache/store.ts';
import { originOf } from '../../http/origin.ts';
import { SPOILER_FREE, VIEW_PARAMETER } from '../../http/view-choices.ts';
import { type Address, addressParts, PART_SIZE, publicAddresses } from '../../model/articles/engines.ts';
import { recentCards } from '../../model/articles/lists/lists.ts';
import type { PageCard } from '../../model/articles/schema.ts';
import { publicTags } from '../../model/articles/tags/tags.ts';
import { pastEditions } from '../../model/editions/editions.ts';
import { OWN_PAGES } from '../../model/pages/routes.ts';
import { pastContestants, publicProgramme } from '../../model/programme/programme.ts';
import { hasResults } from '../../model/results/results.ts';
import { readShownSiteText } from '../../model/settings/site-text.ts';
import { newsOf, publishedAt, startOfHour } from '../../model/text/date.ts';
import { indexKey } from '../../ops/indexnow.ts';
import { escapeXml } from './formats.ts';

interface Options {
  db: Db;
  config: Config;
  pageCache: Pick<PageCache, 'pages'>;
}

/** Parameters that do not change a page's subject (Clean-param): Yandex merges such URLs. */
const SAME_PAGE = `utm_source&utm_medium&utm_campaign&utm_content&utm_term&${VIEW_PARAMETER}&${SPOILER_FREE[0]}`;

/** Files for search engines: /sitemap.xml and its parts, /robots.txt, the IndexNow key. */
export const sitemapApi: FastifyPluginAsync<Options> = async (app, { db, config, pageCache: { pages } }) => {
  type Answer = (origin: string, asked: string) => Promise<string | undefined>;
  const serve = (path: string, cached: FastifyContextConfig['cached'], answer: Answer) =>
    app.get(path, { config: { ...(cached && { cached }) } }, async (request, reply) => {
      const [asked = ''] = Object.values(request.params as object) as string[];
      const text = await answer(originOf(request, config.publicUrl), asked);
      if (text === undefined) return reply.callNotFound();
      const type = path.endsWith('.xml') ? 'application/xml' : 'text/plain';
      return reply.type(`${type}; charset=utf-8`).header('Cache-Control', 'no-cache').send(text);
    });

  serve('/sitemap.xml', 'lists', async (origin) => {
    const { own, parts, articles } = await sitemapParts(db, pages);
    return articles ? sitemap(origin, own, articles) : sitemapIndex(origin, parts);
  });

  // In the root: a sitemap covers only its own folder and below (sitemaps.org).
  serve('/sitemap-:part.xml', sharedPart, async (origin, part) => {
    const { own, parts, articles } = await sitemapParts(db, pages);
    if (articles || !parts.includes(part)) return undefined;
    return part === PAGES ? sitemap(origin, own, []) : sitemap(origin, [], await publicAddresses(db, Number(part)));
  });

  serve('/sitemap-news.xml', newsKey, async (origin) => {
    const { value: texts } = await readShownSiteText(db);
    const cards = await recentCards(db, newsOf(NEWS_DAYS, config.timeZone), MAX_NEWS);
    return newsSitemap(origin, { name: texts.site_name, timeZone: config.timeZone }, cards);
  });

  // IndexNow key file: proves that this site submits its URLs.
  if (config.indexNowUrl !== undefined)
    serve('/:key(^[0-9a-f]{32}).txt', undefined, async (_origin, key) =>
      key === (await indexKey(db)) ? key : undefined,
    );

  serve('/robots.txt', 'pages', async (origin) => {
    const sitemaps = ['sitemap', 'sitemap-news'].map((name) => `Sitemap: ${origin}/${name}.xml\n`).join('');
    const closed = ['/admin', '/api/', '/preview/'].map((path) => `Disallow: ${path}\n`).join('');
    return `User-agent: *\n${closed}Clean-param: ${SAME_PAGE} /\n\n${sitemaps}`;
  });
};

const PAGES = 'pages'; // the part of what is no news
const NEWS_DAYS = 2; // Google reads no older news, and at most MAX_NEWS
const MAX_NEWS = 1000;

/** All URLs in `articles` and `own` if they fit one file, otherwise the names of the parts. */
async function sitemapParts(db: Db, pages: PageCache['pages']) {
  const [own, numbers] = await Promise.all([listedPages(db, pages), addressParts(db)]);
  const [first = 1, ...others] = numbers;
  const articles = others.length === 0 ? await publicAddresses(db, first) : undefined;
  const isOne = articles && own.length + articles.length <= PART_SIZE;
  return { own, parts: [PAGES, ...numbers.map(String)], articles: isOne ? articles : undefined };
}

interface Listed {
  path: string;
  updated_at?: string;
  picture?: string | null;
}

async function listedPages(db: Db, pages: PageCache['pages']): Promise<Listed[]> {
  const [{ shows, contestants }, past] = [await publicProgramme(db), await pastEditions(db)];
  const paths = [...OWN_PAGES, ...(await publicTags(db)).map(({ slug }) => `/news/tag/${slug}`)];
  if (shows.length > 0) paths.push('/programme', ...((await hasResults(db)) ? ['/results'] : []));
  if (past.length > 0) paths.push('/history');
  const now = shows.length > 0 ? contestants.map(({ slug, updated_at }) => ({ slug, updated_at, image: null })) : [];
  const performers = [...now, ...(past.length > 0 ? await pastContestants(db) : [])];
  return [
    ...paths.map((path) => ({ path })),
    ...(await pages.list()).map(({ slug, updatedAt }) => ({ path: `/${slug}`, updated_at: updatedAt })),
    ...past.map(({ slug, poster, updated_at }) => ({ path: `/history/${slug}`, picture: poster, updated_at })),
    ...performers.map(({ slug, image, updated_at }) => ({ path: `/programme/${slug}`, picture: image, updated_at })),
  ];
}

function sharedPart({ params }: FastifyRequest): CacheKey | undefined {
  const { part } = params as { part: string };
  return /^(pages|[1-9]\d{0,3})$/.test(part) ? { target: `/sitemap-${part}.xml`, partition: 'lists' } : undefined;
}

function newsKey(): CacheKey {
  return { target: `/sitemap-news.xml ${startOfHour().toISOString()}`, partition: 'lists' };
}

function sitemap(origin: string, paths: Listed[], articles: Address[]): string {
  const news = articles.map(({ slug, ...row }) => ({ ...row, path: `/news/${slug}`, picture: row.cover_image_url }));
  const urls = [...paths, ...news].map(({ path, updated_at, picture }: Listed) => {
    const changed = updated_at ? `<lastmod>${updated_at}</lastmod>` : '';
    const image = picture ? `<image:image><image:loc>${locationOf(origin, picture)}</image:loc></image:image>` : '';
    return `<url><loc>${locationOf(origin, path)}</loc>${changed}${image}</url>`;
  });
  return document(`urlset ${XMLNS} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`, urls);
}

function sitemapIndex(origin: string, parts: string[]): string {
  const maps = parts.map((part) => `<sitemap><loc>${locationOf(origin, `/sitemap-${part}.xml`)}</loc></sitemap>`);
  return document(`sitemapindex ${XMLNS}`, maps);
}

function newsSitemap(origin: string, site: { name: string; timeZone: string }, cards: PageCard[]): string {
  const publication = `<news:publication><news:name>${escapeXml(site.name)}</news:name><news:language>ru</news:language></news:publication>`;
  const urls = cards.map(
    (card) =>
      `<url><loc>${locationOf(origin, `/news/${card.slug}`)}</loc><news:news>${publication}` +
      `<news:publication_date>${publishedAt(card, site.timeZone)}</news:publication_date>` +
      `<news:title>${escapeXml(card.title)}</news:title></news:news></url>`,
  );
  return document(`urlset ${XMLNS} xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"`, urls);
}

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function document(root: string, lines: string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<${root}>\n${lines.join('\n')}\n</${root.split(' ', 1)[0]}>\n`;
}

function locationOf(origin: string, address: string): string {
  return escapeXml(address.startsWith('/') ? origin + address : address);
}
