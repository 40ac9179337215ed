import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { wordsIn } from '../rig/words.ts';
import { startAsAtFirst } from './as-at-first.ts';

const NOON = Date.parse('2031-07-20T09:00:00Z');
const START = '2031-07-20T17:00:00.000Z';
const OPENING = '2031-07-20T18:30:00.000Z';
const CLOSING = '2031-07-20T19:40:00.000Z';
const HOUR = 3_600_000;
const WORDS = { title: 'Гранд-финал', description: 'Прямой эфир' };
const ADDRESS = 'https://vote.example.org/final';
const RECORDING = 'https://video.example.org/final';

vi.useFakeTimers({ toFake: ['Date'], now: NOON });
afterAll(() => vi.useRealTimers());
const t = await needSite();
beforeEach(async () => {
  vi.setSystemTime(NOON);
  await t.editor('DELETE', '/api/admin/news/winner');
});
await startAsAtFirst(t);

const goTo = (moment: string, later = 0) => vi.setSystemTime(Date.parse(moment) + later);
const putWatch = (change: object) => t.editor('PUT', '/api/watch-settings', { ...WORDS, ...change });
const putVote = (change: object) => t.editor('PUT', '/api/vote-settings', change);
const seen = async (name: 'watch' | 'vote') => (await t.visitor('GET', `/api/${name}-settings`)).json();
const markup = async (path: string) => (await t.visitor('GET', path)).payload;
const main = async (path: string) =>
  wordsIn((await markup(path)).replace(/[\s\S]*<main/, '<main').replace(/<footer[\s\S]*/, ''));
const facts = async () =>
  [...(/<\/h1>[\s\S]*?<\/ul>/.exec(await markup('/'))?.[0] ?? '').matchAll(/<li[\s\S]*?<\/li>/g)].map(([li]) =>
    wordsIn(li).trim(),
  );
const call = async () =>
  wordsIn(/<section[^>]*aria-labelledby="vote-call"[\s\S]*?<\/section>/.exec(await markup('/'))?.[0] ?? '').trim();
/** Its page and its preview say so, and nothing else. */
async function expectClosed() {
  const [head = ''] = (await markup('/vote')).split('<script', 1);
  for (const tag of ['<title>', 'property="og:title" content="']) expect(head).toContain(`${tag}Голосование завершено`);
  expect(head + (await main('/vote'))).not.toMatch(/Выберите песню года|Голосуйте до|ещё не открыто|Поддержите/i);
}
async function publishWinner(title = 'Победил Борис') {
  const group = (await t.editor('POST', '/api/admin/groups', { name: 'Финал' })).json().id;
  return t.editor('POST', '/api/admin/news', { title, slug: 'winner', content: '<p>Ура</p>', group });
}

test('a vote with a window is announced, open, then over on every page and for programs, by the clock alone', async () => {
  await putWatch({ starts_at: START });
  await putVote({ is_voting_enabled: true, voting_url: ADDRESS, opens_at: OPENING, closes_at: CLOSING });
  await putVote({ title: 'Выберите песню года' });
  expect(await main('/vote')).toMatch(
    /Голосование откроется 20 июля 2031 в 21:30 по Москве.*продлится до 20 июля 2031, 22:40 по Москве/,
  );
  expect(await call()).toMatch(/^Ваш голос решает .* О голосовании$/);
  expect(await facts()).toContain('Голосование Скоро откроется О голосовании');
  expect(await seen('vote')).toMatchObject({ vote_state: 'upcoming', is_voting_over: false });

  goTo(OPENING);
  expect(await facts()).toContain('Голосование Открыто до 22:40 по Москве Голосовать');
  expect(await call()).toMatch(/^Ваш голос решает .* Голосовать$/);
  expect(await main('/vote')).toContain('Голосуйте до 20 июля 2031, 22:40 по Москве');
  expect(await markup('/vote')).toMatch(new RegExp(`<a[^>]* href="${ADDRESS}"[^>]* target="_blank" rel="noopener`));

  goTo(CLOSING);
  expect(await seen('vote')).toMatchObject({ vote_state: 'closed', is_voting_over: true });
  expect(await facts()).toContain('Голосование Завершено О голосовании');
  expect(await call()).toBe('Голоса считают Голосование завершено. Скоро узнаем победителя. Читать новости');
  expect(await main('/vote')).toMatch(/Голосование завершено Приём голосов закрыт.*Читать новости/);
  await expectClosed();
});

test('a vote with a window changes its ETag for visitors when it is over, even while switched off', async () => {
  await putVote({ closes_at: CLOSING });
  const tag = async () => (await t.visitor('GET', '/api/vote-settings')).headers.etag;
  const before = await tag();
  goTo(CLOSING);
  expect(await tag()).not.toBe(before);
  expect((await main('/vote')).match(/Голосование/g)).toHaveLength(1);
});

test('a vote that is switched off without times has not begun until it was open', async () => {
  expect(await main('/vote')).toContain('Голосование ещё не открыто');
  expect(await call()).toMatch(/^Ваш голос решает .* О голосовании$/);
  await putVote({ is_voting_enabled: true, voting_url: '' });
  expect(await main('/vote')).toContain('Голосование ещё не открыто');
  await putVote({ is_voting_enabled: false });
  expect(await seen('vote')).toMatchObject({ is_voting_over: false });
  expect(await facts()).toContain('Голосование Ещё не открыто О голосовании');
  for (const closes_at of [null, CLOSING]) {
    await putVote({ title: 'Выберите песню года', is_voting_enabled: true, voting_url: ADDRESS, closes_at: null });
    const closed = await putVote({ is_voting_enabled: false, closes_at });
    expect(closed.json()).toMatchObject({ is_voting_over: true });
    expect(await facts()).toContain('Голосование Завершено О голосовании');
    await expectClosed();
  }
});

test('a vote that is switched off after its opening is over, and begins anew when it is switched on or opens later', async () => {
  await putVote({ is_voting_enabled: true, voting_url: ADDRESS, opens_at: OPENING });
  await putVote({ is_voting_enabled: false });
  expect(await seen('vote')).toMatchObject({ is_voting_over: false });
  await putVote({ is_voting_enabled: true });
  goTo(OPENING, 1);
  await putVote({ is_voting_enabled: false });
  expect(await seen('vote')).toMatchObject({ is_voting_over: true });
  await putVote({ is_voting_enabled: true });
  await putVote({ is_voting_enabled: false, is_voting_over: false });
  expect(await seen('vote')).toMatchObject({ is_voting_over: false });
  await putVote({ is_voting_over: true });
  expect((await putVote({ opens_at: '2032-07-20T17:00:00Z' })).json()).toMatchObject({ is_voting_over: false });
});

test('a vote that is switched off is over for visitors once the winner is known', async () => {
  await publishWinner();
  expect(await facts()).toContain('Голосование Завершено О голосовании');
  expect(await main('/vote')).toMatch(/Голосование завершено Победитель Победил Борис Читать/);
  expect(await markup('/vote')).toContain('href="/news/winner"');
});

test('a vote that is switched off a whole answer sent back changes nothing', async () => {
  await putVote({ opens_at: OPENING, closes_at: CLOSING });
  goTo(CLOSING);
  const { vote_state, ...whole } = (await t.editor('GET', '/api/vote-settings')).json();
  expect([vote_state, whole.is_voting_over]).toEqual(['closed', true]);
  await putVote({ ...whole, opens_at: null, closes_at: null });
  expect(await seen('vote')).toMatchObject({ is_voting_over: false });
});

test('where no vote is held nothing calls to one', async () => {
  await putVote({ vote_state: 'not_held', description: 'Поддержите от одной до трёх песен.' });
  expect(await call()).toBe('');
  expect(await main('/watch')).not.toMatch(/[Гг]олосова/);
  expect(await main('/vote')).toContain('Голосование не проводится Победителя определяет жюри.');
  expect(await markup('/vote')).not.toMatch(/(<p[^>]*>|content=")Поддержите/);
  await publishWinner();
  expect(await call()).toBe('');
  expect(await markup('/vote')).toContain('href="/news/winner"');
  expect(await main('/vote')).toMatch(/Победитель Победил Борис Читать Голосования зрителей нет/);
});

test('the winner leads the home page once known, but not before the announced start, and ends the call to vote, but not an open vote', async () => {
  await publishWinner();
  await putWatch({ starts_at: START });
  expect((await facts()).at(-1)).toBe('Победитель Узнаем после финала Новости');
  goTo(START);
  expect((await facts())[0]).toBe('Победитель Победил Борис Читать');
  expect((await facts()).join(' ')).not.toContain('Узнаем');
  expect(await call()).toBe('Голосование завершено Читать новости');
  await putVote({ is_voting_enabled: true, voting_url: ADDRESS });
  expect((await facts())[0]).toMatch(/^Победитель/);
  expect(await call()).toMatch(/^Ваш голос решает/);
});

test('a broadcast waits, is live before, at and after its hour alike, and is over when it is switched off after its start', async () => {
  await putWatch({ starts_at: START, is_stream_enabled: true });
  await putWatch({ is_stream_enabled: false });
  expect(await seen('watch')).toMatchObject({ is_stream_over: false });
  expect(await facts()).toContain('Прямой эфир Ещё не начался Смотреть');
  await putWatch({ is_stream_enabled: true });
  expect((await facts()).join(' ')).not.toContain('Начало');
  for (const shift of [-HOUR, 0, HOUR]) {
    goTo(START, shift);
    expect(await facts()).toContain('Прямой эфир Идёт сейчас Смотреть');
  }
  expect(await markup('/')).toContain('<span>Смотреть</span>'); // not hidden, as that of other links is
  await putWatch({ is_stream_enabled: false });
  expect(await seen('watch')).toMatchObject({ is_stream_over: true });
  expect(await facts()).toContain('Прямой эфир Завершён Смотреть');
  expect((await facts()).join(' ')).not.toContain('Начало');
  const watch = await main('/watch');
  expect(watch).toContain('Эфир завершён');
  expect(watch).not.toMatch(/ещё не начался|Возвращайтесь/);
  await putWatch({ is_stream_over: false });
  expect(await main('/watch')).toContain('Эфир ещё не начался');
});

test('a broadcast that nobody has switched on counts as over six hours after its start', async () => {
  const start = new Date(NOON - 5 * HOUR).toISOString();
  await putWatch({ starts_at: start });
  const tag = async () => (await t.visitor('GET', '/api/watch-settings')).headers.etag;
  goTo(start, 6 * HOUR - 1);
  const before = await tag();
  expect(await main('/watch')).toContain('Эфир ещё не начался Время начала уже наступило.');
  expect(await markup('/watch')).not.toContain('Возвращайтесь');
  goTo(start, 6 * HOUR);
  expect(await main('/watch')).toContain('Эфир завершён');
  expect(await tag()).not.toBe(before);
  await putWatch({ starts_at: '2032-07-20T17:00:00Z' });
  expect(await main('/watch')).toContain('Эфир ещё не начался Возвращайтесь 20 июля');
  await putWatch({ starts_at: null });
  const show = await t.editor('POST', '/api/admin/shows', { title: 'Финал', starts_at: start, is_public: true });
  expect(await main('/watch')).toContain('Эфир завершён');
  goTo(start, 6 * HOUR - 1);
  expect(await main('/watch')).toContain('Эфир ещё не начался Время начала уже наступило.');
  await t.editor('DELETE', `/api/admin/shows/${show.json().id}`);
});

test('a broadcast without a start is over only when somebody says so', async () => {
  await putWatch({ is_stream_enabled: true });
  await putWatch({ is_stream_enabled: false });
  expect(await main('/watch')).toContain('Возвращайтесь 20 июля');
  await putWatch({ is_stream_over: true });
  expect(await main('/watch')).toContain('Эфир завершён');
  expect(await main('/watch')).not.toContain('Голосовать');
  await putVote({ is_voting_enabled: true, voting_url: 'https://vote.example.org/' });
  expect(await main('/watch')).toContain('Голосовать');
  expect(await markup('/watch')).toMatch(/<a [^>]*class="hot"[^>]*>Голосовать</);
});

test('a broadcast has a recording, which is shown after the end and not before', async () => {
  await putWatch({ starts_at: START, recording_url: RECORDING });
  for (const path of ['/', '/watch', '/watch.data', '/api/watch-settings', '/api/live?poll'])
    expect([path, (await markup(path)).includes(RECORDING)]).toEqual([path, false]);
  await putWatch({ is_stream_over: true, starts_at: null });
  expect(await seen('watch')).toMatchObject({ recording_url: RECORDING });
  expect(await facts()).toContain('Прямой эфир Есть запись Смотреть');
  expect(await markup('/watch')).toContain(`href="${RECORDING}" target="_blank" rel="noopener"`);
  await publishWinner();
  expect(await main('/watch')).toMatch(/Победитель Победил Борис Смотреть запись .*Читать новости/);
});

const RECORDING_URLS = ['http://video.example.org/', 'video.example.org', 'javascript:alert(1)', '/player'];
test.each(RECORDING_URLS)('a broadcast takes no recording at %s', async (recording_url) => {
  const { statusCode, json } = await putWatch({ recording_url });
  const message = 'Адрес записи: нужен полный адрес, который начинается с https://.';
  expect([statusCode, json().fields]).toEqual([400, { recording_url: message }]);
});

test('a broadcast leads to the vote while that is open, and to what is announced', async () => {
  await putWatch({ is_stream_enabled: true });
  expect(await main('/watch')).not.toContain('Голосование');
  await putVote({ is_voting_enabled: true, voting_url: ADDRESS, opens_at: OPENING });
  expect(await main('/watch')).toContain('Голосование откроется 20 июля 2031, 21:30');
  goTo(OPENING);
  expect(await markup('/watch')).toMatch(/<a[^>]*href="\/vote"[^>]*>Голосование открыто/);
  expect(await markup('/watch')).not.toContain(ADDRESS);
});

const says = async (text: string, starts_at: string | null) => {
  await t.editor('PUT', '/api/site-content', { watch_waiting_text: text });
  await putWatch({ starts_at });
  return main('/watch');
};

test.each(rowsIn('settings/days.txt'))(
  'the text before the broadcast names no day but that of the settings: %s',
  async (text, shown) => expect(await says(text, '2031-11-21T17:00:00Z')).toContain(shown),
);

test('the text before the broadcast says «сегодня» on the day, where that fits', async () => {
  expect(await says('Возвращайтесь 20 июля: ждём.', START)).toContain('Возвращайтесь сегодня: ждём.');
  expect(await says('Эфир начнётся 19 июля в 19:00.', START)).toContain('Эфир начнётся сегодня в 20:00.');
  expect(await markup('/watch')).toMatch(/name="description" content="Эфир начнётся 20.июля.в.20:00\."/);
  expect(await says('Ждём до 19 июля.', START)).toContain('Ждём до 20 июля.');
  expect(await says('Состоится 19 июля 2031 года.', START)).toContain('Состоится 20 июля 2031 года.');
});

test('the text before the broadcast stays as written without a start', async () =>
  expect(await says('Возвращайтесь 20 июля.', null)).toContain('Возвращайтесь 20 июля.'));

test('editors change the texts of every state', async () => {
  const home = {
    hero_line: 'Конкурс песни · Светлореченск',
    home_over_title: 'Считаем голоса',
    home_over_text: 'Ждите.',
  };
  const watch = { watch_over_title: 'До встречи', watch_over_text: 'Эфир прошёл.' };
  const vote = { vote_over_title: 'Голоса собраны', vote_over_text: 'Считаем.' };
  expect(await main('/')).not.toContain('Светлореченск');
  await t.editor('PUT', '/api/site-content', { ...home, ...watch, ...vote });
  await putWatch({ is_stream_over: true });
  await putVote({ is_voting_over: true });
  expect(await main('/')).toContain('Конкурс песни · Светлореченск');
  expect(await call()).toBe('Считаем голоса Ждите. Читать новости');
  expect(await main('/vote')).toContain('Голоса собраны Считаем.');
  expect(await main('/watch')).toContain('До встречи Эфир прошёл.');
  expect(await markup('/vote')).toContain('<meta name="description" content="Считаем."');
  expect(await markup('/watch')).toContain('<meta name="description" content="Эфир прошёл."');
});
