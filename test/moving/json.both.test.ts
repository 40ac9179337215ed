import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FIELD_NAMES } from '../../model/articles/fields.ts';
import { needSite } from '../rig/needs.ts';
import { exportSite, fillForMoving, freePlace, ORIGIN } from './world.ts';

const site = await needSite();
const urls = await fillForMoving(site);

async function read(folder: string, name: string) {
  const content = await readFile(path.join(folder, name), 'utf8');
  if (!name.endsWith('.jsonl')) return JSON.parse(content);
  return content
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('everything that editors wrote is in an export, nothing of the trash, and its counts are true', async () => {
  const folder = await freePlace();
  expect(await exportSite(site, folder)).toMatchObject({ code: 0, out: expect.stringContaining(folder) });
  const articles = await read(folder, 'articles.jsonl');
  expect(articles.map((each: { slug: string; status: string }) => [each.slug, each.status])).toEqual([
    ['novost-1', 'published'],
    ['novost-2', 'published'],
    ['results', 'published'],
    ['draft', 'draft'],
    ['later', 'scheduled'],
    ['rules', 'published'],
  ]);
  const stored = (await site.editor('GET', '/api/admin/news/results')).json();
  const picked = Object.fromEntries(FIELD_NAMES.map((name) => [name, stored[name]]));
  expect(articles[2]).toEqual({
    ...{ kind: 'news', status: 'published', ...picked, plannedAt: null, dateFollows: stored.dateFollows },
    ...{ pinned: false, group: null, author: 'admin', formerSlugs: ['first'] },
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
      news: 5,
      pages: 1,
      pictures: 2,
      files: 2,
      redirects: 1,
      partners: 1,
      shows: 1,
      contestants: 1,
      editions: 1,
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
  for (const { file, sha256 } of await read(folder, 'files.jsonl'))
    expect(
      createHash('sha256')
        .update(await readFile(path.join(folder, file)))
        .digest('hex'),
    ).toBe(sha256);
});

test('two exports of the same content differ in nothing but their time', async () => {
  const [one, other] = [await freePlace(), await freePlace()];
  await exportSite(site, one);
  await exportSite(site, other);
  const names = (await readdir(one, { recursive: true })).sort();
  expect((await readdir(other, { recursive: true })).sort()).toEqual(names);
  for (const name of names.filter((each) => /\.jsonl?$/.test(each) && each !== 'export.json'))
    expect(await readFile(path.join(one, name), 'utf8')).toBe(await readFile(path.join(other, name), 'utf8'));
  const { made_at: _one, ...first } = await read(one, 'export.json');
  const { made_at: _other, ...second } = await read(other, 'export.json');
  expect(first).toEqual(second);
});

test('what is already there is never overwritten, and nothing is left beside it', async () => {
  const folder = await freePlace();
  await mkdir(folder);
  await writeFile(path.join(folder, 'own.txt'), 'своё');
  expect(await exportSite(site, folder)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('уже есть') });
  expect(await readdir(folder)).toEqual(['own.txt']);
  expect(await readdir(path.dirname(folder))).toEqual(['export']);
});

test('a picture whose bytes are gone is named, and the rest comes', async () => {
  const name = path.basename(urls[0] ?? '');
  const at = path.join(site.config.dataDir, 'uploads', name);
  const bytes = await readFile(at).catch(() => undefined);
  if (bytes) await rm(at);
  else await sql`update picture_parts set name = ${`x${name}`} where name = ${name}`.execute(site.store.db);
  const folder = await freePlace();
  expect(await exportSite(site, folder)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${name}: на сайте нет`),
  });
  const pictures = await read(folder, 'pictures.jsonl');
  expect(pictures.find((each: { name: string }) => each.name === name).file).toBeNull();
  if (bytes) await writeFile(at, bytes);
  else await sql`update picture_parts set name = ${name} where name = ${`x${name}`}`.execute(site.store.db);
});

test('a database of a newer version is refused', async () => {
  const { db } = site.store;
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2040')`.execute(db);
  const folder = await freePlace();
  expect(await exportSite(site, folder)).toMatchObject({ code: 1, err: expect.stringContaining('более новая версия') });
  await sql`delete from kysely_migration where name = '9999-later'`.execute(db);
  expect(await readdir(path.dirname(folder))).toEqual([]);
});
