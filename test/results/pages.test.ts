import { beforeEach, expect, test } from 'vitest';
import { addShow, arm, askOf, byPlaces, FINAL, jury, removeShows, reveal, wordsOf } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';

const SEMI = { title: 'Полуфинал', starts_at: '2030-07-18T17:00:00.000Z' };
const t = await needSite();
await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', is_stream_enabled: true });
beforeEach(() => removeShows(t));

async function prepare(title = FINAL.title): Promise<number> {
  const { id, ids } = await addShow(askOf(t), ['Анна', 'Борис'], { title });
  await arm(askOf(t), id, jury({ Псков: [[ids[1], 12]], Тверь: [[ids[0], 31]] }));
  return id;
}

const press = (id: number, steps = 1) => reveal(askOf(t), id, steps);

async function visit(path: string) {
  const { statusCode, payload } = await t.visitor('GET', path);
  return { status: statusCode, payload, words: wordsOf(payload) };
}
const linked = async () => {
  const pages = await Promise.all(['/programme', '/watch', '/sitemap.xml'].map(visit));
  return pages.map(({ payload }) => /\/results\b/.test(payload));
};

test('the board is a page, and linked, from the first step on, and says nothing of later ones', async () => {
  const show = await prepare();
  const before = await visit('/results');
  const announced = expect.stringMatching(/ещё не открыты.* Финал 20 июля 2030, 20:00/);
  expect([before.status, before.words]).toEqual([200, announced]);
  expect(before.payload).toMatch(/<meta name="robots" content="noindex/);
  expect(await linked()).toEqual([false, false, false]);
  await press(show);
  const { status, words, payload } = await visit('/results');
  expect(status).toBe(200);
  expect(words).toMatch(
    /Финал 20 июля 2030 Жюри: Псков\. 12 баллов — Борис\. Лидирует с результатом 12 баллов\. Открыто 1 из 2 1 Борис /,
  );
  expect(words).toContain('При равенстве баллов выше тот');
  expect(payload).not.toContain('Тверь');
  expect(payload).toContain('<p><time datetime="2030-07-20">20\u00a0июля 2030</time></p>');
  expect(await linked()).toEqual([true, true, true]);
  await addShow(askOf(t), [], { title: 'Гала', starts_at: '2030-07-21T17:00:00.000Z' });
  expect((await visit('/results')).words).toMatch(/^ Итоги Гала 21 июля 2030, .* Баллы появятся здесь\. Финал /);
  await press(show);
  const { words: complete } = await visit('/results');
  expect(complete).toMatch(/^ Итоги Финал 20 .*Первое место — Анна, 31 балл\. Открыты все баллы 1 Анна/);
});

test('pages without spoilers neither show nor link the board, and without a programme there is none', async () => {
  const show = await prepare();
  await press(show);
  const { status, payload, words } = await visit('/results?spoilers=hide');
  expect([status, words]).toEqual([200, expect.stringContaining('Баллы скрыты.')]);
  expect(payload).not.toMatch(/Борис|Псков/);
  for (const path of ['/programme', '/watch'])
    expect((await visit(`${path}?spoilers=hide`)).payload).not.toMatch(/\/results\b/);
  await removeShows(t);
  expect((await visit('/results')).status).toBe(404);
});

test('a hall’s screen is there before the first step, and shows one show only', async () => {
  const show = await prepare();
  const other = await prepare('Полуфинал');
  await press(other);
  const before = await visit(`/results?screen=${show}`);
  // The stored view of its browser is for pages that scroll, before any script has run.
  const withoutView = '<html lang="ru" data-view="">';
  expect(before.payload).toContain(withoutView);
  expect((await visit('/news?screen=1')).payload).not.toContain(withoutView);
  expect(before.status).toBe(200);
  expect(before.words).toMatch(/ Финал 20 июля 2030, 20:00 Баллы появятся здесь\. $/);
  await press(show);
  const after = await visit(`/results?screen=${show}`);
  expect(after.words).toMatch(/^ Финал Жюри: Псков\. .*Борис/);
  expect(after.payload).toMatch(/<meta name="robots" content="noindex/);
  expect((await visit(`/results?screen=${other}`)).words).toMatch(/^ Полуфинал /);
  // A page of visitors has the boards of both, that with the newest step first.
  expect((await visit('/results')).words).toMatch(/Финал .*Полуфинал /);
  expect((await visit('/results?screen')).words).toMatch(/^ Финал Жюри/);
  expect((await visit('/results?screen=<b>')).words).toMatch(/^ Финал Жюри/);
  await t.editor('PUT', `/api/admin/shows/${show}`, { ...FINAL, is_public: false });
  expect((await visit(`/results?screen=${show}`)).words).toMatch(/ Итоги Баллы появятся здесь\. $/);
});

test('a finished board has its podium, says who gave what, and a hall sees the winner; before, none of it', async () => {
  const show = await prepare();
  await press(show);
  const early = await visit('/results');
  expect(early.words).toMatch(/Кто кому дал баллы «Финал» Место Всего Псков 1 Борис 12 12 2 Анна 0 /);
  expect(early.payload).not.toMatch(/Победитель|Тверь/);
  expect((await visit(`/results?screen=${show}`)).payload).not.toMatch(/Победитель|Тверь/);
  await press(show);
  const { words } = await visit('/results');
  expect(words).toMatch(
    /Победитель Анна «Песня Анна» Томск 31 балл 2-е место Борис .* 12 баллов .* 2 Борис .*Кто кому/,
  );
  expect(words).toMatch(/Место Всего Псков Тверь 1 Анна 31 31 2 Борис 12 12/);
  expect((await visit(`/results?screen=${show}`)).words).toMatch(/Победитель Анна «Песня Анна» · Томск 31 балл/);
  expect((await visit('/results?spoilers=hide')).payload).not.toMatch(/Анна|Борис|Псков|givers/);
});

test('points of the audience that are not revealed yet are not shown as nought', async () => {
  const { id, ids } = await addShow(askOf(t), ['Вера', 'Глеб', 'Зоя']);
  await arm(askOf(t), id, jury({ Псков: [[ids[0], 12]] }), byPlaces(ids, [2, 1, 0]));
  await press(id, 3);
  const { words } = await visit('/results');
  expect(words).toMatch(/1 Вера .*жюри 12 12 баллов 2 Глеб .*жюри 0, зрители 1 1 балл/);
  expect(words).toMatch(/Всего Жюри Зрители Псков 1 Вера 12 12 — 12 2 Глеб 1 0 1/);
  await press(id);
  expect((await visit('/results')).words).toMatch(/жюри 0, зрители 0 /);
});

test('who shares a first place shares the podium, and the contestant’s page says so', async () => {
  const { id, ids } = await addShow(askOf(t), ['Вера', 'Глеб']);
  const { id: semi } = await askOf(t)('POST', '/admin/shows', SEMI);
  await askOf(t)('PUT', `/admin/shows/${semi}/order`, { ids: ids.slice(1) });
  await arm(askOf(t), semi, jury({ Псков: [[ids[1], 5]] }));
  await press(semi);
  await arm(askOf(t), id, jury({ Псков: ids.map((each) => [each, 7]) }));
  await press(id);
  const { words, payload } = await visit('/results');
  expect(words).toMatch(/делит 1-е место Вера .* делит 1-е место Глеб/);
  const slug = /programme\/(gleb[a-z0-9-]*)"/.exec(payload)?.[1];
  // Beside a live picture the page waits for the first event.
  const off = { is_stream_enabled: false, is_stream_over: true };
  await t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', ...off });
  expect((await visit(`/programme/${slug}`)).words).toMatch(/делит 1-е место, 7 баллов · Финал .*5 баллов · Полуфинал/);
  for (const path of ['/', '/vote', '/watch'])
    expect((await visit(path)).words, path).toMatch(/Победители\s+Вера и Глеб\s+7 баллов/);
});

test('a show of places alone says no points, neither before its end nor after', async () => {
  const { id, ids } = await addShow(askOf(t), ['Вера', 'Глеб', 'Зоя']);
  await arm(askOf(t), id, byPlaces(ids, [], { title: 'Места' }));
  await press(id);
  const early = (await visit('/results')).words;
  expect(early).toMatch(/^ Итоги Финал 20 июля 2030 Места: 3-е место — Зоя\. Открыто 1 из 3 1 Вера /);
  const screen = (await visit(`/results?screen=${id}`)).words;
  await press(id, 2);
  const { words } = await visit('/results');
  expect(words).toMatch(/Победитель Вера .*Первое место — Вера\. Известны только места 1 Вера/);
  const winner = (await visit(`/results?screen=${id}`)).words;
  expect(winner).toMatch(/ Известны только места .*Победитель Вера /);
  for (const each of [early, screen, words, winner]) expect(each).not.toMatch(/балл|При равенстве| 0 |Лидиру/);
});

test('a finished semi-final has no winner, and marks who performs in the final', async () => {
  const semi = await addShow(askOf(t), ['Вера', 'Глеб', 'Яна'], SEMI);
  const final = await addShow(askOf(t), []);
  await t.editor('PUT', `/api/admin/shows/${final.id}/order`, { ids: [semi.ids[1]] });
  await arm(askOf(t), semi.id, jury({ Псков: [[semi.ids[0], 12]], Тверь: [[semi.ids[1], 12]] }));
  await press(semi.id);
  expect((await visit('/results')).words).not.toContain('в финале');
  await press(semi.id);
  const { words } = await visit('/results');
  expect(words).toMatch(/^ Итоги Финал 20 июля 2030, 20:00 по Москве Баллы появятся здесь\. Полуфинал 18 июля 2030 /);
  expect(words).toMatch(
    /1 Вера делит 1-е место Томск · «Песня Вера» 12 баллов 1 Глеб в финале · делит 1-е место Томск · .* 3 Яна Томск/,
  );
  expect(words).not.toContain('Победитель');
});
