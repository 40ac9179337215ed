import { expect, test } from 'vitest';
import type { Results, ResultsEvent } from '../../model/results/schema.ts';
import { todayIn } from '../../model/text/date.ts';
import { needHeard } from '../live/heard.ts';
import { addShow, arm, askOf, byPlaces, jury, onlyShowOfFour, reveal, withoutId } from '../programme/show.ts';
import { expectRefusal } from '../rig/app.ts';

const t = await needHeard();
const final = onlyShowOfFour(t);
const { idOf } = final;

const path = () => `/api/admin/results/${final.id}`;
const stored = async () => (await t.editor('GET', path())).json();
const save = (body: object) => t.editor('PUT', path(), body);
const now = async (): Promise<Results> => withoutId((await t.visitor('GET', '/api/results')).json());
const pointsOf = (points: number[]): [number, number][] => points.map((given, n) => [idOf([0, 1, 3][n] ?? 0), given]);
const byAudience = (...points: number[]) => byPlaces([0, 1, 3].map(idOf), points);

const tomsk = (points: number[], scale?: unknown) =>
  jury({ Томск: pointsOf(points).filter(([, each]) => each > 0) }, { scale });
const armWith = (body?: object) => t.editor('POST', `/api/results/${final.id}/arm`, body);

const put = async (points: number[], scale?: number[]) => {
  const control_total = points.reduce((sum, given) => sum + given, 0);
  expect((await save({ sections: [tomsk(points, scale)], control_total })).statusCode).toBe(200);
};

test.each<[string, number[], number[] | undefined, string | undefined]>([
  ['that are all there', [12, 10, 8], undefined, undefined],
  ['in any order', [8, 12, 10], undefined, undefined],
  ['with two highest ones', [12, 12, 8], undefined, 'нет оценки 10, оценка 12 повторяется'],
  ['with one only', [12, 0, 0], undefined, 'нет оценки 10, нет оценки 8'],
  ['with one that misses', [12, 0, 8], undefined, 'нет оценки 10'],
  ['with one too many', [13, 12, 10], undefined, 'нет оценки 8, оценка 13 не по шкале'],
  ['with a typing error', [99_999, 10, 8], undefined, 'нет оценки 12, оценка 99999 не по шкале'],
  ['below those of so few', [12, 10, 7], undefined, 'нет оценки 8, оценка 7 не по шкале'],
  ['of another scale', [5, 3, 1], [5, 3, 1], undefined],
  ['of another scale with one that misses', [5, 0, 1], [5, 3, 1], 'нет оценки 3'],
  ['of no scale', [99_999, 1, 1], [], undefined],
])('marks of a scale %s are locked when they are right', async (_what, points, scale, fault) => {
  await put(points, scale);
  const breaches = fault ? [`«Жюри»: Томск — ${fault}.`] : [];
  expect(await stored()).toMatchObject({ gaps: [], breaches });
  const answer = await armWith({});
  if (!fault) return expect([answer.statusCode, answer.json().breaches]).toEqual([200, []]);
  const message = `Баллы не по шкале. ${breaches[0]} Исправьте их или подтвердите словами, что всё верно.`;
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'off_scale', message }]);
  expect((await stored()).armed_at).toBeNull();
});

test('marks of a scale that are off it are locked once exactly these are confirmed in words, not since they changed, which the audit log keeps', async () => {
  await put([12, 12, 8]);
  const { breaches } = await stored();
  const reason = 'Жюри объявило две высшие оценки, протокол 3';
  for (const confirms of [[], ['«Жюри»: Псков — нет оценки 10.'], [...breaches, 'и другое']])
    expect((await armWith({ confirms, reason })).json().code).toBe('off_scale');
  for (const wrong of [{ confirms: breaches }, { confirms: breaches, reason: ' ' }, { confirms: 'всё', reason }])
    expect((await armWith(wrong)).statusCode).toBe(400);
  expect((await stored()).armed_at).toBeNull();
  await put([12, 12, 7]);
  expect((await armWith({ confirms: breaches, reason })).json().code).toBe('off_scale');
  await put([12, 12, 8]);
  expect((await armWith({ confirms: breaches, reason })).statusCode).toBe(200);
  const [, confirmed] = (await t.editor('GET', '/api/admin/journal?kind=results&limit=2')).json();
  expect(confirmed).toMatchObject({
    ...{ action: 'results.confirm', who: 'admin', title: 'Финал' },
    changes: [
      { field: 'breaches', after: breaches[0] },
      { field: 'reason', after: reason },
    ],
  });
});

test.each<[string, unknown]>([
  ['rises', [10, 12]],
  ['repeats', [12, 12]],
  ['has nothing', [12, 0]],
  ['has a fraction', [1.5]],
  ['is a text', '12, 10'],
  ['is endless', Array.from({ length: 61 }, (_, at) => 100 - at)],
])('marks of a scale are refused for a scale that %s', async (_what, scale) => {
  expectRefusal(await save({ sections: [tomsk([12, 10, 8], scale)] }), 400, expect.stringMatching(/^Шкала: /));
  expect((await stored()).version).toBe(0);
});

test('the control total is nowhere in the answers before it was typed, nor in a refusal of a wrong one', async () => {
  const sections = [tomsk([12, 10, 8]), byAudience(7, 6, 5)];
  // Numbers of rows may have any digits.
  const numbers = /"(seq|show_id|contestant|version)":\d+|\[\d+,|"(at|armed_at)":"[^"]*"/g;
  for (const control_total of [null, 49, 0])
    for (const answer of [await save({ sections, control_total }), await armWith(), await t.editor('GET', path())])
      expect(answer.payload.replace(numbers, '')).not.toMatch(/\b48\b/);
  expect((await save({ sections, control_total: 48 })).json().gaps).toEqual([]);
});

test('marks of sixty to sixty are saved, by a jury and by the audience', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `Участник ${at}`);
  const { id, ids } = await addShow(askOf(t), names);
  const points = ids.map((each, at): [number, number] => [each, 99_999 - at]);
  const section = jury(Object.fromEntries(names.map((name) => [name, points])));
  const answer = await t.editor('PUT', `/api/admin/results/${id}`, { sections: [section, section] });
  expect([answer.statusCode, answer.json().steps?.length]).toEqual([200, 120]);
});

const open = async (steps: number) => {
  const givers = { Томск: pointsOf([12, 10, 8]), Псков: pointsOf([8, 10, 12]) };
  const isArmed = (await stored()).armed_at !== null;
  if (!isArmed) await arm(askOf(t), final.id, jury(givers, { scale: undefined }), byAudience(30, 20, 10));
  return reveal(askOf(t), final.id, steps);
};
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
  await open(0);
  const closed = 'Баллы ещё не открыты, исправлять на сайте нечего. Измените их в таблице, сняв подготовку.';
  expectRefusal(await correct(0, [10, 12, 8]), 409, closed);
  await open(1);
  const before = [await stored(), await now()];
  expectRefusal(await correct(1, [10, 12, 8]), 409, '«Жюри: Псков»: баллы открыты не все. Исправить можно открытые.');
  expect((await correct(0, [10, 12, 8], {}, { 'if-match': '"1"' })).statusCode).toBe(412);
  const body = { step: 0, points: pointsOf([10, 12, 8]), reason: 'Опечатка' };
  expect((await t.editor('POST', '/api/results/999999/corrections', body)).statusCode).toBe(404);
  const twice = [...pointsOf([12]), ...pointsOf([10])];
  const given = [[], pointsOf([0, 0, 0]), [[idOf(2), 12]], [[idOf(0), 12.5]], twice];
  for (const wrong of [{ reason: ' ' }, { reason: undefined }, { step: 99 }, ...given.map((points) => ({ points }))])
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
