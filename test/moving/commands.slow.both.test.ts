import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { digestTables } from '../../db/copying/copying.ts';
import { createPartner, newPartnerSchema } from '../../model/partners.ts';
import { UNFINISHED } from '../../ops/errors.ts';
import { addPast } from '../editions/world.ts';
import { askOf } from '../programme/show.ts';
import type { TestApp } from '../rig/app.ts';
import { rampa, refusalOf, startCommand } from '../rig/command.ts';
import { environmentOf } from '../rig/database/databases.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { insertNews } from '../rig/world/long-news.ts';
import { noise } from '../rig/world/pictures.ts';
import { oldSite, writeFiles, wxr } from './sources.ts';
import { command, exportSite, fillForMoving, freePlace, ORIGIN } from './world.ts';

const env = ({ config }: TestApp) => ({ ...environmentOf(config.dataDir), PUBLIC_URL: ORIGIN });
const site = await needSite();
const old = await oldSite();
const folder = await needFolder();
const ENV = env(site);

const text = `<p>Текст <img src="${old.origin}/files/a.jpg"></p>`;
const posts = Array.from({ length: 160 }, (_, at) => ({ id: at + 1, text: `${text}<p>${at}</p>` }));

test('an import that is killed goes on where it was, with nothing twice and nothing lost', async () => {
  await writeFiles(folder, { 'many.xml': wxr(old.origin, posts) });
  const args = ['import', '--json', '--site', old.origin, path.join(folder, 'many.xml')];
  const count = async () =>
    (await site.store.db.selectFrom('imported').select('item').where('article_id', 'is not', null).execute()).length;
  for (const enough of [20, 50]) {
    const { child, ended } = startCommand(args, ENV);
    while ((await count()) < enough) await sleep(20);
    child.kill('SIGKILL');
    await ended;
  }
  const before = await count();
  expect(before).toBeLessThan(160);
  const { code, out } = await rampa(args, ENV);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { source: 'WXR', created: 160 - before, updated: 0, unchanged: before, redirects: 2 * (160 - before), losses: [] },
  ]);
  const all = await site.store.db.selectFrom('articles').select(['slug']).where('slug', 'like', 'n%').execute();
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(160);
  expect(await site.store.db.selectFrom('images').select('name').execute()).toHaveLength(1);
  expect((await site.visitor('GET', '/2024/05/14/n160')).headers.location).toBe('/news/n160');
});

test('the command says what will come, ends with 2 when something is lost, with 1 when nothing can be read', async () => {
  await writeFiles(folder, {
    'few.xml': wxr(old.origin, [{ id: 900, title: 'Одна', text: '[form id="1"]' }]),
    'bad.xml': '<rss xmlns:wp="x"><channel>',
  });
  const file = path.join(folder, 'few.xml');
  const before = await digestTables(site.store.db);
  const dry = await command(site, 'import', '--dry-run', file);
  expect([dry.code, dry.out]).toEqual([2, expect.stringContaining('Одна: шорткод [form]')]);
  expect(dry.out).toContain('Пока ничего не изменилось');
  expect(dry.out).toMatch(/\nТексты:\n {2}Одна: новость, .*, опубликована\n/);
  expect(await digestTables(site.store.db)).toEqual(before);
  const json = await command(site, 'import', '--dry-run', '--json', file);
  const done = await rampa(['import', '--json', file], ENV);
  const counted = 'source created updated unchanged redirects losses'.split(' ');
  expect(Object.keys(JSON.parse(json.out))).toEqual(counted);
  expect([done.code, JSON.parse(done.out)]).toEqual([2, JSON.parse(json.out)]);
  expect(await refusalOf(['import', path.join(folder, 'bad.xml')], ENV)).toContain('Файл обрывается на середине.');
  const refused = await rampa(['import', '--json', path.join(folder, 'bad.xml')], ENV);
  expect([refused.code, JSON.parse(refused.out).message]).toEqual([1, expect.stringContaining('обрывается')]);
  expect((await command(site, 'import', 'list')).out).toContain(`wxr:${old.origin}  новостей и страниц: 161`);
  const undone = await command(site, 'import', '--undo', `wxr:${old.origin}`);
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('В корзине: 161.')]);
  expect((await command(site, 'import', '--undo', 'wxr:x')).code).toBe(1);
});

const large = await needSite();
const content = `<p>${randomBytes(20_000).toString('hex')}</p>`;
await insertNews(large.store.db, 1000, (at) => ({ slug: `news-${at}`, content }));

test.each([['json'], ['wxr']])(
  'a killed export as %s leaves nothing under its name, and the next one is whole',
  async (format) => {
    const place = await freePlace();
    const args = ['export', '--format', format, place];
    const killed = startCommand(args, env(large));
    await expect.poll(() => readdir(path.dirname(place)), { interval: 10 }).toEqual([`${UNFINISHED}export-export`]);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await readdir(path.dirname(place))).toEqual([`${UNFINISHED}export-export`]);
    expect(await command(large, ...args)).toMatchObject({ code: 0, err: expect.stringContaining('Новости') });
    expect(await readdir(path.dirname(place))).toEqual(['export']);
    const whole = await readFile(format === 'json' ? path.join(place, 'articles.jsonl') : place, 'utf8');
    expect(whole.match(format === 'json' ? /^\{.*\}$/gm : /<item>.*<\/item>/g)).toHaveLength(1000);
  },
);

/** Bytes by path; the moment of the export is left out. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  const read = names.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    const text = await readFile(file, /jsonl?$/.test(name) ? 'utf8' : 'base64');
    return [path.relative(folder, file), text.replace(/"made_at": "[^"]*"/, '')] as const;
  });
  return Object.fromEntries((await Promise.all(read)).toSorted());
}

/** Beside what every export may hold, what is easily lost on the way. */
async function fill(t: TestApp): Promise<void> {
  const [photo] = await fillForMoving(t);
  const { editor, store } = t;
  await store.images.put(await noise(50, 50, 3).webp().toBuffer(), null, 'Без новости.webp');
  const news = (title: string, more: object) => editor('POST', '/api/admin/news', { title, ...more });
  const { name } = (await editor('GET', '/api/admin/files')).json()[0];
  const content = `<p class="ql-align-center">Раз</p><figure class="image wide"><img src="${photo}" alt=""><figcaption>Подпись <cite>Анна</cite></figcaption></figure><figure class="file"><a href="/uploads/${name}">Положение</a></figure>`;
  const fields = { content, socialTitle: 'Для сетей', ageMark: '12+', coverAlt: 'Сцена' };
  await editor('PUT', '/api/admin/news/results', fields);
  await editor('PUT', '/api/admin/news/results/pin');
  const group = (await editor('POST', '/api/admin/groups', { name: 'Победитель' })).json().id;
  await news('Победила Мира', { status: 'draft', group, coverImageUrl: 'https://elsewhere.example/a.jpg' });
  await news('План', { status: 'draft', plannedAt: '2098-01-01T10:00:00.000Z', content: '<p>Ещё</p>' });
  await news('Снята', { expiresAt: '2098-02-01T10:00:00.000Z' });
  await news('🎤'.repeat(300), { slug: 'long', content: '<p>Из\u2028Word\u2029</p>' });
  await editor('POST', '/api/admin/redirects', { source: '/old;jsessionid=1?a=1,2', target: '/about' });
  const { id: article_id } = await store.db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', 'results')
    .executeTakeFirstOrThrow();
  await store.db.insertInto('old_addresses').values({ address: '/2024/05/itogi.html', article_id }).execute();
  const [{ id }] = (await t.visitor('GET', '/api/programme')).json().shows;
  await editor('POST', '/api/admin/contestants', { name: 'Тимур', song: 'Песня', image: photo, shows: [id] });
  const [{ id: current, version: _version, ...edition }] = (await editor('GET', '/api/admin/editions')).json();
  const named = { ...edition, title: 'Рампа-2026', city: 'Псков', hosts: 'Олег', accent: '#336699' };
  await editor('PUT', `/api/admin/editions/${current}`, named);
  const pages = (await editor('GET', '/api/admin/pages')).json();
  const past = await addPast(askOf(t), 2024, undefined, { poster: photo, page_id: pages[0].id });
  await createPartner(store, newPartnerSchema.parse({ name: 'Верфь', edition_id: past.edition.id }), 'admin', true);
  await addPast(askOf(t), 2023, ['Тень'], { is_public: false });
}

const from = await needSite();
await fill(from);

test('what was exported, imported into an empty site and exported again is equal to the byte', async () => {
  const to = await needSite();
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  const inRussian = expect.not.stringMatching(/^Записано.*[a-z]/);
  expect(await exportSite(from, first)).toMatchObject({ code: 0, out: inRussian });
  const { code, out } = await command(to, 'import', '--json', first);
  expect([code, JSON.parse(out)]).toMatchObject([0, { source: 'rampa', created: 10, redirects: 3, losses: [] }]);
  expect(await exportSite(to, second)).toMatchObject({ code: 0 });
  const exported = await filesIn(first);
  expect(await filesIn(second)).toEqual(exported);
  expect(Object.values(exported).join('')).not.toMatch(/"(edition_id|page_id)"/);
  const editions = (await to.visitor('GET', '/api/editions')).json();
  expect(editions).toMatchObject([{ title: 'Рампа-2026' }, { slug: '2024', winner: { name: 'Анна' } }]);
  expect((await to.visitor('GET', '/api/editions/2024')).json().results).toMatchObject([{ state: 'final' }]);
  expect(exported['articles.jsonl']?.split('\n')).toHaveLength(11);
  expect(JSON.parse(exported['programme.json'] ?? '').shows[0].running_order).toEqual(['mira', 'timur']);
  for (const former of ['/news/first', '/2024/05/itogi.html'])
    expect((await to.visitor('GET', former)).headers.location).toContain('/news/results');
  const again = await command(to, 'import', '--json', first);
  expect(JSON.parse(again.out)).toMatchObject({ created: 0, updated: 0, unchanged: 10 });
  const nothing = { partners: [], pages: [], texts: [] };
  await to.editor('POST', '/api/admin/editions/start', { title: 'Рампа-2027', year: 2027, ...nothing });
  const later = await command(to, 'import', '--json', first);
  expect(JSON.parse(later.out)).toMatchObject({ created: 0, losses: [] });
  const current = ['programme', 'partners'].map(async (path) => (await to.visitor('GET', `/api/${path}`)).json());
  expect(await Promise.all(current), 'of the export').toEqual([{ shows: [], contestants: [] }, []]);
});
