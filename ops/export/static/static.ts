import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import querystring from 'node:querystring';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { publicPath } from '../../../model/articles/kinds.ts';
import { leadingSlugs } from '../../../model/articles/slugs.ts';
import { findSitePage } from '../../../model/pages/routes.ts';
import { readAllRules } from '../../../model/redirects/redirects.ts';
import { escapeAttribute, unescapeMarkup } from '../../../model/text/markup.ts';
import { ExportError } from '../../errors.ts';
import type { Exported, Source } from '../target.ts';
import { rewritePage } from './page.ts';
import { SEARCH_PAGE, withSearch, writeSearch } from './search.ts';

/** Answers of the site to a visitor; `path` with its query. */
export interface ReadSite extends AsyncDisposable {
  get: (path: string) => Promise<{ status: number; type: string; location: string | undefined; body: Readable }>;
}

interface Copy {
  folder: string;
  site: ReadSite;
  origin: string;
  known: Map<string, string>; // Requests by the file of their response; grows during the iteration
  links: Map<string, string>; // By file, the first page or style sheet that links to it
  missing: Set<string>; // Files whose request was answered with an error
}

const NOT_FOUND = '404.html'; // Needs `error_page` or the like in the web server
const SEEDS = '/ /search /sitemap.xml /sitemap-news.xml /robots.txt /feed.xml /feed.atom /feed.json /favicon.ico'.split(
  ' ',
);

/** Writes the public site into the existing `folder`: everything linked from its sitemap, pages and style sheets. */
export async function writeStatic(source: Source, folder: string, site: ReadSite, origin: string): Promise<Exported> {
  const known = new Map([[NOT_FOUND, '/404']]); // No page can have this address: it is reserved
  const copy: Copy = { folder, site, origin, known, links: new Map(), missing: new Set() };
  for (const seed of SEEDS) follow(copy, new URL(seed, origin));
  const former = leadingSlugs(source.db).select(['former_slugs.kind', 'former_slugs.slug']);
  for (const each of await former.where('articles.deleted_at', 'is', null).execute())
    follow(copy, new URL(publicPath(each), origin));
  const rules = [...(await readAllRules(source.db)).keys()];
  let done = 0;
  for (const [file, request] of copy.known) {
    await writeAnswer(copy, file, request);
    done += 1;
    // Redirects last: one from «/news/index.html» would take the file of a page.
    if (done === copy.known.size) for (const rule of rules.splice(0)) follow(copy, new URL(rule, origin), true);
    source.progress('Страницы, картинки и файлы', done, copy.known.size);
  }
  await writeSearch(source, folder);
  const pages = [...copy.known.keys()].filter((file) => file.endsWith('.html') && !copy.missing.has(file)).length;
  const broken = [...copy.missing].filter((file) => copy.links.has(file));
  const problems = broken.map((file) => `${copy.links.get(file)}: ссылка ведёт в никуда — ${file}`);
  return { counts: { pages }, problems };
}

/** The file of an address; a new one is queued. `isOld`: a redirect, whose address may be any. */
function follow({ known }: Copy, url: URL, isOld = false): string | undefined {
  const file = fileOf(url, isOld);
  if (file !== undefined && !known.has(file)) known.set(file, requestFor(url));
  return file;
}

/** Writes the response; one with an error is only recorded, so that its links are reported. */
async function writeAnswer(copy: Copy, file: string, request: string): Promise<void> {
  const { status, type, location, body } = await copy.site.get(request);
  if (status >= 500) throw new ExportError(`Страница ${request} не открылась (ответ ${status}). Ничего не записано.`);
  if (status >= 400 && file !== NOT_FOUND) {
    copy.missing.add(file);
    return void body.resume();
  }
  const target = path.join(copy.folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  const link = linkFrom(copy, file, request);
  if (location !== undefined) {
    body.resume();
    return writeFile(target, redirect(link(escapeAttribute(location))));
  }
  if (type.startsWith('text/html')) return writeFile(target, pageOf(copy, file, await text(body), link));
  if (type.startsWith('text/css')) return writeFile(target, (await text(body)).replace(SHEET_ADDRESS, link));
  if (!file.startsWith('sitemap')) return pipeline(body, createWriteStream(target));
  const sitemap = await text(body);
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)) link(address);
  await writeFile(target, sitemap);
}

/** Makes the site's own addresses in markup relative; all others stay. */
function linkFrom(copy: Copy, file: string, request: string): (raw: string) => string {
  const base = new URL(request, copy.origin);
  return (raw) => {
    // The subscription to the calendar becomes a link to its file.
    const url = URL.parse(unescapeMarkup(raw).replace(/^webcal:/, base.protocol), base);
    if (raw === '' || raw.startsWith('#') || url?.origin !== copy.origin) return raw;
    const to = follow(copy, url);
    if (to !== undefined && !copy.links.has(to)) copy.links.set(to, file);
    return to === undefined ? escapeAttribute(url.href) : relative(file, to) + escapeAttribute(url.hash);
  };
}

function pageOf({ origin }: Copy, file: string, html: string, link: (raw: string) => string): string {
  const live = `<p style="height:100%;margin:0;display:grid;place-content:center"><a href="${origin}/watch">Смотреть на сайте</a></p>`;
  const page = rewritePage(html, link, live);
  if (file === SEARCH_PAGE) return withSearch(page);
  return file === NOT_FOUND ? page.replace('<head>', `<head>${FROM_ROOT}`) : page;
}

/** The 404 page is shown at any depth of path: its relative links need a base. */
const FROM_ROOT = `<script>if(location.protocol!=='file:')document.write('<base href="/">')</script>`;

const SHEET_ADDRESS = /(?<=url\(["']?)\/[^"')]+/g;

function redirect(address: string): string {
  return `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Дальше</a>\n`;
}

/** Path in the folder; undefined for addresses that are neither page nor file, and for old ones that no file system allows. */
function fileOf({ pathname, search, searchParams }: URL, isOld: boolean): string | undefined {
  const name = querystring.unescape(pathname);
  // `unescape` decodes invalid UTF-8 to U+FFFD.
  if (/[\\\0\ufffd]|(^|\/)\.\.(\/|$)/.test(name)) return undefined;
  const isTooLong = name.split('/').some((part) => Buffer.byteLength(part) > 255);
  if (isOld && (search !== '' || /\.[^/]*\/./.test(name) || isTooLong)) return undefined;
  if (path.posix.extname(name) !== '') return name.slice(1);
  const page = findSitePage(pathname);
  if (!page && !isOld) return undefined;
  const number = page?.parameters?.includes('page') ? Number(searchParams.get('page') ?? 1) : 1;
  return path.posix.join(name.slice(1), number > 1 ? `index-${number}.html` : 'index.html');
}

/** The request for an address: of the query only the page number is kept. */
function requestFor({ pathname, searchParams }: URL): string {
  const number = Number(searchParams.get('page') ?? 1);
  return number > 1 ? `${pathname}?page=${number}` : pathname;
}

function relative(from: string, to: string): string {
  const way = path.posix.relative(path.posix.dirname(from), to);
  const scheme = /^[^/]*:/; // A colon in the first segment would be read as a scheme
  return `${scheme.test(way) ? './' : ''}${way.split('/').map(encodeURIComponent).join('/')}`;
}
