import { expect, test, vi } from 'vitest';
import { addShow, arm, askOf, jury, reveal } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';
import { addPast, sectionsOf } from './world.ts';

const t = await needSite();
const ask = askOf(t);
const visit = async (path: string) => {
  const { statusCode: status, body: text } = await t.visitor('GET', path);
  return { status, text };
};
const mainOf = ({ text }: { text: string }) => text.slice(text.indexOf('<main'), text.indexOf('</main>'));

const { show, ids: singers } = await addPast(ask, 2023);
await addPast(ask, 2024, ['Глеб', 'Анна', 'Дина']);

test('the archive names every past festival with its winner, the newest first, and its records, and is linked', async () => {
  const page = await visit('/history');
  expect(page.status).toBe(200);
  const main = mainOf(page);
  const places = ['Рампа-2024', 'Глеб', 'Рампа-2023', 'Анна'].map((words) => main.indexOf(words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect((await visit('/')).text.match(/href="\/history"/g)?.length).toBeGreaterThanOrEqual(2);
  const { text: map } = await visit('/sitemap.xml');
  for (const path of ['/history', '/history/2023', '/history/2024', '/programme/anna-2']) expect(map).toContain(path);
  // Records say how they were found.
  const records = [
    'Самый высокий результат',
    '72\u00a0балла',
    'наименьшим отрывом',
    'Томск — 2 победы',
    'Сумма баллов',
  ];
  for (const words of records) expect(main).toContain(words);
});

test('a past festival has its winner, its boards with the points of each giver, and who performed', async () => {
  const page = await visit('/history/2023');
  const main = mainOf(page);
  for (const words of ['Светлореченск, Зал «Эллинг»', 'Победитель', 'Кто кому дал баллы', 'Псков', '«Песня 2023»'])
    expect(main).toContain(words);
  expect(page.text).toContain('"@type":"Festival"');
  expect(main).not.toMatch(/\.ics|Открыты все баллы/);
});

test('who share the first place of a past festival are its winners', async () => {
  const put = (votes: number[]) => ask('PUT', `/admin/results/${show.id}`, { sections: sectionsOf(singers, votes) });
  expect(mainOf(await visit('/history'))).not.toContain('Победители');
  await put([50, 50, 10]);
  expect(mainOf(await visit('/history'))).toMatch(/Победители<.*Анна и Борис/);
  await put([50, 40, 10]);
});

test('who came more than once is linked to the other festival, and leads back to the own one', async () => {
  const main = mainOf(await visit('/programme/anna'));
  expect(main).toContain('href="/programme/anna-2"');
  expect(main).toContain('href="/history/2023"');
  expect(mainOf(await visit('/programme/boris'))).not.toContain('Рампа-2024');
});

test('without spoilers the past is told, the present is not', async () => {
  const { id, ids } = await addShow(ask, ['Олег', 'Инна'], { starts_at: '2026-01-20T17:00:00.000Z' });
  const hits = async (more = '') =>
    (await t.visitor('GET', `/api/search?q=${encodeURIComponent('итоги финала')}${more}`)).payload;
  await arm(ask, id, jury({ Томск: [[ids[0], 12]], Псков: [[ids[1], 10]] }));
  expect(await hits()).not.toContain(`/results#show-${id}`);
  await reveal(ask, id, 2);
  expect(await hits()).toContain(`/results#show-${id}`);
  expect(await hits('&spoilers=hide')).not.toContain('/results#');
  expect(mainOf(await visit('/programme/oleg'))).toContain('1-е место');
  expect(mainOf(await visit('/programme/oleg?spoilers=hide'))).not.toContain('1-е место');
  expect(mainOf(await visit('/programme/anna?spoilers=hide'))).toContain('1-е место');
  expect(mainOf(await visit('/history/2023?spoilers=hide'))).toContain('Победитель');
});

test('a search finds a past festival by its name and its town, not a hidden one', async () => {
  const find = async (q: string) => {
    const { results } = (await t.visitor('GET', `/api/search?q=${encodeURIComponent(q)}`)).json();
    return results.filter(({ kind }: { kind: string }) => kind === 'edition').map(({ url }: { url: string }) => url);
  };
  expect(await find('Рампа-2023')).toContain('/history/2023');
  expect((await find('светлореченске')).toSorted()).toEqual(['/history/2023', '/history/2024']);
  const { edition } = await addPast(ask, 2020, ['Тайна'], { title: 'Закулисье', is_public: false });
  expect(await find('закулисье')).toEqual([]);
  expect((await find('победитель 2023'))[0]).toBe('/history/2023');
  await ask('PUT', `/admin/editions/${edition.id}`, { ...edition, is_public: true, hosts: 'Роман Вешняков' });
  const { results } = (await t.visitor('GET', `/api/search?q=${encodeURIComponent('Вешняков')}`)).json();
  expect(results[0].excerpt).toBe('Светлореченск, Зал «Эллинг», ведущие: Роман <mark>Вешняков</mark>');
  await t.editor('DELETE', `/api/admin/editions/${edition.id}`);
});

test('a search for winners leads to the board of this festival, not without spoilers, and to the archive', async () => {
  const find = async (q: string, more = '') => {
    const { results } = (await t.visitor('GET', `/api/search?q=${encodeURIComponent(q)}${more}`)).json();
    return results.map(({ url }: { url: string }) => url).slice(0, 2);
  };
  const content = '<p>Победителей ждут на гала-концерте.</p>';
  await t.editor('POST', '/api/admin/news', { title: 'Приглашаем', content });
  expect(await find('победители')).toEqual(['/results', '/history']);
  expect(await find('победители прошлых лет')).toEqual(['/history']);
  expect(await find('итоги', '&spoilers=hide')).not.toContain('/results');
});

test('pages cost no more queries when there are twenty festivals', async () => {
  const PATHS = ['/', '/programme', '/results', '/watch', '/programme/anna', '/history', '/history/2023'];
  const asked = vi.spyOn(t.store.db.getExecutor(), 'executeQuery');
  let renders = 0;
  const costOf = async (path: string) => {
    // Invalidates the page cache.
    await t.editor('PUT', '/api/site-content', { hero_title: `Сцена ${++renders}` });
    asked.mockClear();
    expect([path, (await visit(path)).status]).toEqual([path, 200]);
    return asked.mock.calls.length;
  };
  // The least of three: the server asks for some things by itself now and then.
  const costs = async () => {
    const found: Record<string, number> = {};
    for (const path of PATHS) found[path] = Math.min(await costOf(path), await costOf(path), await costOf(path));
    return found;
  };
  await costs();
  const few = await costs();
  expect(few['/history/2023']).toBeGreaterThan(5);
  const ADDED = 18;
  for (let year = 2000; year < 2000 + ADDED; year += 1) await addPast(ask, year, ['Анна', 'Борис', 'Вера']);
  const many = await costs();
  // A query for each festival would add as many. The live document, six queries, is read beside the page or with it.
  for (const path of PATHS) expect(many[path], path).toBeLessThan((few[path] ?? 0) + ADDED / 2);
});

test('search engines are told of nobody who was withdrawn from a past festival', async () => {
  const { contestants } = (await t.editor('GET', '/api/programme?edition=2024')).json();
  const { id } = contestants.find(({ name }: { name: string }) => name === 'Дина');
  const told = async () => (await visit('/history/2024')).text.match(/"@type":"MusicGroup","name":"[^"]+"/g)?.join();
  expect(await told()).toMatch(/Анна.*Дина/);
  await t.editor('PUT', `/api/admin/contestants/${id}`, { name: 'Дина', is_withdrawn: true });
  expect(await told()).toMatch(/Анна/);
  expect(await told()).not.toMatch(/Дина/);
});
