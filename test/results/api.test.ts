import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { resultsSince } from '../../model/results/results.ts';
import type { Results, ResultsEvent } from '../../model/results/schema.ts';
import { needHeard } from '../live/heard.ts';
import { addShow, askOf, byPlaces, jury, onlyShowOfFour, setMoment, withoutId } from '../programme/show.ts';
import { type Caller, expectRefusal, readAuditLog, signInAs } from '../rig/app.ts';

const t = await needHeard();
const broadcast = await signInAs(t, 'broadcast', 'Ольга');
const final = onlyShowOfFour(t);
const { idOf } = final;

const pairs = (words: string) => words.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]);
/** Of one of the four, each: `at:points`. */
const marks = (words: string) => pairs(words).map(([at, points]): [number, number] => [idOf(at), points]);
/** Two juries, and the audience by places: 45 points in five steps. */
const sheet = () => {
  const audience = byPlaces([3, 0, 1].map(idOf), [14, 7, 0]);
  return { sections: [jury({ Томск: marks('1:12 0:10'), Псков: marks('0:2') }), audience], control_total: 45 };
};
const path = () => `/api/admin/results/${final.id}`;
const stored = async () => (await t.editor('GET', path())).json();
const save = (body: object = sheet(), headers?: Record<string, string>) => t.editor('PUT', path(), body, headers);
const arm = () => t.editor('POST', `/api/results/${final.id}/arm`);
const now = async (): Promise<Results> => withoutId((await t.visitor('GET', '/api/results')).json());
const seq = async () => (await stored()).seq;
const press = async (more: object = {}, call: Caller = t.editor) =>
  call('POST', `/api/results/${final.id}/reveal`, { key: randomUUID(), seen: await seq(), again: true, ...more });
const prepare = async () => {
  await save();
  expect((await arm()).statusCode).toBe(200);
};
const auditLog = (limit: number) => readAuditLog(t, `kind=results&limit=${limit}`);

test('the points of a show are saved whole, with their version, total, steps and what is missing, and not over a newer version', async () => {
  const empty = await t.editor('GET', path());
  expect([empty.headers.etag, empty.json()]).toMatchObject(['"0"', { sections: [], armed_at: null }]);
  const saved = await save(sheet(), { 'if-match': '"0"' });
  expect([saved.statusCode, saved.headers.etag]).toEqual([200, '"1"']);
  expect(saved.json()).toEqual({
    ...{ show_id: final.id, ...sheet(), gaps: [], breaches: [], armed_at: null, is_final: false, version: 1 },
    steps: [
      { section: 'jury', title: 'Жюри: Томск' },
      { section: 'jury', title: 'Жюри: Псков' },
      { section: 'audience', title: 'Зрители: 3-е место' },
      { section: 'audience', title: 'Зрители: 2-е место' },
      { section: 'audience', title: 'Зрители: 1-е место' },
    ],
    ...{ revealed: 0, seq: expect.any(Number), undo_id: null, undo_until: null },
  });
  expect(await stored()).toEqual(saved.json());
  expect((await save({ sections: [] }, { 'if-match': '"0"' })).statusCode).toBe(412);
  expect([await stored(), (await save(sheet(), { 'if-match': '"1"' })).headers.etag]).toEqual([saved.json(), '"1"']);
  expect(await auditLog(1)).toEqual(['admin results.save Финал']);
});

test('the points of a show are kept half done, and armed only when they are whole and the typed total is theirs', async () => {
  for (const [change, missing] of [
    [{ control_total: 46 }, 'Контрольная сумма не сходится: введено 46. Сверьте с бумагой таблицу и саму сумму.'],
    [{ sections: [jury({ Псков: [] })], control_total: 0 }, '«Жюри»: Псков — баллов ещё нет.'],
  ] as const) {
    expect((await save({ ...sheet(), ...change })).statusCode).toBe(200);
    const refused = await arm();
    expectRefusal(refused, 409, expect.stringContaining(missing));
    expect(refused.json().code).toBe('not_ready');
    expect(await stored()).toMatchObject({ gaps: expect.arrayContaining([missing]), armed_at: null });
  }
});

test('the points of a show are not armed any more once somebody who got some does not perform', async () => {
  await save();
  await final.withdraw(1);
  expect((await arm()).json().message).toContain('«Жюри»: Томск — есть баллы тому, кто не выступает.');
  expect((await save({ ...sheet(), control_total: 1 })).statusCode).toBe(400);
});

test('the points of a show cannot be changed while they are armed; without a step they can be disarmed', async () => {
  await prepare();
  const locked = 'Итоги подготовлены к показу, их нельзя менять. Сначала снимите подготовку.';
  expectRefusal(await save({ ...sheet(), control_total: 1 }), 409, locked);
  expect((await t.editor('DELETE', `/api/results/${final.id}/arm`)).json()).toMatchObject({ armed_at: null });
  expect((await save({ ...sheet(), control_total: 1 })).statusCode).toBe(200);
  await prepare();
  await press();
  expect((await t.editor('DELETE', `/api/results/${final.id}/arm`)).statusCode).toBe(409);
});

test.each<[string, () => object, string]>([
  ['of a withdrawn one', () => ({ points: marks('2:12') }), 'Баллы есть у того, кто в этом концерте не выступает.'],
  ['of an unknown one', () => ({ points: [[999_999, 12]] }), 'Баллы есть у того, кто в этом концерте не выступает.'],
  ['below nothing', () => ({ points: marks('0:-1') }), 'Баллы: нужны целые числа от 0'],
  ['with a fraction', () => ({ points: marks('0:0.5') }), 'Баллы: нужны целые числа от 0'],
  ['in words', () => ({ points: [[idOf(0), '12']] }), 'Баллы: нужны целые числа от 0'],
  ['that are no pairs', () => ({ points: [idOf(0)] }), 'Баллы: нужны целые числа от 0'],
  ['twice', () => ({ points: marks('0:1 0:2') }), 'Раздел: один участник стоит в столбце дважды.'],
  ['of a giver without a name', () => ({ name: 5, points: [] }), 'Кто даёт баллы: нужен текст.'],
])('the points of a show %s are refused in Russian, and nothing changes', async (_what, giver, message) => {
  const sections = [{ ...jury({}), givers: [{ name: 'Томск', ...giver() }] }];
  expectRefusal(await save({ sections }), 400, expect.stringContaining(message));
  expectRefusal(await save({ sections: [{ ...jury({}), givers: ['Томск'] }] }), 400, 'Неверное значение.');
  expect((await stored()).version).toBe(0);
});

test('a press reveals one step with its moment, and nothing else leaves the server', async () => {
  await prepare();
  expect(await now()).toEqual({ seq: await seq(), show: null, state: 'none', of: 0, contestants: [], steps: [] });
  const first = await press();
  const step = { at: expect.stringMatching(/^\d{4}-.*Z$/), section: 'jury', title: 'Жюри: Томск' };
  expect(first.statusCode).toBe(200);
  expect(first.json()).toEqual({
    ...{ id: expect.stringMatching(/^[a-z0-9]{8}\.\d+$/), seq: expect.any(Number) },
    ...{ show: { id: final.id, title: 'Финал' }, state: 'revealing', of: 5 },
    contestants: [0, 1, 3].map((at) => ({ ...final.shown(at), country: 'Томск' })),
    plan: [
      { mode: 'givers', steps: 2, top: null },
      { mode: 'places', steps: 3, top: null },
    ],
    steps: [{ ...step, points: pairs('1:12 0:10') }],
  });
  expect(await now()).toEqual(withoutId(first.json()));
  expect((await t.visitor('GET', `/api/results/${final.id}`)).json()).toEqual(first.json());
  expect((await t.visitor('GET', '/api/results/999999')).json()).toMatchObject({ state: 'none', show: null });
  const told = JSON.stringify(await now(), (key, value) => (/^(at|seq|id)$/.test(key) ? undefined : value));
  expect(told).not.toMatch(/Псков|Зрители|45/);
  const rest = [];
  for (let n = 2; n <= 5; n += 1) rest.push((await press()).json());
  expect(rest.map(({ state, steps }: Results) => `${state} ${steps.at(-1)?.title}`)).toEqual([
    ...['revealing Жюри: Псков', 'revealing Зрители: 3-е место'],
    ...['revealing Зрители: 2-е место', 'final Зрители: 1-е место'],
  ]);
  expectRefusal(await press(), 409, 'Все шаги уже открыты.');
  const opened = ['Зрители: 1-е место', 'Зрители: 2-е место'];
  expect(await auditLog(2)).toEqual(opened.map((title) => `admin results.step ${title}`));
});

test('a press of one of two operators who saw the same is refused with the word that the other did it, and the state', async () => {
  await prepare();
  const seen = await seq();
  const both = await Promise.all([broadcast, broadcast].map((call) => press({ seen, again: false }, call)));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const [won, lost] = both.map((answer) => answer.json()).sort((one) => ('message' in one ? 1 : -1));
  expect(lost).toEqual({ message: 'Уже сделано. Ольга: открыто — Жюри: Томск.', code: 'conflict', current: won });
  expect((await now()).steps).toHaveLength(1);
  // The step stays done, whatever is opened after it.
  await press();
  // With its number a press that was repeated is known, too.
  for (const more of [{ again: false }, { step: 0 }])
    expect((await press({ seen, ...more }, broadcast)).json().message).toBe(lost.message);
  expect((await press({ seen }, broadcast)).json().message).toContain('последнее нажатие другое');
});

test('a press that names a step reveals that one or none', async () => {
  await prepare();
  const another = 'Следующим стоит другой шаг. Посмотрите, как сейчас, и нажмите ещё раз.';
  expectRefusal(await press({ step: 1 }), 409, another);
  for (const step of [-1, 0.5, '0', null]) expect((await press({ step })).statusCode).toBe(400);
  expect((await press({ step: 0 })).json().steps).toMatchObject([{ title: 'Жюри: Томск' }]);
});

test('a press needs a show that is on the site and armed', async () => {
  await save();
  expectRefusal(await press(), 409, 'Итоги этого концерта не подготовлены к показу.');
  await prepare();
  await final.hide();
  expect((await press()).json().message).toContain('не показывается на сайте');
  expect((await t.editor('POST', '/api/results/999999/reveal', { key: randomUUID(), seen: 0 })).statusCode).toBe(404);
  expect((await t.editor('GET', '/api/admin/results/999999')).statusCode).toBe(404);
  for (const wrong of [{ key: '<b>' }, { key: undefined }, { seen: undefined }, { seen: -1 }])
    expect((await press(wrong)).statusCode).toBe(400);
  expect((await stored()).revealed).toBe(0);
});

test('a step taken back is hidden again, is not told to anybody, is followed by the one before it, and is revealed by the next press', async () => {
  await prepare();
  const { seq: first } = (await press()).json();
  const { seq: second } = (await press()).json();
  expect((await stored()).undo_until).toMatch(/^\d{4}-.*Z$/);
  const undone = await broadcast('DELETE', `/api/results/reveals/${second}`);
  expect([undone.statusCode, undone.json().steps]).toMatchObject([200, [{ title: 'Жюри: Томск' }]]);
  expect(undone.json().seq).toBeGreaterThan(second);
  expect(await now()).toEqual(withoutId(undone.json()));
  expect((await broadcast('DELETE', `/api/results/reveals/${second}`)).json()).toEqual(undone.json());
  expect(await auditLog(1)).toEqual(['Ольга results.undo открыто — Жюри: Псков']);
  // To pages that had not heard of it before.
  const { missed: told } = await resultsSince(t.store.db, first);
  expect(told.map(({ change, after }) => `${change} ${after}`)).toEqual([`none ${first}`, `undo ${second}`]);
  expect(JSON.stringify(told)).not.toContain('points');
  expect(await stored()).toMatchObject({ revealed: 1, undo_id: first });
  expect((await t.editor('DELETE', `/api/results/reveals/${first}`)).statusCode).toBe(200);
  expect(await stored()).toMatchObject({ revealed: 0, undo_id: null, undo_until: null });
  expect((await press()).json().steps).toMatchObject([{ title: 'Жюри: Томск' }]);
  expect((await press()).json().steps.at(-1).title).toBe('Жюри: Псков');
});

test('a step taken back is the newest press of the last ten seconds and no other', async () => {
  await prepare();
  const { seq: first } = (await press()).json();
  const { seq: second } = (await press()).json();
  const refused = await t.editor('DELETE', `/api/results/reveals/${first}`);
  expectRefusal(refused, 409, 'Не принято, последнее нажатие другое. admin: открыто — Жюри: Псков.');
  expect(refused.json().current.seq).toBe(second);
  await setMoment(t.store.db, second, new Date(Date.now() - 11_000).toISOString());
  const late = await t.editor('DELETE', `/api/results/reveals/${second}`);
  expectRefusal(late, 409, 'Прошло больше десяти секунд: этот шаг уже не отменить.');
  for (const id of ['0', 'x', '999999999'])
    expect((await t.editor('DELETE', `/api/results/reveals/${id}`)).statusCode).toBe(409);
  expect((await now()).steps).toHaveLength(2);
});

test('a step taken back and the next press at the same moment leave the steps in their order', async () => {
  for (let round = 0; round < 10; round += 1) {
    await prepare();
    const { seq: seen } = (await press()).json();
    const both = await Promise.all([
      t.editor('DELETE', `/api/results/reveals/${seen}`),
      t.editor('POST', `/api/results/${final.id}/reveal`, { key: randomUUID(), seen, again: true }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await t.editor('DELETE', `/api/results/${final.id}/reveal`);
    await t.editor('DELETE', `/api/results/${final.id}/arm`);
  }
});

test('a step taken back with all others begins the reveal anew, and the points can be mended', async () => {
  await prepare();
  await press();
  const { seq: second } = (await press()).json();
  const none = (await t.editor('DELETE', `/api/results/${final.id}/reveal`)).json();
  expect(none).toMatchObject({ state: 'none', show: null, steps: [] });
  expect(none.seq).toBeGreaterThan(second);
  expect((await t.editor('DELETE', `/api/results/${final.id}/reveal`)).json()).toEqual(none);
  expect((await t.editor('DELETE', `/api/results/${final.id}/arm`)).statusCode).toBe(200);
  await prepare();
  expect((await press()).json().steps).toMatchObject([{ title: 'Жюри: Томск' }]);
});

const putNext = async (step: unknown, more: object = {}, call: Caller = t.editor) =>
  call('POST', `/api/results/${final.id}/next`, { key: randomUUID(), seen: await seq(), step, again: true, ...more });
const steps = async () => (await stored()).steps.map(({ title }: { title: string }) => title.replace(/^.*: /, ''));

test('a step that has to wait gives its place to a later one of the same givers, and nobody reveals the wrong one meanwhile', async () => {
  await prepare();
  const [seen, key, { version }] = [await seq(), randomUUID(), await stored()];
  const moved = await putNext(1, { key }, broadcast);
  expect([moved.statusCode, moved.json()]).toMatchObject([200, { state: 'none', steps: [] }]);
  expect(moved.json().seq).toBeGreaterThan(seen);
  expect((await steps()).slice(0, 2)).toEqual(['Псков', 'Томск']);
  expect(await stored()).toMatchObject({ gaps: [], version: version + 1, undo_until: null });
  expect(await auditLog(1)).toEqual(['Ольга results.next Жюри: Псков («Финал»)']);
  expectRefusal(await press({ seen }), 409, 'Не принято, последнее нажатие другое. Ольга: изменён порядок показа.');
  expect([(await putNext(1, { key, seen }, broadcast)).json(), (await steps())[0]]).toEqual([moved.json(), 'Псков']);
  for (const other of [await putNext(2, { key }), await press({ key })])
    expect([other.statusCode, other.json().code]).toEqual([409, 'key_used']);
  expect((await press()).json().steps).toMatchObject([{ title: 'Жюри: Псков', points: [[0, 2]] }]);
  expect((await press()).json().steps.at(-1).title).toBe('Жюри: Томск');
});

test('a step that has to wait is not revealed by an operator who saw the steps before they were prepared anew', async () => {
  await prepare();
  const seen = await seq();
  await t.editor('DELETE', `/api/results/${final.id}/arm`);
  await arm();
  for (const refused of [await press({ seen }), await putNext(1, { seen })])
    expectRefusal(refused, 409, 'Не принято, последнее нажатие другое. admin: итоги подготовлены к показу.');
  expect((await press()).statusCode).toBe(200);
});

test('a step that has to wait does not shorten the time in which the one before can be taken back', async () => {
  const point = marks('0:1');
  await save({ sections: [jury({ Томск: point, Псков: point, Орёл: point })], control_total: 3 });
  await arm();
  const { seq: revealed } = (await press()).json();
  expect((await putNext(2)).statusCode).toBe(200);
  expect(await stored()).toMatchObject({ undo_id: revealed, undo_until: expect.any(String) });
  expect((await t.editor('DELETE', `/api/results/reveals/${revealed}`)).json().steps).toEqual([]);
  expect(await steps()).toEqual(['Томск', 'Орёл', 'Псков']);
});

test('a step that has to wait keeps it when the other is revealed, gives points by places, or is none; and before the results are armed', async () => {
  await save();
  expect((await putNext(1)).statusCode).toBe(409);
  await arm();
  await press();
  const before = await stored();
  for (const step of [0, 1, 2, 4, 5, 99]) expectRefusal(await putNext(step), 409, 'Этот шаг не может быть следующим.');
  for (const step of [-1, 0.5, '1', null, undefined]) expect((await putNext(step)).statusCode).toBe(400);
  expectRefusal(await putNext(1, { seen: before.seq - 1 }), 409, expect.stringMatching(/^Не принято, последнее/));
  const unknown = await t.editor('POST', '/api/results/999999/next', { key: randomUUID(), seen: 0, step: 1 });
  expect([unknown.statusCode, await stored()]).toEqual([404, before]);
});

/** What the results are, and what to do about a contestant, about the show. */
const PREPARED = [
  'подготовлены к показу',
  'Снимите участника с конкурса или сначала снимите подготовку в «Итогах».',
  'Сначала снимите подготовку в «Итогах».',
];
const OPEN = [
  'уже открыты',
  'Участника можно снять с конкурса.',
  'Чтобы убрать концерт с сайта, выключите у него «Показывать на сайте».',
];
const order = () => final.four.map(({ id }) => id);
const said = ({ statusCode, body, json }: LightMyRequestResponse) => [statusCode, body ? json().message : undefined];
const reorder = async (ids: number[], call: Caller = t.editor) =>
  said(await call('PUT', `/api/admin/shows/${final.id}/order`, { ids }));
const remove = async (path: string, call: Caller = t.editor) => said(await call('DELETE', `/api/admin/${path}`));
const programme = async () => (await t.editor('GET', '/api/programme')).json();

test.each([
  ['before the reveal', 0, 'none'],
  ['in mid-reveal', 2, 'revealing'],
  ['after the reveal', 5, 'final'],
])(
  'with armed results %s a show stays with all its contestants, and the refusal says what to do',
  async (_when, presses, state) => {
    await prepare();
    for (let n = 0; n < presses; n += 1) await press();
    const before = [await programme(), await now()];
    const [is, withdraw, hide] = presses === 0 ? PREPARED : OPEN;
    const leave = `Итоги концерта «Финал» ${is}: его участников нельзя ни удалить, ни убрать. ${withdraw}`;
    for (const call of [t.editor, broadcast]) {
      expect(await remove(`contestants/${idOf(1)}`, call)).toEqual([409, leave]);
      expect(await reorder(order().slice(1), call)).toEqual([409, leave]);
      const stay = `Итоги концерта «Финал» ${is}: удалить его нельзя. ${hide}`;
      expect(await remove(`shows/${final.id}`, call)).toEqual([409, stay]);
    }
    expect([await programme(), await now()]).toEqual(before);
    expect(before[1]).toMatchObject({ state });
  },
);

test('with armed results contestants can still be withdrawn, reordered and added, and the reveal goes on', async () => {
  await prepare();
  await press();
  expect([(await reorder(order().reverse()))[0], (await final.withdraw(1)).statusCode]).toEqual([200, 200]);
  await t.editor('POST', '/api/admin/contestants', { name: 'Дарья', shows: [final.id] });
  expect((await press()).statusCode).toBe(200);
  // The order and who is in it are those of the moment when the results were locked; names follow.
  expect((await now()).contestants.map(({ name }) => name)).toEqual(['Анна', 'Глеб']);
  await t.editor('PUT', `/api/admin/contestants/${idOf(0)}`, { ...final.four[0], name: 'Анна Ли' });
  expect((await now()).contestants.map(({ name }) => name)).toEqual(['Анна Ли', 'Глеб']);
});

test('with armed results whoever had no place when they were locked gets none by coming back', async () => {
  await prepare();
  for (let step = 0; step < 5; step += 1) await press();
  await final.withdraw(2, false);
  expect((await now()).contestants.map(({ name }) => name)).toEqual(['Анна', 'Борис', 'Глеб']);
});

test('with armed results of another show a contestant may leave this one; disarmed, all may go', async () => {
  await prepare();
  const { id: other, ids } = await addShow(askOf(t), ['Дарья']);
  expect(await remove(`contestants/${ids[0]}`)).toEqual([204, undefined]);
  expect(await remove(`shows/${other}`)).toEqual([204, undefined]);
  await press();
  await t.editor('DELETE', `/api/results/${final.id}/reveal`);
  await t.editor('DELETE', `/api/results/${final.id}/arm`);
  expect((await reorder(order().slice(1)))[0]).toBe(200);
  expect(await remove(`contestants/${idOf(1)}`)).toEqual([204, undefined]);
  expect(await remove(`shows/${final.id}`)).toEqual([204, undefined]);
});

test('with armed results a deletion and the arming at the same moment do not both happen', async () => {
  await save();
  const [armed, [deleted]] = await Promise.all([arm(), remove(`contestants/${idOf(1)}`)]);
  expect(['200 409', '409 204']).toContain(`${armed.statusCode} ${deleted}`);
});

test('with armed results every step is revealed to its end, though one with points is gone from the show all the same', async () => {
  await prepare();
  await press();
  await t.store.db.deleteFrom('performances').where('contestant_id', '=', idOf(1)).execute();
  expect((await press()).json().steps).toHaveLength(2);
  expect((await now()).contestants.map(({ name }) => name)).toEqual(['Анна', 'Борис', 'Глеб']);
});

test('what is revealed is told to open pages press by press, each with the step that it revealed', async () => {
  await prepare();
  const stream = await t.listen();
  expect((await stream.next('results')).data).toMatchObject({ state: 'none', show: null });
  await stream.next('vote-settings');
  const made: Results[] = [];
  for (let n = 0; n < 5; n += 1) made.push(withoutId((await press()).json()));
  const told: ResultsEvent[] = [];
  while (told.at(-1)?.seq !== made.at(-1)?.seq) told.push((await stream.next('results')).data as ResultsEvent);
  const show = { id: final.id, title: 'Финал' };
  for (const [at, { seq, state, steps, contestants, plan }] of made.entries()) {
    const { points = [], ...step } = steps[at] ?? {};
    const bySlug = points.map(([index, given]) => [contestants[index]?.slug, given]);
    const after = made[at - 1]?.seq ?? told[0]?.after;
    const outcome = state === 'final' ? `${final.id}.${seq}` : '';
    const counts = { of: 5, revealed: at + 1, outcome, ends_vote: state === 'final', change: 'step', target: final.id };
    const begins = at === 0 && { contestants, plan };
    const changed = { at: steps[at]?.at, step: { ...step, points: bySlug } };
    expect(told[at]).toEqual({ seq, after, show, state, ...counts, ...begins, ...changed });
  }
  const { step: _step, target: _target, ...last } = told.at(-1) as ResultsEvent;
  const poll = (await t.visitor('GET', '/api/live?poll')).json();
  expect([poll.results, await now()]).toEqual([{ ...last, after: last.seq, change: 'none' }, made.at(-1)]);
});

test('what is revealed loses whoever is withdrawn, with their points, and vanishes with its show; its number does not go back', async () => {
  await prepare();
  const { seq: last } = (await press()).json();
  await final.withdraw(1);
  const { contestants, steps } = await now();
  expect([contestants.map(({ name }) => name), steps[0]?.points]).toEqual([['Анна', 'Глеб'], [[0, 10]]]);
  await final.hide();
  expect(await now()).toEqual({ seq: last, show: null, state: 'none', of: 0, contestants: [], steps: [] });
});

test('the last step of the final ends a vote that was open before it, with a gala after it too, that of an earlier show does not', async () => {
  const endsVote = async () => (await t.visitor('GET', '/api/live?poll')).json().results.ends_vote;
  await prepare();
  const after = { title: 'Суперфинал', starts_at: '2030-07-21T18:00:00Z' };
  const { id: later } = await addShow(askOf(t), [], after);
  for (let n = 0; n < 5; n += 1) await press();
  expect(await endsVote()).toBe(false);
  const others = [
    { ...after, title: 'Гала' },
    { title: 'Вечеринка после финала', starts_at: after.starts_at },
    { title: 'Финал-2031', starts_at: '2031-07-21T18:00:00Z' },
  ];
  for (const other of others) {
    await t.editor('PUT', `/api/admin/shows/${later}`, { ...other, is_public: true });
    expect(await endsVote(), other.title).toBe(true);
  }
  await t.editor('PUT', '/api/vote-settings', { title: 'Голосуем дальше' });
  expect(await endsVote()).toBe(true);
  const opened = { is_voting_enabled: true, voting_url: 'https://vote.example.org' };
  const closed = { is_voting_enabled: false };
  for (const undone of [{ ...opened, is_voting_over: false }, closed])
    await t.editor('PUT', '/api/vote-settings', undone);
  expect(await endsVote()).toBe(true);
  await t.editor('PUT', '/api/vote-settings', opened);
  expect(await endsVote()).toBe(false);
  await t.editor('PUT', '/api/vote-settings', { is_voting_enabled: false, voting_url: '' });
  expect(await endsVote()).toBe(false);
});

test('what is revealed is of the show with the newest step', async () => {
  await prepare();
  await press();
  const { id: earlier } = final;
  await final.add();
  await prepare();
  expect((await now()).show?.id).toBe(earlier);
  await press();
  expect((await now()).show?.id).toBe(final.id);
  expect((await t.visitor('GET', `/api/results/${earlier}`)).json().show.id).toBe(earlier);
  // The board of the other show is the newest again, with its own steps.
  const revealed = (await t.visitor('GET', `/api/results/${earlier}`)).json().steps.length;
  const stream = await t.listen();
  await stream.next('results');
  await t.editor('DELETE', `/api/results/${final.id}/reveal`);
  const event = (await stream.next('results')).data;
  expect(event).toMatchObject({ show: { id: earlier }, revealed, target: final.id, left: 0 });
});
