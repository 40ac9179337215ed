import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { Db } from '../../db/tables.ts';
import { readLog } from '../../model/live/log.ts';
import { hold } from '../../test/rig/browser/thumb.ts';
import type { Desk } from './seats.ts';

export interface Chance {
  next: () => number; // From 0 to 1
  between: (from: number, to: number) => number;
  of: <T>(all: readonly T[]) => T;
}

/** A call that changes something, as the network saw it. */
export interface Press {
  at: number;
  what: string;
  key: string | undefined;
  status?: number; // Undefined while there is no answer
}

/** The browser tells of a request a little later than it sends it. In ms. */
const TOLD_WITHIN = 1000;
const PRESS_OPTIONS = { timeout: 3000, force: true };
const HELD_FOR = 1400; // ms
const PAUSES = [300, 6000] as const; // ms
const [NEXT, STEP, UNDO, UNDO_STEP] = [/^Дальше: /, /^Открыть «/, /^Отменить .+: ./, /^Отменить шаг/];
/** As often as they stand here. */
const ACTS = [
  ...[NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, STEP, STEP, STEP, STEP, STEP, UNDO, UNDO, UNDO_STEP, UNDO_STEP],
  ...[/^Ещё раз: /, 'Перерыв', 'Перерыв', 'Конец шоу', 'Убрать с сайта', 'Включить трансляцию'],
  ...(['performer', 'performer', 'source', 'stream', 'vote', 'vote', 'urgent', 'show'] as const),
  ...(['other step', 'order', 'results', 'results'] as const),
];

/** Random presses with random pauses until `signal`, none while `isPaused`. Gives all changes that the desk has asked for. */
export function operate(desk: Desk, chance: Chance, shows: number[], isPaused: () => boolean, signal: AbortSignal) {
  const presses: Press[] = [];
  const sent = new Map<object, Press>();
  const state = { presses, made: 0, isBusy: false };
  desk.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !/^\/api\/(?!auth)/.test(pathname)) return;
    const body = request.postData() ?? '';
    const what = `${desk.name} ${request.method()} ${pathname} ${body.slice(0, 120)}`;
    const press = { at: Date.now(), what, key: /"key":"([^"]+)"/.exec(body)?.[1] };
    sent.set(request, press);
    presses.push(press);
  });
  desk.page.on('response', (response) => {
    const press = sent.get(response.request());
    if (press) press.status = response.status();
  });
  const work = async () => {
    while (!signal.aborted) {
      await sleep(chance.between(...PAUSES));
      if (isPaused()) continue;
      state.isBusy = true;
      if (await press(desk, chance, shows).catch(() => false)) state.made += 1;
      state.isBusy = false;
    }
  };
  void work();
  return state;
}

/** False when there is nothing of that kind to press. */
async function press({ page, isTouch }: Desk, chance: Chance, shows: number[]): Promise<boolean> {
  const act = chance.of(ACTS);
  const [lot, isDouble] = [chance.next(), chance.next() < 0.2];
  const button = (name: RegExp | string) => page.getByRole('button', { name });
  const tap = async (all: Locator) => {
    const visible = all.and(page.locator('button:visible:enabled'));
    const count = await visible.count();
    if (count === 0) return false;
    const one = visible.nth(Math.floor(lot * count));
    for (let n = 0; n < (isDouble ? 2 : 1); n += 1) {
      await (isTouch ? one.tap(PRESS_OPTIONS) : one.click(PRESS_OPTIONS));
      await sleep(60 + 300 * lot);
    }
    return true;
  };
  const keepDown = async (target: Locator) => {
    if (!(await target.isVisible()) || !(await target.isEnabled())) return false;
    if (isTouch) await hold(target, () => sleep(HELD_FOR));
    else await holdMouse(target);
    return true;
  };
  // Narrow bars keep the break and the end behind it.
  const more = page.locator('[data-lower-bar] [aria-expanded="false"]:visible');
  for (const closed of await more.all()) await closed.click(PRESS_OPTIONS).catch(() => {});
  for (const close of await button('Закрыть').all()) await close.click(PRESS_OPTIONS).catch(() => {});
  if (act === 'performer') return tap(page.locator('ol button[aria-pressed]'));
  if (act === 'source') return tap(page.locator('ul[aria-label="Источник у зрителей"] button'));
  if (act === 'stream') return keepDown(button(/^Выключить трансляцию/));
  if (act === 'vote') return keepDown(button(/^(Открыть|Закрыть) голосование/));
  if (act === 'urgent') {
    await page.locator('[name=urgent_text]').fill(`Срочно ${Math.floor(lot * 1e6)}`);
    return tap(button('Показать на сайте'));
  }
  if (act === 'show') return (await page.locator('select').selectOption({ index: lot < 0.7 ? 0 : 1 })).length > 0;
  if (act === 'other step') {
    await page.getByText('Сменить следующий шаг').click({ timeout: 1000 });
    return tap(page.locator('details[open] button'));
  }
  if (act === 'order' || act === 'results') return page.evaluate(change, { act, show: chance.of(shows), lot });
  return tap(button(act));
}

async function holdMouse(target: Locator): Promise<void> {
  await target.hover(PRESS_OPTIONS);
  const { mouse } = target.page();
  await mouse.down();
  await sleep(HELD_FOR);
  await mouse.up();
}

/** What the desk has no button for: the running order, and the lock and restart of results. It runs in the page. */
async function change({ act, show, lot }: { act: string; show: number; lot: number }): Promise<boolean> {
  const call = async (method: string, path: string, body?: object) => {
    const type = { 'Content-Type': 'application/json' };
    const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}`, ...(body && type) };
    return (await fetch(`/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  };
  if (act === 'order') {
    const { shows } = await call('GET', '/programme');
    const ids: number[] = shows.find(({ id }: { id: number }) => id === show).running_order;
    const moved = ids.splice(Math.floor(lot * ids.length), 1);
    await call('PUT', `/admin/shows/${show}/order`, { ids: [...ids, ...moved] });
    return true;
  }
  const { armed_at, revealed, steps } = await call('GET', `/admin/results/${show}`);
  if (!armed_at) await call('POST', `/results/${show}/arm`);
  else if (revealed === 0 && lot < 0.4) await call('DELETE', `/results/${show}/arm`);
  else if (revealed === steps.length || (revealed > 0 && lot < 0.15)) await call('DELETE', `/results/${show}/reveal`);
  else return false;
  return true;
}

/**
 * Presses that were accepted and do not stand in the log once, and steps that stand twice. `pressesNow` gives more from call to call:
 * a desk sends what waited for its server while pages are compared. One without an answer may be stored or not.
 */
export async function findFaults(db: Db, pressesNow: () => Press[]): Promise<string[]> {
  const presses = structuredClone(pressesNow());
  const { entries, steps } = await readLog(db);
  await sleep(TOLD_WITHIN);
  const sent = new Set(pressesNow().map(({ key }) => key));
  const faults: string[] = [];
  const count = (field: 'key' | 'undoes', value: string | number) =>
    entries.filter((entry) => entry[field] === value).length;
  for (const [key, same] of Map.groupBy(presses, (each) => each.key)) {
    if (key === undefined) continue;
    const isAccepted = same.some(({ status }) => status === 200);
    const isLost = same.some(({ status = 500 }) => status >= 500);
    const times = count('key', key);
    if (times > 1 || (isAccepted && times === 0) || (times === 1 && !isAccepted && !isLost))
      faults.push(`${times} times in the log: ${same.map(({ what, status }) => `${what} ${status}`).join(' | ')}`);
  }
  for (const { what, status } of presses) {
    const [, version] = /DELETE \/api\/(?:stage|results\/reveals)\/(\d+)/.exec(what) ?? [];
    if (version && status === 200 && count('undoes', Number(version)) !== 1) faults.push(`not undone once: ${what}`);
  }
  for (const { key, undoes, version } of entries) {
    if (key && !sent.has(key)) faults.push(`nobody has pressed ${version}`);
    if (undoes && count('undoes', undoes) > 1) faults.push(`${undoes} is undone twice`);
  }
  for (const [show, revealed] of steps)
    if (revealed.some(({ step }, at) => step !== at))
      faults.push(`steps of ${show}: ${revealed.map(({ step }) => step)}`);
  return faults;
}
