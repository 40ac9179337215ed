import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLog } from '../../model/live/log.ts';
import type { Stage } from '../../model/programme/stage.ts';
import { needHeard } from '../live/heard.ts';
import { expectRefusal, readAuditLog, signInAs } from '../rig/app.ts';
import type { Stream } from '../rig/event-stream.ts';
import { onlyShowOfFour, setMoment, withoutId } from './show.ts';

const t = await needHeard();
const broadcast = await signInAs(t, 'broadcast', 'Ольга');
const final = onlyShowOfFour(t);
const { idOf, shown } = final;

const now = async (): Promise<Stage> => withoutId((await t.visitor('GET', '/api/stage')).json());
const until = async (stream: Stream, isLast: (state: Stage) => boolean): Promise<Stage[]> => {
  const { data } = await stream.next('stage');
  return isLast(data as Stage) ? [data as Stage] : [data as Stage, ...(await until(stream, isLast))];
};
const toPress = async (what: number | 'break' | 'end', more: object = {}) => ({
  show_id: final.id,
  ...(typeof what === 'number' ? { kind: 'performance', contestant_id: idOf(what) } : { kind: what }),
  key: randomUUID(),
  seen: (await now()).seq,
  again: true,
  ...more,
});
const press = async (...args: Parameters<typeof toPress>) => t.editor('POST', '/api/stage', await toPress(...args));
const cues = async () => {
  const { entries } = await readLog(t.store.db);
  return entries.filter(({ part, show_id }) => part === 'stage' && show_id === final.id).toReversed();
};
const auditLog = (limit: number) => readAuditLog(t, `kind=stage&limit=${limit}`);

test('a press puts a contestant on stage with the next one, who is not withdrawn, and then a break and the end', async () => {
  const { seq } = await now();
  const first = await press(0);
  expect(first.statusCode).toBe(200);
  expect(first.json()).toEqual({
    ...{ id: expect.stringMatching(/^[a-z0-9]{8}\.\d+$/), seq: expect.any(Number) },
    ...{ show: { id: final.id, title: 'Финал' }, state: 'performance', contestant: shown(0), next: shown(1) },
    since: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(first.json().seq).toBeGreaterThan(seq);
  expect(await now()).toEqual(withoutId(first.json()));
  expect(first.json().id).toMatch(new RegExp(`\\.${first.json().seq}$`));
  await press(1);
  expect(await now()).toMatchObject({ contestant: shown(1), next: shown(3) });
  await press('break');
  expect(await now()).toMatchObject({ state: 'break', contestant: null, next: shown(3) });
  await press(3);
  expect(await now()).toMatchObject({ contestant: shown(3), next: null });
  await press('end');
  expect(await now()).toMatchObject({ state: 'ended', show: { title: 'Финал' }, contestant: null, next: null });
  const pressed = ['end Финал', 'performance Глеб', 'break Финал', 'performance Борис', 'performance Анна'];
  expect(await auditLog(5)).toEqual(pressed.map((what) => `admin stage.${what}`));
  // After the end of a rehearsal the order begins anew.
  await press('break');
  expect(await now()).toMatchObject({ state: 'break', next: shown(0) });
});

test('a press with the key of an earlier one changes nothing and is answered with the state', async () => {
  const body = await toPress(0);
  const [one, two] = await Promise.all([1, 2].map(() => t.editor('POST', '/api/stage', body)));
  expect([one?.statusCode, two?.statusCode, two?.json()]).toEqual([200, 200, one?.json()]);
  await press(1);
  const late = await t.editor('POST', '/api/stage', body);
  expect([late.statusCode, late.json().contestant.name]).toEqual([200, 'Борис']);
  // Its own number, not that of the press which followed it.
  expect(withoutId(late.json())).toEqual({ ...(await now()), pressed: one?.json().seq });
  const { key } = body;
  for (const other of [await toPress(1, { key }), await toPress('break', { key })]) {
    const refused = await t.editor('POST', '/api/stage', other);
    expectRefusal(refused, 409, expect.stringMatching(/^Не принято: с этим ключом/));
    expect(refused.json()).toMatchObject({ code: 'key_used', current: await now() });
  }
  expect(await cues()).toHaveLength(2);
});

test('a press of one of two operators who saw the same is refused with the other’s words and the state', async () => {
  const bodies = [await toPress(0), await toPress(1)];
  const both = await Promise.all([broadcast, broadcast].map((call, at) => call('POST', '/api/stage', bodies[at])));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const [won, lost] = both.map((answer) => answer.json()).sort((one) => ('message' in one ? 1 : -1));
  const message = `Не принято, последнее нажатие другое. Ольга: на сцене — ${won.contestant.name}.`;
  expect(lost).toEqual({ message, code: 'conflict', current: won });
  expect(await cues()).toHaveLength(1);
  // What stands is done, whatever came before it and whether it was meant again.
  await press(1);
  await press('break');
  expectRefusal(await press('break', { seen: won.seq }), 409, 'Уже сделано. admin: перерыв.');
});

test('a press may come late, with the moment at which it was made', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await t.store.db.deleteFrom('live_events').execute();
  const at = ago(5);
  expect((await press(0, { at })).json()).toMatchObject({ since: at });
  for (const [wrong, message] of [
    [ago(6), 'Момент нажатия: он раньше предыдущего нажатия.'],
    [ago(11), 'Момент нажатия: прошло больше десяти минут.'],
    [ago(-5), 'Момент нажатия: он ещё не наступил.'],
    ['вчера', 'Момент нажатия: нужны дата и время, которые есть в календаре.'],
  ])
    expectRefusal(await press(1, { at: wrong }), 400, message);
  expect((await now()).since).toBe(at);
});

const NOT_SHOWN = /^Этот концерт не показывается на сайте\. Включите его в программе и нажмите ещё раз\.$/;

test.each<[string, () => Promise<void> | object, number, RegExp]>([
  ['without a contestant', () => ({ contestant_id: null }), 400, /^Участник: выберите/],
  ['of a withdrawn one', () => ({ contestant_id: idOf(2) }), 409, /^Вера: участие снято/],
  ['of an unknown one', () => ({ contestant_id: 999_999 }), 409, /нет в порядке выступлений/],
  ['of a number that no database has', () => ({ contestant_id: 2 ** 53 - 1 }), 400, /^Участник: нужен/],
  ['in an unknown show', () => ({ show_id: 999_999 }), 404, /^Такого концерта нет/],
  ['in a show that is not on the site', async () => void (await final.hide()), 409, NOT_SHOWN],
  ['of an unknown kind', () => ({ kind: 'undo' }), 400, /^Нажатие: выберите/],
  ['without a key', () => ({ key: undefined }), 400, /^Ключ нажатия/],
  ['with a key that is none', () => ({ key: '<b>'.repeat(9) }), 400, /^Ключ нажатия/],
  ['that has seen nothing', () => ({ seen: undefined }), 400, /^Последнее нажатие/],
  ['that has seen the future', () => ({ seen: 2 ** 40 }), 409, /^Не принято/],
])('a press %s is refused in Russian, and nothing changes', async (_what, change, status, message) => {
  const before = await now();
  expectRefusal(await press(0, (await change()) ?? {}), status, expect.stringMatching(message));
  expect([await now(), await cues()]).toEqual([before, []]);
});

test('a press taken back leaves the state before it, once, and is written down', async () => {
  const { since } = (await press(0)).json();
  const { seq } = (await broadcast('POST', '/api/stage', await toPress(1))).json();
  const undone = await t.editor('DELETE', `/api/stage/${seq}`);
  expect([undone.statusCode, undone.json()]).toMatchObject([200, { contestant: shown(0), next: shown(1), since }]);
  expect(undone.json().seq).toBeGreaterThan(seq);
  expect((await t.editor('DELETE', `/api/stage/${seq}`)).json()).toEqual(undone.json());
  expect(await auditLog(2)).toEqual(['admin stage.undo на сцене — Борис', 'Ольга stage.performance Борис']);
  expect(await cues()).toMatchObject([
    { kind: 'undo', undoes: seq, isUndone: false },
    { kind: 'performance', undoes: null, isUndone: true },
    { kind: 'performance', undoes: null, isUndone: false },
  ]);
});

test('a press taken back stays so when that is asked again, since its answer was lost, after another press', async () => {
  const { seq } = (await press(0)).json();
  await t.editor('DELETE', `/api/stage/${seq}`);
  await broadcast('POST', '/api/stage', await toPress(1));
  const state = await now();
  const repeated = await t.editor('DELETE', `/api/stage/${seq}`);
  expect([repeated.statusCode, repeated.json()]).toMatchObject([200, state]);
});

test('a press taken back is the newest one and no other, and no undo', async () => {
  const { seq: first } = (await press(0)).json();
  const { seq: second } = (await press(1)).json();
  const refused = await t.editor('DELETE', `/api/stage/${first}`);
  expectRefusal(refused, 409, 'Не принято, последнее нажатие другое. admin: на сцене — Борис.');
  expect(refused.json().current.seq).toBe(second);
  const { seq: undo } = (await t.editor('DELETE', `/api/stage/${second}`)).json();
  const twice = await t.editor('DELETE', `/api/stage/${undo}`);
  expectRefusal(twice, 409, 'Не принято, последнее нажатие другое. admin: отмена (на сцене — Борис).');
  for (const id of ['0', 'x', '999999999']) expect((await t.editor('DELETE', `/api/stage/${id}`)).statusCode).toBe(409);
  expect(await now()).toMatchObject({ seq: undo, contestant: shown(0) });
});

test('who is on stage is told to open pages in order and never twice, by event and by poll', async () => {
  const stream = await t.listen();
  expect((await stream.next('stage')).data as Stage).toEqual(await now());
  await stream.next('vote-settings');
  const made: Stage[] = [];
  for (const what of [0, 1, 'break', 3] as const) made.push(withoutId((await press(what)).json()));
  const told = await until(stream, ({ seq }) => seq === made.at(-1)?.seq);
  // A press soon after another may be told with it.
  expect(made).toEqual(expect.arrayContaining(told));
  expect(told).toEqual([...new Map(told.map((state) => [state.seq, state])).values()].sort((a, b) => a.seq - b.seq));
  await t.editor('PUT', '/api/site-content', { hero_title: `Новое ${randomUUID()}` });
  expect((await stream.next()).event).toBe('site-content');
  expect((await t.visitor('GET', '/api/live?poll')).json().stage).toEqual(made.at(-1));
  const again = await t.listen();
  expect((await again.next('stage')).data).toEqual(made.at(-1));
});

test.each<[string, () => Promise<unknown>]>([
  ['a show that is hidden', final.hide],
  ['a show that is deleted', () => t.editor('DELETE', `/api/admin/shows/${final.id}`)],
  ['a contestant who is withdrawn', () => final.withdraw(0)],
  ['a contestant who leaves the show', () => t.editor('PUT', `/api/admin/shows/${final.id}/order`, { ids: [idOf(1)] })],
  ['a contestant who is deleted', () => t.editor('DELETE', `/api/admin/contestants/${idOf(0)}`)],
])('who is on stage %s vanishes at once, and the number does not go back', async (_what, withdraw) => {
  const { seq } = (await press(0)).json();
  const stream = await t.open();
  await withdraw();
  const nothing = { seq, show: null, state: 'none', contestant: null, next: null, since: null };
  expect([(await stream.next('stage')).data, await now()]).toEqual([nothing, nothing]);
  expect((await t.visitor('GET', '/api/live?poll')).json().stage).toEqual(nothing);
});

test('who is on stage is nobody four hours after a press that was forgotten', async () => {
  const { seq } = (await press(0)).json();
  await setMoment(t.store.db, seq, new Date(Date.now() - 4 * 3_600_000 + 1500).toISOString());
  await t.editor('PUT', '/api/site-content', { hero_title: `Новое ${randomUUID()}` });
  await until(await t.listen(), ({ state }) => state === 'none');
  expect(await now()).toMatchObject({ seq, state: 'none', show: null });
  expect((await t.visitor('GET', '/api/live?poll')).json().stage).toMatchObject({ seq, state: 'none', show: null });
  expect((await press('break')).json()).toMatchObject({ state: 'break', next: shown(0) });
});
