import { expect, test } from 'vitest';
import { addShow, askOf, jury, onlyShowOfFour } from '../programme/show.ts';
import { expectRefusal } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const final = onlyShowOfFour(t);
const { idOf } = final;
const tomsk = (points: number[], scale?: unknown) => {
  const given = points.map((each, n): [number, number] => [idOf([0, 1, 3][n] ?? 0), each]);
  return jury({ Томск: given.filter(([, each]) => each > 0) }, { scale });
};
const path = () => `/api/admin/results/${final.id}`;
const stored = async () => (await t.editor('GET', path())).json();
const save = (body: object) => t.editor('PUT', path(), body);
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
  const places = [0, 1, 3].map((at, n) => ({ contestant: idOf(at), place: n + 1, points: 7 - n }));
  const sections = [tomsk([12, 10, 8]), { kind: 'audience', title: 'Зрители', mode: 'places', places }];
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
