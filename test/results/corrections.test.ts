import { beforeEach, expect, test } from 'vitest';
import type { Results, ResultsEvent } from '../../model/results/shown.ts';
import { todayIn } from '../../model/text/date.ts';
import { needHeard } from '../live/heard.ts';
import { arm, askOf, jury, onlyShowOfFour, reveal, withoutId } from '../programme/show.ts';
import { expectRefusal } from '../rig/app.ts';

const t = await needHeard();
const final = onlyShowOfFour(t);
const { idOf } = final;
beforeEach(async () => {
  const places = [0, 1, 3].map((at, n) => ({ contestant: idOf(at), place: n + 1, points: 30 - n * 10 }));
  const givers = jury({ Томск: pointsOf([12, 10, 8]), Псков: pointsOf([8, 10, 12]) }, { scale: undefined });
  await arm(askOf(t), final.id, givers, { kind: 'audience', title: 'Зрители', mode: 'places', places });
});

const stored = async () => (await t.editor('GET', `/api/admin/results/${final.id}`)).json();
const now = async (): Promise<Results> => withoutId((await t.visitor('GET', '/api/results')).json());
const open = (steps: number) => reveal(askOf(t), final.id, steps);
const pointsOf = (points: number[]): [number, number][] => points.map((given, n) => [idOf([0, 1, 3][n] ?? 0), given]);
const correct = (step: number, points: number[], more: object = {}, headers?: Record<string, string>) => {
  const body = { step, points: pointsOf(points), reason: 'Опечатка в протоколе', ...more };
  return t.editor('POST', `/api/results/${final.id}/corrections`, body, headers);
};

test('a correction changes one giver, shows as corrected with its day and reason, and hides nothing', async () => {
  await open(4);
  const before = await now();
  const { version } = await stored();
  const answer = await correct(0, [10, 12, 8], {}, { 'if-match': `"${version}"` });
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { revealed: 4, version: version + 1 }]);
  const after = await now();
  expect(after.seq).toBeGreaterThan(before.seq);
  expect(after.steps).toEqual([
    { ...before.steps[0], points: pointsOf([10, 12, 8]).map(([, given], at) => [at, given]) },
    ...before.steps.slice(1),
  ]);
  const [correction] = after.corrections ?? [];
  const what = { step: 0, title: 'Жюри: Томск', day: todayIn('Europe/Moscow'), reason: 'Опечатка в протоколе' };
  expect([after.corrections?.length, correction]).toEqual([1, { ...what, changes: expect.any(Array) }]);
  expect(correction?.changes.join(' ')).toBe('0,12,10 1,10,12');
  expect({ ...after, steps: [], seq: 0, corrections: undefined }).toEqual({ ...before, steps: [], seq: 0 });
  expect((await t.editor('GET', '/api/admin/journal?kind=results&limit=1')).json()[0]).toMatchObject({
    ...{ action: 'results.correct', who: 'admin', title: 'Жюри: Томск («Финал»)' },
    changes: [
      { field: 'points', before: 'Анна 12, Борис 10', after: 'Анна 10, Борис 12' },
      { field: 'reason', after: 'Опечатка в протоколе' },
    ],
  });
  await open(1);
  expect(await now()).toMatchObject({ state: 'final', corrections: [{ step: 0 }] });
});

test('a correction is told to open pages and stands on the page of the results, but not without spoilers', async () => {
  await open(2);
  const page = async (query = '') => (await t.visitor('GET', `/results${query}`)).payload.replace(/<!-- -->/g, '');
  expect(await page()).not.toContain('Исправлено');
  const stream = await t.listen();
  await correct(1, [8, 12, 10]);
  const { seq } = await now();
  let told: ResultsEvent | undefined;
  while (told?.seq !== seq) told = (await stream.next('results')).data as ResultsEvent;
  expect(told).toMatchObject({ seq, state: 'revealing', of: 5, revealed: 2, change: 'correct', target: final.id });
  expect(JSON.stringify(told)).not.toContain('points');
  const shown = (await page()).replace(/<[^>]+>/g, '');
  expect(shown).toMatch(/Исправлено \d+ [а-я]+: Жюри: Псков\. Борис 10 → 12, Глеб 12 → 10\. Опечатка в протоколе\./);
  expect(shown).toMatch(/Лидирует с\u00a0результатом 22\u00a0балла/);
  expect(await page(`?screen=${final.id}`)).toContain('Исправлено');
  for (const hidden of ['?spoilers=hide', `?spoilers=hide&screen=${final.id}`])
    expect(await page(hidden)).not.toMatch(/Исправлено|Опечатка|Псков/);
});

test('points of the audience are corrected once all of them are open, and the places follow', async () => {
  await open(4);
  expectRefusal(await correct(2, [10, 20, 30]), 409, '«Зрители»: баллы открыты не все. Исправить можно открытые.');
  await open(1);
  expect((await correct(3, [10, 20, 30])).statusCode).toBe(200);
  const { steps, corrections } = await now();
  const given = steps.slice(2).map(({ title, points }) => `${title} ${points.join(' ')}`);
  expect(given).toEqual(['Зрители: 3-е место 0,10', 'Зрители: 2-е место 1,20', 'Зрители: 1-е место 2,30']);
  expect(corrections).toMatchObject([{ step: 4, title: 'Зрители' }]);
  expect((await correct(3, [10, 20])).json().message).toBe('Баллы: нужны для каждого участника.');
});

test('only what is open is corrected, of the version that was read', async () => {
  const closed = 'Баллы ещё не открыты, исправлять на сайте нечего. Измените их в таблице, сняв подготовку.';
  expectRefusal(await correct(0, [10, 12, 8]), 409, closed);
  await open(1);
  const before = [await stored(), await now()];
  expectRefusal(await correct(1, [10, 12, 8]), 409, '«Жюри: Псков»: баллы открыты не все. Исправить можно открытые.');
  expect((await correct(0, [10, 12, 8], {}, { 'if-match': '"1"' })).statusCode).toBe(412);
  const body = { step: 0, points: pointsOf([10, 12, 8]), reason: 'Опечатка' };
  expect((await t.editor('POST', '/api/results/999999/corrections', body)).statusCode).toBe(404);
  for (const wrong of [
    { reason: ' ' },
    { reason: undefined },
    { step: 99 },
    { points: [] },
    { points: pointsOf([0, 0, 0]) },
    { points: [[idOf(2), 12]] },
    { points: [[idOf(0), 12.5]] },
    { points: [...pointsOf([12]), ...pointsOf([10])] },
  ])
    expect((await correct(0, [10, 12, 8], wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
  expect([await stored(), await now()]).toEqual(before);
});

test('a correction that breaks the scale is confirmed as such; one without a difference changes nothing', async () => {
  await open(1);
  expect([(await correct(0, [12, 10, 8])).statusCode, (await now()).corrections]).toEqual([200, undefined]);
  const refused = await correct(0, [12, 12, 8]);
  expect([refused.statusCode, refused.json().code, (await now()).corrections]).toEqual([409, 'off_scale', undefined]);
  const confirms = ['«Жюри»: Томск — нет оценки 10, оценка 12 повторяется.'];
  expect((await correct(0, [12, 12, 8], { confirms })).statusCode).toBe(200);
  expect((await now()).corrections).toMatchObject([{ changes: [[1, 10, 12]] }]);
});

test('a correction goes with its step, and is not shown of one that is opened again with the right points', async () => {
  await open(1);
  await correct(0, [10, 12, 8]);
  await t.editor('DELETE', `/api/results/${final.id}/reveal`);
  expect((await now()).corrections).toBeUndefined();
  await open(1);
  const again = await now();
  expect([again.steps[0]?.points[0], again.corrections]).toEqual([[0, 10], undefined]);
});

test('whoever was withdrawn keeps the points that the correction does not name', async () => {
  await open(1);
  await final.withdraw(0);
  expect((await correct(0, [], { points: pointsOf([0, 8, 10]).slice(1) })).statusCode).toBe(200);
  expect((await now()).corrections?.map(({ changes }) => changes.join(' '))).toEqual(['0,10,8 1,8,10']);
  await final.withdraw(0, false);
  expect((await now()).steps[0]?.points).toContainEqual([0, 12]);
});
