import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { FIELD_NAMES } from '../../model/articles/fields.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { needSite } from '../rig/needs.ts';
import { exportSite, fillForMoving, freePlace, ORIGIN } from './world.ts';

const site = await needSite();
const urls = await fillForMoving(site);

async function read(folder: string, name: string) {
  const content = await readFile(path.join(folder, name), 'utf8');
  return JSON.parse(name.endsWith('.jsonl') ? `[${content.trim().replaceAll('\n', ',')}]` : content);
}

test('everything that editors wrote is in an export, nothing of the trash, and its counts are true', async () => {
  const folder = await freePlace();
  expect(await exportSite(site, folder)).toMatchObject({ code: 0, out: expect.stringContaining(folder) });
  const articles = await read(folder, 'articles.jsonl');
  expect(articles.map(({ slug, status }: Record<string, string>) => `${slug} ${status}`)).toEqual([
    ...['novost-1 published', 'novost-2 published', 'results published'],
    ...['draft draft', 'later scheduled', 'rules published'],
  ]);
  const stored = (await site.editor('GET', '/api/admin/news/results')).json();
  const picked = Object.fromEntries(FIELD_NAMES.map((name) => [name, stored[name]]));
  expect(articles[2]).toEqual({
    ...{ kind: 'news', status: 'published', ...picked, plannedAt: null, dateFollows: stored.dateFollows },
    ...{ pinned: false, group: null, author: 'admin', formerSlugs: ['first'], oldAddresses: [] },
  });
  expect(articles[5]).toMatchObject({ kind: 'page', place: 'footer', order: 1 });
  expect(await read(folder, 'redirects.jsonl')).toHaveLength(1);
  expect(await read(folder, 'partners.jsonl')).toEqual([
    { name: 'Зал «Эллинг»', group: 'Партнёры', link: null, logo: urls[0], advertiser: null, erid: null },
  ]);
  const { shows, contestants } = await read(folder, 'programme.json');
  expect([shows[0].running_order, contestants[0].image]).toEqual([['mira'], urls[0]]);
  expect(JSON.stringify({ shows, contestants })).not.toMatch(/Томск|"id"|version/);
  expect(await read(folder, 'export.json')).toMatchObject({
    ...{ format: 'rampa-export', version: 1, site: { origin: ORIGIN, title: 'Рампа', time_zone: 'Europe/Moscow' } },
    counts: {
      ...{ news: 5, pages: 1, pictures: 2, files: 2, redirects: 1 },
      ...{ partners: 1, shows: 1, contestants: 1, editions: 1 },
    },
  });
});

test('pictures and files lie in an export as they are stored', async () => {
  const folder = await freePlace();
  await exportSite(site, folder);
  const pictures = await read(folder, 'pictures.jsonl');
  expect(pictures[0]).toMatchObject({ width: 600, height: 400, alt: 'Сцена', focus: { x: 20, y: 80 } });
  for (const { name, file, bytes } of pictures) {
    const { rawPayload } = await site.visitor('GET', `/uploads/${name}`);
    expect([bytes, await readFile(path.join(folder, file))]).toEqual([rawPayload.length, rawPayload]);
  }
  for (const { file, sha256 } of await read(folder, 'files.jsonl')) {
    const bytes = await readFile(path.join(folder, file));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});

test('what is already there is never overwritten, and nothing is left beside it', async () => {
  const folder = await freePlace();
  await mkdir(folder);
  await writeFile(path.join(folder, 'own.txt'), 'своё');
  expect(await exportSite(site, folder)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('уже есть') });
  expect([await readdir(folder), await readdir(path.dirname(folder))]).toEqual([['own.txt'], ['export']]);
});

const file = await freePlace('site.xml');
const done = await exportSite(site, '--format', 'wxr', file);
const document = parseDocument(await readFile(file, 'utf8'), { xmlMode: true });
type Element = ReturnType<typeof items>[number];

const items = () => DomUtils.getElementsByTagName('item', document, true);

function textIn(element: Element, name: string): string {
  return DomUtils.getElementsByTagName(name, element, true).map(DomUtils.textContent).join('|');
}

function named(slug: string): Element {
  const found = items().find((each) => textIn(each, 'wp:post_name') === slug);
  if (!found) throw new Error(`There is no item ${slug}.`);
  return found;
}

function metaOf(element: Element): Record<string, string> {
  const metas = DomUtils.getElementsByTagName('wp:postmeta', element, true);
  return Object.fromEntries(metas.map((each) => [textIn(each, 'wp:meta_key'), textIn(each, 'wp:meta_value')]));
}

test('the channel says its version, the site, its authors and tags', () => {
  expect(done.code).toBe(0);
  const [channel] = DomUtils.getElementsByTagName('channel', document, true);
  const value = (name: string) => channel && textIn(channel, name);
  expect([value('wp:wxr_version'), value('wp:base_site_url')]).toEqual(['1.2', ORIGIN]);
  expect([value('wp:author_login'), value('wp:author_display_name')]).toEqual(['admin', 'admin']);
  expect([value('wp:tag_slug'), value('wp:tag_name')]).toEqual(['za-stsenoy', 'За сценой']);
});

test.each([
  ['results', 'post', 'publish', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  ['draft', 'post', 'draft', /^0000-00-00 00:00:00$/],
  ['later', 'post', 'future', /^2040-01-02 03:04:05$/],
  ['rules', 'page', 'publish', /^\d{4}/],
])('%s is a %s of the status %s', (slug, type, status, gmt) => {
  const item = named(slug);
  expect([textIn(item, 'wp:post_type'), textIn(item, 'wp:status')]).toEqual([type, status]);
  expect(textIn(item, 'wp:post_date_gmt')).toMatch(gmt);
});

test('a text keeps title, excerpt, tag, former slug and cover, and its addresses are full', () => {
  const item = named('results');
  const texts = ['title', 'excerpt:encoded', 'category'].map((name) => textIn(item, name));
  expect(texts).toEqual(['Итоги «a]]&gt;b» &amp; &lt;b&gt;', 'Победитель назван', 'За сценой']);
  const cover = items().find((each) => textIn(each, 'wp:attachment_url') === ORIGIN + urls[0]);
  expect(metaOf(item)).toMatchObject({
    ...{ _thumbnail_id: cover && textIn(cover, 'wp:post_id'), _wp_old_slug: 'first', subtitle: 'Кто ]]> где' },
  });
  const body = textIn(item, 'content:encoded');
  expect(body).toContain(`<a href="${ORIGIN}/news/draft">`);
  expect(body).toMatch(/<p><a href="https:\/\/rutube.ru\/[^>]*>Финал<\/a><\/p>/);
  expect(textIn(named('later'), 'wp:post_date')).toBe('2040-01-02 06:04:05');
});

test('pictures and files are attachments with ids of their own, and the trash stays away', () => {
  const attachments = items().filter((each) => textIn(each, 'wp:post_type') === 'attachment');
  expect(attachments).toHaveLength(4);
  expect(attachments.map((each) => metaOf(each)._wp_attachment_image_alt).filter(Boolean)).toEqual(['Сцена', 'Сцена']);
  const ids = items().map((each) => textIn(each, 'wp:post_id'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(items().map((each) => textIn(each, 'title'))).not.toContain('Корзина');
});

test('addresses of a former site have no place there, and their number is said', async () => {
  const { db } = site.store;
  const { id } = await db.selectFrom('articles').select('id').where('slug', '=', 'results').executeTakeFirstOrThrow();
  await db.insertInto('old_addresses').values({ address: '/?p=1', article_id: id }).execute();
  const err = expect.stringContaining('прежние адреса (1):');
  expect(await exportSite(site, '--format', 'wxr', await freePlace('old.xml'))).toMatchObject({ code: 1, err });
});

test('a picture whose bytes are gone is named, and the rest comes', async () => {
  const name = path.basename(urls[0] ?? '');
  const at = path.join(site.config.dataDir, 'uploads', name);
  if (isOnPostgres) await site.store.db.deleteFrom('picture_parts').where('name', '=', name).execute();
  else await rm(at);
  const folder = await freePlace();
  const err = expect.stringContaining(`${name}: на сайте нет`);
  expect(await exportSite(site, folder)).toMatchObject({ code: 1, err });
  expect((await read(folder, 'pictures.jsonl')).find((each: { name: string }) => each.name === name).file).toBeNull();
});
