import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import type { CacheKey } from '../../http/cache/key.ts';
import type { PageCache } from '../../http/cache/page-cache.ts';
import { originOf } from '../../http/origin.ts';
import { SPOILER_FREE } from '../../http/spoilers.ts';
import { VIEW_PARAMETER } from '../../http/view-choices.ts';
import { type Address, addressParts, publicAddresses } from '../../model/articles/addresses.ts';
import { publicTags } from '../../model/articles/tags/tags.ts';
import { OWN_PAGES } from '../../model/pages/routes.ts';
import { publicProgramme } from '../../model/programme/programme.ts';
import { hasResults } from '../../model/results/results.ts';
import { escapeXml } from './xml.ts';

interface Options {
  db: Db;
  config: Config;
  pageCache: Pick<PageCache, 'pages'>;
}

/** Parameters that do not change what a page is about: Yandex keeps one address of it. */
const SAME_PAGE = [
  ...'source medium campaign content term'.split(' ').map((name) => `utm_${name}`),
  VIEW_PARAMETER,
  SPOILER_FREE[0],
];

/** What search engines read: /sitemap.xml and its parts, /robots.txt. */
export const sitemapApi: FastifyPluginAsync<Options> = async (app, { db, config, pageCache: { pages } }) => {
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
    return `User-agent: *\n${closed}Clean-param: ${SAME_PAGE.join('&')} /\n\nSitemap: ${originOf(request, config.publicUrl)}/sitemap.xml\n`;
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
