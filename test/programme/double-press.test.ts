import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { readLog } from '../../model/live/log.ts';
import { type Caller, signInAs } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';
import { addShowOfFour, arm, askOf, jury, removeShows, setMoment } from './show.ts';

const t = await needSite();
const olga = await signInAs(t, 'broadcast', 'Ольга');
const igor = await signInAs(t, 'broadcast', 'Игорь');

type Final = Awaited<ReturnType<typeof addShowOfFour>>;
let one: Final;
let other: Final;
beforeEach(async () => {
  await removeShows(t);
  await t.store.db.deleteFrom('live_events').execute();
  [one, other] = [await addShowOfFour(t), await addShowOfFour(t)];
  for (const { id, four } of [one, other]) {
    const point: [number | undefined, number][] = [[four[0]?.id, 1]];
    await arm(askOf(t), id, jury({ Томск: point, Псков: point, Тула: point }));
  }
  await moveBack(60_000);
});

const TOO_SOON = {
  code: 'too_soon',
  message: 'Не принято: это второе такое же нажатие за секунду. Если так и нужно, нажмите «Ещё раз».',
};

async function moveBack(ms: number) {
  for (const { version, at } of (await readLog(t.store.db)).entries)
    await setMoment(t.store.db, version, new Date(Date.parse(at) - ms).toISOString());
}

interface Press {
  by?: Caller;
  show?: Final;
  [name: string]: unknown;
}

const stage = async () => (await t.visitor('GET', '/api/stage')).json();
const putOn = async (at: number, { by = olga, show = one, ...more }: Press = {}) =>
  by('POST', '/api/stage', {
    ...{ show_id: show.id, kind: 'performance', contestant_id: show.four[at]?.id },
    ...{ key: randomUUID(), seen: (await stage()).seq, ...more },
  });
const results = async ({ id }: Final) => (await t.editor('GET', `/api/admin/results/${id}`)).json();
const open = async ({ by = olga, show = one, ...more }: Press = {}) =>
  by('POST', `/api/results/${show.id}/reveal`, { key: randomUUID(), seen: (await results(show)).seq, ...more });

test('a second press of the same kind within a second puts no further contestant on stage, and says so with the state', async () => {
  await putOn(0);
  const before = await stage();
  const second = await putOn(1);
  expect([second.statusCode, second.json(), await stage()]).toEqual([409, { ...TOO_SOON, current: before }, before]);
});

test('a second press of the same kind within a second opens no further step, and makes no further one the next', async () => {
  await open();
  const second = await open();
  expect([second.statusCode, second.json()]).toMatchObject([409, { ...TOO_SOON, current: { show: { id: one.id } } }]);
  expect((await results(one)).revealed).toBe(1);
  const putNext = async (step: number, more: object = {}) => {
    const { seq } = await results(other);
    return olga('POST', `/api/results/${other.id}/next`, { key: randomUUID(), seen: seq, step, ...more });
  };
  expect([(await putNext(2)).statusCode, (await putNext(1)).json()]).toMatchObject([200, TOO_SOON]);
  expect((await results(other)).steps[0].title).toBe('Жюри: Тула');
  expect((await putNext(1, { again: true })).statusCode).toBe(200);
});

test('a second press of the same kind within a second counts when it says that it is meant', async () => {
  await putOn(0);
  expect((await putOn(1, { again: true })).json()).toMatchObject({ contestant: { name: 'Борис' } });
  await open();
  expect((await open({ again: true })).json().steps).toHaveLength(2);
  expect((await open({ again: 'да' })).json()).toMatchObject({ message: 'Ещё раз: выберите «да» или «нет».' });
});

test.each([
  ['after that second', 1000],
  ['when the clock was put back by a day since the first', -24 * 3_600_000],
])('a second press of the same kind within a second counts %s', async (_when, ms) => {
  await putOn(0);
  await moveBack(ms);
  expect((await putOn(1)).statusCode).toBe(200);
  await open();
  await moveBack(ms);
  expect((await open()).statusCode).toBe(200);
});

test('a second press of the same kind within a second counts when it is of another operator, of another kind, or comes after an undo', async () => {
  const { seq } = (await putOn(0)).json();
  expect((await putOn(1, { by: igor })).statusCode).toBe(200);
  expect([(await putOn(0, { kind: 'break' })).statusCode, (await putOn(0)).statusCode]).toEqual([200, 200]);
  const last = (await stage()).seq;
  expect(last).toBeGreaterThan(seq);
  expect((await olga('DELETE', `/api/stage/${last}`)).statusCode).toBe(200);
  expect((await putOn(1)).statusCode).toBe(200);

  await open();
  expect((await olga('DELETE', `/api/results/reveals/${(await results(one)).undo_id}`)).statusCode).toBe(200);
  expect([(await open()).statusCode, (await open({ by: igor })).statusCode]).toEqual([200, 200]);
  expect((await results(one)).revealed).toBe(2);
});

test('a second press of the same kind within a second with the key of the first is the first', async () => {
  const key = randomUUID();
  const first = (await putOn(0, { key })).json();
  const repeated = await putOn(0, { key, seen: first.seq - 1, at: new Date(Date.now() - 500).toISOString() });
  expect([repeated.statusCode, repeated.json()]).toEqual([200, first]);
  await open({ key });
  expect((await open({ key })).json().steps).toHaveLength(1);
});

test('the key of a press names it within its show: in another one it is another press', async () => {
  const key = randomUUID();
  await putOn(0, { key });
  expect((await putOn(0, { show: other, key })).json()).toMatchObject({ show: { id: other.id } });
  await open({ key });
  await open({ show: other, key });
  expect([(await results(one)).revealed, (await results(other)).revealed]).toEqual([1, 1]);
});

test('a second press of the same kind within a second of those that waited for the network is told from others by their own moments', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  expect((await putOn(0, { at: ago(9000) })).statusCode).toBe(200);
  expect((await putOn(1, { at: ago(8400) })).json()).toMatchObject(TOO_SOON);
  expect((await putOn(1, { at: ago(7900) })).statusCode).toBe(200);
});

test('a press for another show lets this show’s presses go on from what they had seen', async () => {
  const { seq: seen } = (await putOn(1, { by: igor })).json();
  await putOn(0, { show: other, by: igor, seen });
  expect((await putOn(0, { seen })).json()).toMatchObject({ show: { id: one.id } });
  const known = (await results(one)).seq;
  expect((await open({ show: other, by: igor })).statusCode).toBe(200);
  const steps = [{ title: 'Жюри: Томск' }];
  expect((await open({ seen: known })).json()).toMatchObject({ show: { id: one.id }, steps });
  const message = 'Не принято, последнее нажатие другое. Ольга: открыто — Жюри: Томск.';
  expect((await open({ seen: known, again: true })).json()).toMatchObject({ code: 'conflict', message });
});

test('a press for another show leaves this show’s newest press to be taken back', async () => {
  const { seq } = (await putOn(0)).json();
  await putOn(1, { show: other, by: igor });
  expect((await olga('DELETE', `/api/stage/${seq}`)).json()).toMatchObject({ show: { id: other.id } });
  await open();
  await open({ show: other, by: igor });
  const { undo_id, undo_until } = await results(one);
  expect(undo_until).not.toBeNull();
  expect((await olga('DELETE', `/api/results/reveals/${undo_id}`)).statusCode).toBe(200);
  expect([(await results(one)).revealed, (await results(other)).revealed]).toEqual([0, 1]);
});

test('a press for another show does not make a late press of this show too early', async () => {
  const at = new Date(Date.now() - 5000).toISOString();
  await putOn(0, { show: other, by: igor });
  expect((await putOn(0, { at })).json()).toMatchObject({ show: { id: one.id }, since: at });
});
