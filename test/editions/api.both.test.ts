import { expect, test } from 'vitest';
import { addShow, arm, askOf, byPlaces, jury, putOnStage, reveal } from '../programme/show.ts';
import { expectRefusal, readAuditLog } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { addPast, sectionsOf } from './world.ts';

const t = await needSite();
const ask = askOf(t);
const get = async (path: string) => (await t.visitor('GET', `/api${path}`)).json();

test('a new site has one current edition and no archive', async () => {
  const editions = await get('/editions');
  expect(editions).toMatchObject([{ is_current: true, winner: null, place: '' }]);
  for (const path of ['/history', '/history/2024']) expect((await t.visitor('GET', path)).statusCode).toBe(404);
  expect((await t.visitor('GET', `/history/${editions[0].slug}`)).headers.location).toBe('/programme');
  expect((await t.visitor('GET', '/')).body).not.toContain('href="/history"');
});

test('complete points of a past edition are public at once, with winner, board and points of each giver', async () => {
  const { edition, show, results } = await addPast(ask, 2023);
  expect(results).toMatchObject({ is_final: true, gaps: [] });
  expect(await get('/editions')).toMatchObject([
    { is_current: true },
    { slug: '2023', title: 'Рампа-2023', place: 'Светлореченск, Зал «Эллинг»', winner: { slug: 'anna', name: 'Анна' } },
  ]);
  const whole = await get('/editions/2023');
  expect(whole).toMatchObject({ shows: [{ id: show.id }], results: [{ state: 'final', show: { id: show.id } }] });
  expect(whole.contestants).toHaveLength(3);
  const steps = ['Жюри: Томск', 'Жюри: Псков', 'Зрители: 3-е место', 'Зрители: 2-е место', 'Зрители: 1-е место'];
  expect(whole.results[0].steps.map(({ title }: { title: string }) => title)).toEqual(steps);
  expect((await get('/programme?edition=2023')).shows).toMatchObject([{ edition_id: edition.id }]);
  expect(await get('/results?edition=2023')).toMatchObject({ state: 'final', show: { id: show.id } });
  expect(await get('/results')).toMatchObject({ state: 'none' });
  expect(await get('/programme')).toEqual({ shows: [], contestants: [] });
  expect((await t.visitor('GET', '/api/editions/1999')).statusCode).toBe(404);
  expect((await t.visitor('GET', '/api/programme?edition=1999')).statusCode).toBe(404);
  expect((await t.visitor('GET', '/programme/anna')).statusCode).toBe(200);
});

test('who comes to a show of a past edition after its places were entered has none, and wins nothing', async () => {
  const { edition, show, ids } = await addPast(ask, 2021);
  const sections = [byPlaces(ids, [], { kind: 'jury', title: 'Жюри' })];
  expect(await ask('PUT', `/admin/results/${show.id}`, { sections })).toMatchObject({ is_final: true });
  await ask('POST', '/admin/contestants', { name: 'Глеб', shows: [show.id], edition_id: edition.id });
  const { winner, contestants, results } = await get('/editions/2021');
  expect([winner.name, contestants.length, results[0].contestants.length]).toEqual(['Анна', 4, 3]);
});

test('incomplete points of a past edition are kept, and not shown', async () => {
  const { show, ids } = await addPast(ask, 2022);
  const empty = { ...sectionsOf(ids, [])[0], givers: [{ name: '', points: [] }] };
  const saved = await ask('PUT', `/admin/results/${show.id}`, { sections: [empty] });
  expect(saved).toMatchObject({ is_final: false, gaps: [expect.stringContaining('впишите название')] });
  expect((await get('/editions/2022')).results).toEqual([]);
});

test('a past edition has neither stage nor reveal', async () => {
  const { show, ids } = await addPast(ask, 2021);
  const press = { show_id: show.id, kind: 'performance', contestant_id: ids[0], key: 'press-of-past', seen: 0 };
  expect((await t.editor('POST', '/api/stage', press)).statusCode).toBe(409);
  expect((await t.editor('POST', `/api/results/${show.id}/arm`)).statusCode).toBe(409);
});

test('a hidden edition is nowhere, nor are its contestants', async () => {
  const { edition } = await addPast(ask, 2020, ['Тайна']);
  expect((await t.visitor('GET', '/programme/tayna')).statusCode).toBe(200);
  await ask('PUT', `/admin/editions/${edition.id}`, { title: 'Рампа-2020', year: 2020, is_public: false });
  for (const path of ['/api/editions/2020', '/history/2020', '/programme/tayna', '/api/programme?edition=2020'])
    expect([path, (await t.visitor('GET', path)).statusCode]).toEqual([path, 404]);
  expect((await t.visitor('GET', '/sitemap.xml')).body).not.toContain('tayna');
  expect((await t.editor('GET', '/api/programme?edition=2020')).json().contestants).toHaveLength(1);
});

test('bad fields are refused with a sentence, and the current edition is neither hidden nor deleted', async () => {
  const refused = async (body: object, method = 'POST', path = '/api/admin/editions') => {
    const answer = await t.editor(method as 'POST', path, body);
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
  };
  const whole = { title: 'Рампа', year: 2019 };
  expect(await refused({ ...whole, year: 12 })).toEqual([400, ['year']]);
  expect(await refused({ ...whole, title: ' ' })).toEqual([400, ['title']]);
  expect(await refused({ ...whole, accent: 'red' })).toEqual([400, ['accent']]);
  expect(await refused({ ...whole, page_id: 999 })).toEqual([400, ['page_id']]);
  expect(await refused({ ...whole, starts_on: '2025-02-30' })).toEqual([400, ['starts_on']]);
  expect(await refused({ ...whole, starts_on: '2025-07-20', ends_on: '2025-07-19' })).toEqual([400, ['ends_on']]);
  expect(await refused({ ...whole, slug: '2023' })).toEqual([409, ['slug']]);
  for (const slug of ['!!!', 'щ'.repeat(41)]) expect(await refused({ ...whole, slug })).toEqual([400, ['slug']]);
  const [current] = (await t.editor('GET', '/api/admin/editions')).json();
  const path = `/api/admin/editions/${current.id}`;
  expect(await refused({ ...whole, is_public: false }, 'PUT', path)).toEqual([400, ['is_public']]);
  expect((await t.editor('DELETE', path)).statusCode).toBe(409);
  const other = await addPast(ask, 2018);
  const here = await ask('POST', '/admin/shows', { title: 'Финал', starts_at: '2030-07-20T17:00:00.000Z' });
  expect((await t.editor('PUT', `/api/admin/shows/${here.id}/order`, { ids: other.ids })).statusCode).toBe(409);
  await t.editor('DELETE', `/api/admin/shows/${here.id}`);
  expect((await t.editor('DELETE', `/api/admin/editions/${other.edition.id}`)).statusCode).toBe(204);
  expect((await t.visitor('GET', '/programme/anna-5')).statusCode).toBe(404);
});

const INPUT = { title: 'Рампа-2031', year: 2031, partners: [], pages: [], texts: [] };
const start = (input: object = {}) => t.editor('POST', '/api/admin/editions/start', { ...INPUT, ...input });

test('a new festival waits until the show, the stream, the vote and the reveal are over', async () => {
  const { id, ids } = await addShow(ask, ['Олег', 'Инна'], { starts_at: '2026-01-20T21:30:00.000Z' });
  const plan = async () => (await t.editor('GET', '/api/admin/editions/start')).json();
  const blockers = async () => (await plan()).blockers;
  expect(await blockers()).toEqual([]);
  await putOnStage(ask, id, ids[0] ?? 0);
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Эфир', is_stream_enabled: true });
  await t.editor('PUT', '/api/vote-settings', { is_voting_enabled: true, voting_url: 'https://vote.example/1' });
  await arm(ask, id, jury({ Томск: [[ids[0], 12]], Псков: [[ids[1], 12]] }));
  await reveal(ask, id);
  const beginnings = ['Идёт концерт «', 'Идёт трансляци', 'Идёт голосован', 'Показ итогов «'];
  const told: { text: string; link: string }[] = await blockers();
  expect(told.map(({ text }) => text.slice(0, 14))).toEqual(beginnings);
  const links = ['/admin/live', '/admin/watch-settings', '/admin/voting', `/admin/results?show=${id}`];
  expect(told.map(({ link }) => link)).toEqual(links);
  expectRefusal(await start(), 409, expect.stringContaining('Конец шоу'));
  await putOnStage(ask, id, 'end');
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Эфир', is_stream_enabled: false });
  await t.editor('PUT', '/api/vote-settings', { is_voting_enabled: false });
  await reveal(ask, id);
  expect(await blockers()).toEqual([]);
});

test('a new festival is started, taken back, and started again: what was chosen stays, old addresses answer', async () => {
  const partner = await ask('POST', '/admin/partners', { name: 'Завод' });
  await ask('POST', '/admin/partners', { name: 'Банк' });
  const page = await ask('POST', '/admin/pages', { title: 'Правила', slug: 'rules', content: '<p>Правила</p>' });
  await ask('POST', '/admin/pages', { title: 'Отель', slug: 'hotel', content: '<p>Отель</p>' });
  const due = { status: 'scheduled', publishAt: '2030-07-01T09:00:00.000Z' };
  await ask('POST', '/admin/pages', { title: 'Парковка', slug: 'parking', content: '<p>Двор</p>', ...due });
  await t.editor('PUT', '/api/site-content', { hero_title: 'Год света', about_title: 'О фестивале' });
  const plan = (await t.editor('GET', '/api/admin/editions/start')).json();
  expect(plan).toMatchObject({ shows: 1, contestants: 2, former: null });
  expect(plan.pages.map(({ title }: { title: string }) => title)).toEqual(['Правила', 'Отель', 'Парковка']);
  expect(plan.texts.map(({ key }: { key: string }) => key)).toEqual(['hero_title', 'about_title']);
  const [before] = plan.current ? [plan.current] : [];
  const chosen = { partners: [partner.id], pages: [page.id], texts: ['about_title'] };

  for (const time of ['first', 'second']) {
    const made = await start(chosen);
    expect([time, made.statusCode, made.json()]).toMatchObject([time, 201, { slug: '2031', is_current: true }]);
    expect((await get('/partners')).map(({ name }: { name: string }) => name)).toEqual(['Завод']);
    expect(await get('/programme')).toEqual({ shows: [], contestants: [] });
    expect(await get('/stage')).toMatchObject({ state: 'none', show: null });
    expect(await get('/results')).toMatchObject({ state: 'none' });
    expect(await get('/vote-settings')).toMatchObject({ voting_url: '', title: 'Голосование' });
    expect(await get('/site-content')).toMatchObject({ about_title: 'О фестивале' });
    expect((await get('/site-content')).hero_title).not.toBe('Год света');
    for (const path of ['/rules', '/programme/oleg', `/history/${before.slug}`, '/history'])
      expect([path, (await t.visitor('GET', path)).statusCode]).toEqual([path, 200]);
    expect((await t.visitor('GET', '/hotel')).statusCode).toBe(404);
    expect(await ask('GET', '/admin/pages/parking')).toMatchObject({ status: 'draft' });
    const day = '2026-01-21'; // in Moscow
    const results = [{ state: 'final' }];
    expect(await get(`/editions/${before.slug}`)).toMatchObject({ starts_on: day, ends_on: day, results });
    if (time === 'second') break;

    const back = await t.editor('DELETE', '/api/admin/editions/start');
    expect([back.statusCode, back.json()]).toMatchObject([200, { id: before.id, is_current: true, starts_on: null }]);
    expect((await get('/partners')).map(({ name }: { name: string }) => name)).toEqual(['Завод', 'Банк']);
    expect((await get('/programme')).contestants).toHaveLength(2);
    expect(await get('/site-content')).toMatchObject({ hero_title: 'Год света', about_title: 'О фестивале' });
    expect(await get('/watch-settings')).toMatchObject({ title: 'Эфир' });
    expect((await t.visitor('GET', '/hotel')).statusCode).toBe(200);
    expect(await ask('GET', '/admin/pages/parking')).toMatchObject(due);
    expect((await t.visitor('GET', '/api/editions/2031')).statusCode).toBe(404);
    expect((await t.editor('DELETE', '/api/admin/editions/start')).statusCode).toBe(409);
  }
  const actions = (await readAuditLog(t, 'kind=edition&limit=3')).map((line) => line.split(' ')[1]);
  expect(actions).toEqual(['edition.start', 'edition.return', 'edition.start']);
});

test('taken back, a new edition with contestants is hidden, not lost; after a day there is nothing to take back', async () => {
  await ask('POST', '/admin/contestants', { name: 'Новичок' });
  expect((await t.editor('DELETE', '/api/admin/editions/start')).statusCode).toBe(200);
  const kept = (await t.editor('GET', '/api/admin/editions')).json();
  expect(kept).toContainEqual(expect.objectContaining({ year: 2031, is_current: false, is_public: false }));
  const { contestants } = (await t.editor('GET', '/api/programme?edition=2031')).json();
  expect(contestants).toMatchObject([{ name: 'Новичок' }]);
  expect((await start({ slug: 'rampa-2032', year: 2032 })).statusCode).toBe(201);
  const { db } = t.store;
  const dayAgo = new Date(Date.now() - 24 * 3_600_000 - 1000).toISOString();
  await db.updateTable('edition_starts').set({ started_at: dayAgo }).execute();
  expect((await t.editor('DELETE', '/api/admin/editions/start')).statusCode).toBe(409);
});

test('what a page shows of the former festival does not go into the new one, nor make its points public', async () => {
  const { id, ids } = await addShow(ask, ['Ия', 'Лев']);
  const partner = await ask('POST', '/admin/partners', { name: 'Порт' });
  const { current } = (await t.editor('GET', '/api/admin/editions/start')).json();
  const seen = { current_edition: current.id };
  const section = jury({ Томск: [[ids[0], 12]] });
  const saved = await ask('PUT', `/admin/results/${id}`, { sections: [section], control_total: 12, ...seen });
  expect(saved).toMatchObject({ gaps: [], is_final: false });
  const end = await putOnStage(ask, id, 'end');
  const both = await Promise.all([2033, 2034].map((year) => start({ title: `Рампа-${year}`, year, ...seen })));
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const sections = [{ ...section, title: 'Судьи' }];
  const refusals = [
    both.find(({ statusCode }) => statusCode === 409),
    await t.editor('POST', '/api/admin/shows', { title: 'Гала', starts_at: '2030-07-21T17:00:00.000Z', ...seen }),
    await t.editor('PUT', `/api/admin/results/${id}`, { sections, control_total: 12, ...seen }),
    await t.editor('PUT', `/api/admin/partners/${partner.id}`, { name: 'Порт Двина' }),
    await t.editor('DELETE', `/api/admin/partners/${partner.id}`),
    await t.editor('POST', '/api/admin/partners', { name: 'Верфь', edition_id: current.id }),
    await t.editor('DELETE', `/api/results/${id}/reveal`),
    await t.editor('DELETE', `/api/stage/${end}`),
  ];
  for (const refused of refusals)
    expect([refused?.statusCode, refused?.body]).toEqual([409, expect.stringContaining('Обновите страницу')]);
  expect((await get(`/editions/${current.slug}`)).results).toEqual([]);
  expect(await get('/programme')).toEqual({ shows: [], contestants: [] });
  expect(await ask('PUT', `/admin/results/${id}`, { sections, control_total: 12 })).toMatchObject({ is_final: true });
});

test('taken back, a new edition stays hidden with the partner that was added to it, or with its own city', async () => {
  const back = () => t.editor('DELETE', '/api/admin/editions/start');
  const hidden = async () => {
    const all = (await t.editor('GET', '/api/admin/editions')).json();
    return all.filter((each: { is_public: boolean }) => !each.is_public).map(({ city }: { city: string }) => city);
  };
  const before = await hidden();
  await ask('POST', '/admin/partners', { name: 'Маяк' });
  expect((await back()).statusCode).toBe(200);
  expect(await hidden()).toEqual([...before, ''].toSorted());
  const { id, version: _version, ...made } = (await start({ year: 2035 })).json();
  await ask('PUT', `/admin/editions/${id}`, { ...made, city: 'Псков' });
  expect((await back()).statusCode).toBe(200);
  expect((await hidden()).toSorted()).toEqual([...before, '', 'Псков'].toSorted());
});
