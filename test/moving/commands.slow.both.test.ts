import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
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
import { oldSite, PDF, writeFiles, wxr } from './sources.ts';
import { freePlace, ORIGIN } from './world.ts';

const env = ({ config }: TestApp) => ({ ...environmentOf(config.dataDir), PUBLIC_URL: ORIGIN });
const site = await needSite();
const old = await oldSite();
const folder = await needFolder();
const ENV = env(site);

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
  expect(dry.out).toMatch(/\nТексты:\n {2}Одна: новость, .*, опубликована\n/);
  expect(await digestTables(site.store.db)).toEqual(before);
  const json = await rampa(['import', '--dry-run', '--json', file], ENV);
  const done = await rampa(['import', '--json', file], ENV);
  expect(Object.keys(JSON.parse(json.out))).toEqual([
    'source',
    'created',
    'updated',
    'unchanged',
    'redirects',
    'losses',
  ]);
  expect([done.code, JSON.parse(done.out)]).toEqual([2, JSON.parse(json.out)]);
  expect(await refusalOf(['import', path.join(folder, 'bad.xml')], ENV)).toContain('Файл обрывается на середине.');
  expect((await rampa(['import', 'list'], ENV)).out).toContain(`wxr:${old.origin}  новостей и страниц: 401`);
  const undone = await rampa(['import', '--undo', `wxr:${old.origin}`], ENV);
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('В корзине: 401.')]);
  expect((await rampa(['import', '--undo', 'wxr:x'], ENV)).code).toBe(1);
});

const large = await needSite();
const content = `<p>${randomBytes(20_000).toString('hex')}</p>`;
await insertNews(large.store.db, 3000, (at) => ({ slug: `news-${at}`, content }));

test.each([['json'], ['wxr']])(
  'a killed export as %s leaves nothing under its name, and the next one is whole',
  async (format) => {
    const place = await freePlace();
    const args = ['export', '--format', format, place];
    const killed = startCommand(args, env(large));
    await expect.poll(() => readdir(path.dirname(place))).toEqual([`${UNFINISHED}export-export`]);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await readdir(path.dirname(place))).toEqual([`${UNFINISHED}export-export`]);
    expect(await rampa(args, env(large))).toMatchObject({ code: 0, err: expect.stringContaining('Новости') });
    expect(await readdir(path.dirname(place))).toEqual(['export']);
    const whole = await readFile(format === 'json' ? path.join(place, 'articles.jsonl') : place, 'utf8');
    expect(whole.match(format === 'json' ? /^\{.*\}$/gm : /<item>.*<\/item>/g)).toHaveLength(3000);
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

async function fill(t: TestApp): Promise<void> {
  const { editor, store } = t;
  const put = async (bytes: Buffer, name: string) => (await store.images.put(bytes, null, name)).url;
  const photo = await put(await noise(2400, 1200, 1).jpeg().toBuffer(), 'Сцена.jpg');
  const logo = await put(await noise(90, 60, 2).png().toBuffer(), 'знак.png');
  await put(await noise(50, 50, 3).webp().toBuffer(), 'Без новости.webp');
  const { url: file } = await store.files.put(await store.files.receive([PDF]), 'Положение.pdf');
  await editor('PUT', `/api/admin/images/${photo.replace('/uploads/', '')}`, { alt: 'Сцена', focus: { x: 30, y: 70 } });
  const news = (body: object) => editor('POST', '/api/admin/news', body);
  const content = `<p class="ql-align-center">Раз</p><figure class="image wide"><img src="${photo}" alt=""><figcaption>Подпись <cite>Анна</cite></figcaption></figure><figure class="file"><a href="${file}">Положение</a></figure>`;
  const cover = { coverImageUrl: photo, coverAlt: 'Обложка' };
  const more = { subtitle: 'Под', tags: ['Финал', 'Жюри'], lead: 'Анонс', ageMark: '12+', date: '2025-07-20' };
  await news({ title: 'Финал', content, ...cover, ...more });
  await editor('PUT', '/api/admin/news/final', { slug: 'superfinal', socialTitle: 'Для сетей' });
  await editor('PUT', '/api/admin/news/superfinal/pin');
  const group = (await editor('POST', '/api/admin/groups', { name: 'Победитель' })).json().id;
  await news({ title: 'Победила Мира', status: 'draft', group, coverImageUrl: 'https://elsewhere.example/a.jpg' });
  await news({ title: 'Потом', status: 'scheduled', publishAt: '2099-01-01T10:00:00.000Z' });
  await news({ title: 'Черновик', status: 'draft', plannedAt: '2098-01-01T10:00:00.000Z', content: '<p>Ещё</p>' });
  await news({ title: 'Снята', expiresAt: '2098-02-01T10:00:00.000Z' });
  await news({ title: '🎤'.repeat(300), slug: 'long', content: '<p>Из\u2028Word\u2029</p>' });
  const rules = { title: 'Правила', place: 'footer', content: '<p>Правила</p>', status: 'published' };
  await editor('POST', '/api/admin/pages', rules);
  for (const source of ['/staroe', '/old;jsessionid=1?a=1,2'])
    await editor('POST', '/api/admin/redirects', { source, target: '/about' });
  const partner = { name: 'Завод', group: 'Главный', link: 'https://zavod.example/', logo };
  await editor('POST', '/api/admin/partners', partner);
  const show = { title: 'Финал', starts_at: '2026-05-14T16:00:00.000Z', is_public: true };
  const { id } = (await editor('POST', '/api/admin/shows', show)).json();
  for (const name of ['Мира', 'Тимур'])
    await editor('POST', '/api/admin/contestants', { name, song: `Песня ${name}`, image: photo, shows: [id] });
  const [{ id: current, version: _version, ...edition }] = (await editor('GET', '/api/admin/editions')).json();
  const named = { ...edition, title: 'Рампа-2026', city: 'Псков', hosts: 'Олег', accent: '#336699' };
  await editor('PUT', `/api/admin/editions/${current}`, named);
  const pages = (await editor('GET', '/api/admin/pages')).json();
  const past = await addPast(askOf(t), 2024, undefined, { poster: photo, page_id: pages[0].id });
  await createPartner(store, newPartnerSchema.parse({ name: 'Верфь', edition_id: past.edition.id }), 'admin', true);
  await addPast(askOf(t), 2023, ['Тень'], { is_public: false });
}

test('what was exported, imported into an empty site and exported again is equal to the byte', async () => {
  const [from, to] = [await needSite(), await needSite()];
  for (const { store } of [from, to]) await store.db.deleteFrom('articles').execute();
  await fill(from);
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  const inRussian = expect.not.stringMatching(/^Записано.*[a-z]/);
  expect(await rampa(['export', first], env(from))).toMatchObject({ code: 0, out: inRussian });
  const { code, out } = await rampa(['import', '--json', first], env(to));
  expect([code, JSON.parse(out)]).toMatchObject([0, { source: 'rampa', created: 7, redirects: 2, losses: [] }]);
  expect(await rampa(['export', second], env(to))).toMatchObject({ code: 0 });
  const exported = await filesIn(first);
  expect(await filesIn(second)).toEqual(exported);
  expect(Object.values(exported).join('')).not.toMatch(/"(edition_id|page_id)"/);
  const editions = (await to.visitor('GET', '/api/editions')).json();
  expect(editions).toMatchObject([{ title: 'Рампа-2026' }, { slug: '2024', winner: { name: 'Анна' } }]);
  expect((await to.visitor('GET', '/api/editions/2024')).json().results).toMatchObject([{ state: 'final' }]);
  expect(exported['articles.jsonl']?.split('\n')).toHaveLength(8);
  expect(JSON.parse(exported['programme.json'] ?? '').shows[0].running_order).toEqual(['mira', 'timur']);
  expect((await to.visitor('GET', '/news/final')).headers.location).toContain('/news/superfinal');
  const again = await rampa(['import', '--json', first], env(to));
  expect(JSON.parse(again.out)).toMatchObject({ created: 0, updated: 0, unchanged: 7 });
  const nothing = { partners: [], pages: [], texts: [] };
  await to.editor('POST', '/api/admin/editions/start', { title: 'Рампа-2027', year: 2027, ...nothing });
  const later = await rampa(['import', '--json', first], env(to));
  expect(JSON.parse(later.out)).toMatchObject({ created: 0, losses: [] });
  const current = ['programme', 'partners'].map(async (path) => (await to.visitor('GET', `/api/${path}`)).json());
  expect(await Promise.all(current), 'of the export').toEqual([{ shows: [], contestants: [] }, []]);
});

test('beside a festival of its own a site takes the exported one as a past one, and a dry run names the files that lack', async () => {
  const [from, to, place] = [await needSite(), await needSite(), await freePlace()];
  await fill(from);
  await rampa(['export', place], env(from));
  await to.editor('PUT', '/api/admin/editions/1', { title: 'Наш', year: 2031 });
  await to.store.db.updateTable('editions').set({ slug: '2031' }).execute();
  await to.editor('POST', '/api/admin/shows', { title: 'Наш концерт', starts_at: '2031-05-14T16:00:00.000Z' });
  const [picture = ''] = await readdir(path.join(place, 'pictures'));
  await rm(path.join(place, 'pictures', picture));
  const lacks = expect.objectContaining({ what: 'файл: его нет в выгрузке' });
  const bad = { item: '/vote', what: expect.stringMatching(/^не перенесено: Старый адрес: \/vote занят/), count: 1 };
  await appendFile(path.join(place, 'redirects.jsonl'), '{"source": "/vote", "target": "/about"}\n');
  const promised = await rampa(['import', '--dry-run', '--json', place], env(to));
  expect(JSON.parse(promised.out)).toMatchObject({ redirects: 2, losses: expect.arrayContaining([lacks, bad]) });
  await appendFile(path.join(place, 'partners.jsonl'), '{"name": "Ошибка", "link": "нет"}\n');
  const { losses } = JSON.parse((await rampa(['import', '--json', place], env(to))).out);
  expect(losses).toEqual(expect.arrayContaining([lacks, bad]));
  const wrong = { item: 'Ошибка', what: expect.stringMatching(/^не перенесено: Ссылка: [^{}]+$/), count: 1 };
  expect(losses).toContainEqual(wrong);
  expect((await to.visitor('GET', '/api/programme')).json()).toMatchObject({ shows: [{ title: 'Наш концерт' }] });
  const editions = (await to.visitor('GET', '/api/editions')).json();
  expect(editions).toMatchObject([{ is_current: true }, { title: 'Рампа-2026' }, { slug: '2024' }]);
});
