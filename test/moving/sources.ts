import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { zip } from '../../model/galleries/archive.ts';
import { INTERNET } from '../../ops/embeds/fetch.ts';
import { runImport } from '../../ops/import/import.ts';
import { openSource } from '../../ops/import/open.ts';
import type { Actor } from '../../roles.ts';
import type { TestApp } from '../rig/app.ts';
import { listen } from '../rig/sockets.ts';
import { noise } from '../rig/world/pictures.ts';

export const BY: Actor = { username: 'rampa import', role: 'administrator' };
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

export interface OldSite {
  origin: string;
  /** By path; others are 404. */
  answers: Record<string, string | Buffer>;
}

/** A former site, on loopback: `/a.jpg`, `/b.png` and `/doc.pdf`, and what is put beside them. */
export async function oldSite(): Promise<OldSite> {
  const answers: OldSite['answers'] = {
    '/files/a.jpg': await noise(300, 200, 1).jpeg().toBuffer(),
    '/files/b.png': await noise(200, 100, 2).png().toBuffer(),
    '/files/doc.pdf': PDF,
  };
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url];
    if (answer === undefined) response.writeHead(404);
    response.end(answer);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin, answers };
}

/** Brings what lies in a place to a site of the tests; `origin`: of the site it is of. Private addresses are closed but this server's. */
export async function bring(...given: Parameters<typeof bringTexts>) {
  const { texts: _texts, ...counted } = await bringTexts(...given);
  return counted;
}

export async function bringTexts({ store }: TestApp, old: OldSite, place: string, origin?: string, dryRun = false) {
  const network = { ...INTERNET, trusted: old.origin };
  const source = await openSource(place, { site: origin, network });
  const report = await runImport(store, source, { dryRun, by: BY, progress: () => {}, network });
  await source.close?.();
  return report;
}

/** The report, its losses in lines, and the news that came, newest first; `of` gives one by its slug or its title. */
export async function bringNews(site: TestApp, old: OldSite, place: string, named?: string) {
  await site.store.db.deleteFrom('articles').execute();
  await site.store.db.deleteFrom('imported').execute();
  const report = await bring(site, old, place, named);
  const lost = report.losses.map(({ item, what, count }) => `${item}: ${what}${count > 1 ? ` ×${count}` : ''}`);
  const listed = (await site.editor('GET', '/api/admin/news')).json();
  const whole = listed.map(({ slug }: { slug: string }) => site.editor('GET', `/api/admin/news/${slug}`));
  const news = (await Promise.all(whole)).map((answer) => answer.json());
  return { report, lost, news, of: (name: string) => news.find(({ slug, title }) => [slug, title].includes(name)) };
}

interface Post {
  id: number;
  title?: string;
  type?: string;
  status?: string;
  text?: string;
  link?: string;
  /** In place of the usual ones. */
  dates?: string;
  /** Further elements. */
  more?: string;
}

/** WXR 1.2 as WordPress writes it, of a site at `origin`. */
export function wxr(origin: string, posts: Post[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Огни</title><link>${origin}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${origin}</wp:base_blog_url>
<wp:author><wp:author_login><![CDATA[anna]]></wp:author_login><wp:author_display_name><![CDATA[Анна Петрова]]></wp:author_display_name></wp:author>
${posts.map((post) => wxrItem(origin, post)).join('\n')}
</channel></rss>`;
}

const DATES =
  '<wp:post_date><![CDATA[2024-05-14 00:30:00]]></wp:post_date><wp:post_date_gmt><![CDATA[2024-05-13 21:30:00]]></wp:post_date_gmt>';

function wxrItem(
  origin: string,
  { id, title = `Запись ${id}`, type = 'post', status = 'publish', text = '', more = '', ...others }: Post,
) {
  const { link = `${origin}/2024/05/14/n${id}/`, dates = DATES } = others;
  return `<item><title>${title}</title><link>${link}</link><dc:creator><![CDATA[anna]]></dc:creator>
<guid isPermaLink="false">${origin}/?p=${id}</guid><content:encoded><![CDATA[${text}]]></content:encoded>
<wp:post_id>${id}</wp:post_id>${dates}<wp:post_name><![CDATA[n${id}]]></wp:post_name>
<wp:status><![CDATA[${status}]]></wp:status><wp:post_type><![CDATA[${type}]]></wp:post_type>${more}</item>`;
}

export function attachment(origin: string, id: number, name: string, caption = ''): Post {
  const more = `<wp:attachment_url>${origin}/files/${name}</wp:attachment_url><excerpt:encoded><![CDATA[${caption}]]></excerpt:encoded>`;
  return { id, type: 'attachment', status: 'inherit', more };
}

export function meta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
}

/** The address of the folder. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

export async function zipped(file: string, files: Record<string, string | Buffer>): Promise<string> {
  const entries = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content);
    return { name, size: bytes.length, read: () => [bytes] };
  });
  await writeFile(file, await buffer(zip(entries, new Date('2026-01-01'))));
  return file;
}
