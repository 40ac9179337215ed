import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { digestTables } from '../../db/copying/copying.ts';
import { rampa, startCommand } from '../rig/command.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { oldSite, writeFiles, wxr } from './sources.ts';

const site = await needSite();
const old = await oldSite();
const folder = await needFolder();
const { dataDir, databaseUrl = '' } = site.config;
const ENV = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };

const text = `<p>Текст <img src="${old.origin}/files/a.jpg"></p>`;
const posts = Array.from({ length: 400 }, (_, at) => ({ id: at + 1, text: `${text}<p>${at}</p>` }));

test('an import that is killed goes on where it was, with nothing twice and nothing lost', async () => {
  await writeFiles(folder, { 'many.xml': wxr(old.origin, posts) });
  const args = ['import', '--json', '--site', old.origin, path.join(folder, 'many.xml')];
  const count = async () =>
    (await site.store.db.selectFrom('imported').select('item').where('article_id', 'is not', null).execute()).length;
  for (const enough of [20, 120]) {
    const { child, ended } = startCommand(args, ENV);
    while ((await count()) < enough) await sleep(20);
    child.kill('SIGKILL');
    await ended;
  }
  const before = await count();
  expect(before).toBeLessThan(400);
  const { code, out } = await rampa(args, ENV);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { source: 'WXR', created: 400 - before, updated: 0, unchanged: before, redirects: 2 * (400 - before), losses: [] },
  ]);
  const all = await site.store.db.selectFrom('articles').select(['slug']).where('slug', 'like', 'n%').execute();
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(400);
  expect(await site.store.db.selectFrom('images').select('name').execute()).toHaveLength(1);
  expect((await site.visitor('GET', '/2024/05/14/n400')).headers.location).toBe('/news/n400');
});

test('the command says what will come, ends with 2 when something is lost, with 1 when nothing can be read', async () => {
  await writeFiles(folder, {
    'few.xml': wxr(old.origin, [{ id: 900, title: 'Одна', text: '[form id="1"]' }]),
    'bad.xml': '<rss xmlns:wp="x"><channel>',
  });
  const file = path.join(folder, 'few.xml');
  const before = await digestTables(site.store.db);
  const dry = await rampa(['import', '--dry-run', file], ENV);
  expect([dry.code, dry.out]).toEqual([2, expect.stringContaining('Одна: шорткод [form]')]);
  expect(dry.out).toContain('Пока ничего не изменилось');
  expect(await digestTables(site.store.db)).toEqual(before);
  const json = await rampa(['import', '--dry-run', '--json', file], ENV);
  const done = await rampa(['import', '--json', file], ENV);
  expect([done.code, JSON.parse(done.out)]).toEqual([2, JSON.parse(json.out)]);
  const bad = await rampa(['import', path.join(folder, 'bad.xml')], ENV);
  expect([bad.code, bad.out, bad.err]).toEqual([1, '', expect.stringContaining('Файл обрывается на середине.')]);
  const listed = await rampa(['import', 'list'], ENV);
  expect(listed.out).toContain(`wxr:${old.origin}  новостей и страниц: 401`);
  const undone = await rampa(['import', '--undo', `wxr:${old.origin}`], ENV);
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('В корзине: 401.')]);
  expect((await rampa(['import', '--undo', 'wxr:x'], ENV)).code).toBe(1);
});
