import { afterAll, expect, test, vi } from 'vitest';
import { addShow, arm, askOf, jury, putOnStage, reveal, wordsOf } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';
import { wordsIn } from '../rig/words.ts';

const START = '2031-07-20T17:00:00.000Z';
const CLOSING = '2031-07-20T19:40:00.000Z';
const MORNING = '2031-07-21T07:00:00.000Z';
const WINNER = '/programme/boris';
const HALL = '/results?screen';
const WINS = /Победитель Борис «Песня Борис» ·( Томск)? 36 баллов|Первое место — Борис, 36 баллов|1-е место, 36 баллов/;
const PAGES = ['/', '/vote', '/watch', '/results', HALL, '/programme', WINNER, '/news'];

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-07-20T06:00:00Z') });
afterAll(() => vi.useRealTimers());
const t = await needSite();
const ask = askOf(t);
const { id: show, ids } = await addShow(ask, ['Анна', 'Борис'], { starts_at: START });
const twelve = (at: number) => [[ids[at], 12]] as [number, number][];
await arm(ask, show, jury({ Псков: twelve(0), Тверь: twelve(1), Орёл: twelve(1), Омск: twelve(1) }));

const goTo = (moment: string) => vi.setSystemTime(Date.parse(moment));
const putWatch = (body: object) =>
  t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Концерт', ...body });
const putVote = (body: object) => t.editor('PUT', '/api/vote-settings', body);

/** What a page says of each fact, undefined where it is silent; `main` and the dates of the header. */
async function said(path: string) {
  const { payload } = await t.visitor('GET', path);
  const words = wordsOf(payload);
  const header = wordsIn(/<header[^>]*data-header.*?<\/header>/s.exec(payload)?.[0] ?? '');
  const given = (...facts: [RegExp, string][]) => facts.flatMap(([sign, fact]) => (sign.test(words) ? [fact] : []));
  return {
    day: /\d+ июля 20\d\d/.exec(header)?.[0],
    menu: [/Смотреть идёт эфир/.test(header), /Голосовать открыто/.test(header)],
    stream: given(
      [/Прямой эфир Идёт сейчас/, 'live'],
      [/Прямой эфир (?:Завершён|Есть запись)|Эфир завершён/, 'over'],
      [/Эфир ещё не начался|Ещё не начался/, 'before'],
      [/Сейчас не идёт/, 'off'],
    ),
    vote: given(
      [/Голосование Открыто|Голосуйте до|Голосование открыто/, 'open'],
      [/Голосование Завершено|Голосование завершено/, 'over'],
      [/Голосование откроется(?!, но)|Голосование Скоро откроется/, 'upcoming'],
    ),
    stage: given([/На сцене:? Борис/, 'Борис'], [/Перерыв/, 'break']),
    opened: /[Оо]ткрыто (\d из 4)/.exec(words)?.[1],
    winner: given([WINS, 'Борис']),
    words,
    payload,
  };
}

interface Phase extends Record<'stream' | 'vote', string>, Partial<Record<'stage' | 'opened', string>> {
  go: () => unknown;
  /** Pages that name the winner. */
  winner?: string[];
}

const OFF = { stream: 'over', vote: 'over' };
const WINNERS = ['/', '/vote', '/results', HALL, WINNER];
const TOLD = { ...OFF, winner: [...WINNERS, '/watch'] };
const phases: Record<string, Phase> = {
  before: {
    go: () =>
      putVote({ is_voting_enabled: true, voting_url: 'https://vote.example.org', opens_at: START, closes_at: CLOSING }),
    ...{ stream: 'before', vote: 'upcoming' },
  },
  'the day': {
    go: async () => {
      goTo('2031-07-20T09:00:00Z');
      await putWatch({ starts_at: START });
    },
    ...{ stream: 'before', vote: 'upcoming' },
  },
  'live with a stage': {
    go: async () => {
      goTo('2031-07-20T17:10:00Z');
      await putWatch({ is_stream_enabled: true });
      await putOnStage(ask, show, ids[1] ?? 0);
    },
    ...{ stream: 'live', vote: 'open', stage: 'Борис' },
  },
  'a break': { go: () => putOnStage(ask, show, 'break'), stream: 'live', vote: 'open', stage: 'break' },
  'the vote is closed': { go: () => goTo(CLOSING), stream: 'live', vote: 'over', stage: 'break' },
  'the reveal has begun': {
    go: async () => {
      await putOnStage(ask, show, 'end');
      await reveal(ask, show);
    },
    ...{ stream: 'live', vote: 'over', opened: '1 из 4' },
  },
  'half is revealed': { go: () => reveal(ask, show), stream: 'live', vote: 'over', opened: '2 из 4' },
  'the last step': { go: () => reveal(ask, show, 2), stream: 'live', vote: 'over', winner: WINNERS },
  after: { go: () => putWatch({ is_stream_enabled: false }), ...TOLD },
  'next morning': { go: () => goTo(MORNING), ...TOLD },
  restarted: { go: () => t.editor('DELETE', `/api/results/${show}/reveal`), ...OFF },
  'locked again': { go: () => t.editor('DELETE', `/api/results/${show}/arm`), ...OFF },
};

test.each(Object.entries(phases))('no two pages contradict each other: %s', async (_name, phase) => {
  await phase.go();
  for (const path of PAGES) {
    const page = await said(path);
    expect([path, page.day]).toEqual([path, '20 июля 2031']);
    const silent = await said(`${path}${path.includes('?') ? '&' : '?'}spoilers=hide`);
    for (const fact of ['stream', 'vote', 'stage'] as const)
      for (const one of fact === 'stage' ? [page] : [page, silent])
        expect([path, fact, one[fact].filter((word) => word !== phase[fact])]).toEqual([path, fact, []]);
    for (const { menu } of [page, silent])
      expect([path, ...menu]).toEqual([path, phase.stream === 'live', phase.vote === 'open']);
    expect([path, page.opened ?? phase.opened]).toEqual([path, phase.opened]);
    expect([path, page.winner]).toEqual([path, phase.winner?.includes(path) ? ['Борис'] : []]);
    if (path === '/vote') expect(/<img[^>]*covers\/[^"]*boris/.test(page.payload)).toBe(page.winner.length > 0);
    if (phase.winner) expect([path, page.words]).toEqual([path, expect.not.stringMatching(/Узнаем после финала/)]);
    if (phase.winner || phase.opened) expect([path, page.words]).toEqual([path, expect.not.stringMatching(/считают/)]);
    if (phase.stream !== 'before') expect([path, page.words]).toEqual([path, expect.not.stringMatching(/Скоро нач/)]);
    if (Date.now() >= Date.parse(START))
      for (const { words } of [page, silent])
        expect([path, words]).toEqual([path, expect.not.stringMatching(/В календарь/)]);
    expect([path, silent.opened, silent.winner, silent.stage]).toEqual([path, undefined, [], []]);
    if (!phase.opened && !phase.winner)
      for (const payload of [page.payload, silent.payload])
        expect([path, /Псков|Тверь|36 балл/.exec(payload)]).toEqual([path, null]);
  }
  const { stream, vote, opened } = phase;
  const stage = phase.stage ? [phase.stage] : [];
  expect(await said('/')).toMatchObject({ stream: [stream], vote: [vote], stage, opened });
});

test('the date of a span, and one without a show, stay as written', async () => {
  await t.editor('PUT', '/api/site-content', { banner_date: '18–19 июля 2025' });
  expect((await said('/news')).day).toBe('19 июля 2025');
  await t.editor('PUT', '/api/site-content', { banner_date: '20 июля 2025' });
  await t.editor('DELETE', `/api/admin/shows/${show}`);
  expect((await said('/news')).day).toBe('20 июля 2025');
});

test('after the last step of a semi-final nobody counts votes, and in the final no link leads to its points as the outcome', async () => {
  goTo(CLOSING);
  const semi = await addShow(ask, ['Вера', 'Глеб'], { title: 'Первый полуфинал', starts_at: MORNING });
  await arm(ask, semi.id, jury({ Псков: [[semi.ids[0] ?? 0, 12]] }));
  await reveal(ask, semi.id);
  expect((await said('/')).words).toEqual(expect.not.stringMatching(/считают/));
  expect((await said('/vote')).words).toMatch(/Спасибо! Итоги/);
  const final = await addShow(ask, ['Вера'], { title: 'Финал', starts_at: MORNING });
  await putOnStage(ask, final.id, final.ids[0] ?? 0);
  const words = [(await said('/')).words, (await said('/vote')).words];
  expect(words).toEqual([
    expect.stringMatching(/Голоса считают .* Читать новости/),
    expect.stringMatching(/Спасибо! Читать новости/),
  ]);
});
