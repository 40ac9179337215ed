import { expect, test } from 'vitest';
import { addShow, arm, askOf, jury, putOnStage, reveal, wordsOf } from '../programme/show.ts';
import { needSite } from '../rig/needs.ts';

const HIDE = 'spoilers=hide';
const NAMES = ['Анна', 'Борис', 'Вера'];
const PAGES = ['/', '/vote', '/results', '/programme', '/programme/boris', '/programme/anna', '/watch'];

const t = await needSite();
const ask = askOf(t);
const { id: semi, ids } = await addShow(ask, NAMES, { title: 'Полуфинал', starts_at: '2030-07-18T17:00:00.000Z' });
const { id: final } = await addShow(ask, []);
await t.editor('PUT', `/api/admin/shows/${final}/order`, { ids });
await armBy(semi, { Томск: 0, Омск: 0 });
await armBy(final, { Псков: 0, Тверь: 1, Орёл: 1 });

/** Juries that give one contestant twelve points each, and Вера one. */
async function armBy(show: number, best: Record<string, number>): Promise<void> {
  const points = (at: number) => [ids[at], ids[2]].map((id, place) => [id, place === 0 ? 12 : 1]);
  const givers = Object.entries(best).map(([name, at]) => [name, points(at)]);
  await arm(ask, show, jury(Object.fromEntries(givers)));
}

const putVote = (body: object) => t.editor('PUT', '/api/vote-settings', body);
const putWatch = (body: object) =>
  t.editor('PUT', '/api/watch-settings', { title: 'Эфир', description: 'Финал', ...body });

const read = async (path: string) => (await t.visitor('GET', path)).payload;

const words = async (path: string) => wordsOf(await read(path));

const leadsToResults = async (path: string) => /<main[^>]*>.*href="\/results[#"]/s.test(await read(path));

async function menus(path: string): Promise<boolean[]> {
  const html = await read(path);
  const parts = [/<nav id="menu"(.*?)<\/nav>/s, /<footer(.*?)<\/footer>/s].map((part) => part.exec(html)?.[1] ?? '');
  return parts.map((part) => /href="\/results"[^>]*>Итоги/.test(part));
}

/** Neither pages without spoilers nor their data say it. */
async function expectSilence(telling: RegExp): Promise<void> {
  const data = PAGES.map((path) => `${path === '/' ? '/_' : path}.data`);
  for (const path of [...PAGES, ...data, '/news', '/news.data', '/feed.xml'])
    expect([path, telling.exec(await read(`${path}?${HIDE}`))?.[0]]).toEqual([path, undefined]);
}

test('with nothing yet no page invites to a vote or to a board', async () => {
  expect(await words('/')).toMatch(/Голосование Ещё не открыто/);
  expect(await read('/')).not.toMatch(/>Голосовать<(?!\/a><\/li>)/);
  expect(await words('/')).toMatch(/Ваш голос решает .* О голосовании $/);
  expect(await words('/')).toMatch(/Участники Все участники «Песня Анна» Анна «Песня Борис» Борис «Песня Вера» Вера /);
  expect(await words(`/?${HIDE}`)).not.toContain('Все участники');
  expect(await words('/programme/boris')).toMatch(/Предыдущий номер Анна Следующий номер Вера/);
  expect(await words('/vote')).toMatch(/Голосование ещё не открыто .*Песни и участники О конкурсе/);
  expect(await menus('/')).toEqual([false, false]);
  await putVote({ is_voting_enabled: true, voting_url: 'https://vote.example.org/song' });
  expect(await words('/vote')).toContain('Песни и участники');
  await putVote({ is_voting_enabled: false });
});

test('a semi-final that is over has its board everywhere, and no winner of the contest', async () => {
  await reveal(ask, semi, 2);
  expect(await menus('/about')).toEqual([true, true]);
  expect(await words('/')).toContain('Полуфинал Табло: открыты все баллы');
  expect(await words('/')).toContain('Победитель Узнаем после финала');
  expect(await words('/vote')).not.toContain('Победитель');
  expect(await words('/programme/anna')).toContain('1-е место, 24 балла · Полуфинал');
});

test('during the reveal the home page says how far it is, and nobody has won', async () => {
  await putWatch({ is_stream_enabled: true });
  await reveal(ask, final);
  expect(await words('/')).toContain('Финал Табло: открыто 1 из 3 Итоги');
  for (const page of ['/', '/vote', '/watch']) {
    expect([page, await leadsToResults(page)]).toEqual([page, true]);
    expect(await words(page)).not.toMatch(/Победитель (?!Узнаем)/);
  }
  expect(await words('/programme/anna')).not.toContain('Финал:');
  await expectSilence(/Псков|из\u00a03|балл[ао]?в? ·|24 балла|Табло/);
});

test('during the show pages say who is on stage', async () => {
  await putOnStage(ask, final, ids[1] ?? 0);
  for (const page of ['/', '/programme']) expect(await words(page)).toContain('На сцене: Борис');
  await putOnStage(ask, final, 'end');
});

test('after the last step every page names the same winner from the board, and leads to it', async () => {
  await reveal(ask, final, 2);
  await putWatch({ is_stream_enabled: true });
  for (const page of ['/', '/vote']) expect(await words(page)).toMatch(/Победитель Борис/);
  expect(await words('/programme')).toMatch(/Победитель.— Борис/);
  expect(await words('/programme/boris')).toContain('1-е место');
  await putWatch({ is_stream_enabled: false, is_stream_over: true });
  for (const page of ['/', '/vote', '/watch']) {
    expect(await words(page)).toMatch(/Победитель Борис «Песня Борис» · 24 балла/);
    expect([page, await leadsToResults(page)]).toEqual([page, true]);
  }
  expect(await words('/')).not.toMatch(/Узнаем после финала|Голоса считают|Табло/);
  const { id: after } = await addShow(ask, [], { title: 'Гала-концерт', starts_at: '2030-12-20T17:00:00.000Z' });
  expect(await words('/')).toMatch(/Победитель Борис/);
  const next = await addShow(ask, [], { title: 'Вечер нового года', starts_at: '2031-06-20T17:00:00.000Z' });
  expect(await words('/')).not.toMatch(/Победитель Борис/);
  for (const id of [after, next.id]) await t.editor('DELETE', `/api/admin/shows/${id}`);
  expect(await words('/programme/boris')).toContain('1-е место, 24 балла · Финал');
  expect(await words('/programme/anna')).toContain('2-е место, 12 баллов · Финал');
  expect([await leadsToResults('/programme'), await leadsToResults('/programme/boris')]).toEqual([true, true]);
  expect(await menus('/')).toEqual([true, true]);
  await expectSilence(/24\u00a0?балла|1-е место|Победитель (?!Узнаем)|href="\/results[?#]/);
});

test('a board that is complete ends an open vote on every page, but not one that was opened since, nor for programs', async () => {
  const { id: gala, all } = await addShow(ask, ['Дора'], { title: 'Гала', starts_at: '2030-07-19T17:00:00.000Z' });
  const open = async () => {
    const [home, vote, watch, anna] = await Promise.all(
      ['/', '/vote', '/watch', `/programme/${all[0]?.slug}`].map(read),
    );
    const inMenu = /aria-label="Основное меню".*?>открыто</s.test(home ?? '');
    return [
      inMenu,
      ...[home, watch, anna].map((html = '') => wordsOf(html).includes('Голосовать')),
      /song"/.test(vote ?? ''),
    ];
  };
  await putVote({ is_voting_enabled: true, voting_url: 'https://vote.example.org/song' });
  expect(await open()).toEqual([true, true, true, true, true]);
  await t.editor('DELETE', `/api/results/${final}/reveal`);
  await reveal(ask, final, 2);
  expect(await open()).toEqual([true, true, true, true, true]);
  await reveal(ask, final);
  for (const is_stream_enabled of [true, false]) {
    await putWatch({ is_stream_enabled });
    expect(await open()).toEqual([false, false, false, false, false]);
  }
  expect(await words('/')).toMatch(/Голосование Завершено О голосовании.*Голосование завершено Итоги/);
  expect(await words('/vote')).toMatch(/^ ?Голосование завершено Победитель Борис/);
  expect((await t.visitor('GET', '/api/vote-settings')).json()).toMatchObject({
    vote_state: 'open',
    voting_url: /song/,
  });
  await putVote({ is_voting_enabled: false });
  await t.editor('DELETE', `/api/admin/shows/${gala}`);
});

test('the article of the winner is added to the board, and says nothing without spoilers', async () => {
  const group = (await ask('POST', '/admin/groups', { name: 'Финал' })).id;
  await ask('POST', '/admin/news', { title: 'Победу взял Борис', slug: 'pobeda', content: '<p>Ура</p>', group });
  for (const page of ['/', '/vote']) expect(await words(page)).toMatch(/Победитель Борис .*Победу взял Борис/);
  expect(await read('/feed.xml')).toContain('Победу взял Борис');
  await expectSilence(/Победу взял|pobeda/);
  expect(await words(`/news?${HIDE}`)).toContain('Новости, в которых могут быть итоги, скрыты.');
  expect(await read(`/?${HIDE}`)).toContain('href="/feed.xml?spoilers=hide"');
});

test('a step that is taken back is taken back everywhere', async () => {
  await t.editor('DELETE', `/api/results/${final}/reveal`);
  expect(await words('/')).toContain('Полуфинал Табло: открыты все баллы');
  expect(await words('/programme/boris')).not.toContain('Финал ·');
  await t.editor('DELETE', `/api/results/${semi}/reveal`);
  expect(await menus('/')).toEqual([false, false]);
  expect(await words('/results')).toContain('Баллы ещё не открыты.');
});
