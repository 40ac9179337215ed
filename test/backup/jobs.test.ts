import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { addJob, claimJob, finishJob, type JobState, listJobs, renewClaim } from '../../ops/jobs.ts';
import { type Job, type Schedule, startSchedule } from '../../ops/schedule.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const LOOK_EVERY = 30;
const HOUR = 3_600_000;
const running: Schedule[] = [];
/** As many servers on this database as there are lists. */
function servers(...each: Job[][]): Schedule[] {
  const started = each.map((jobs) => startSchedule(t.store.db, jobs, pino({ level: 'silent' }), LOOK_EVERY));
  running.push(...started);
  return started;
}
afterEach(async () => {
  for (const schedule of running.splice(0)) await schedule.stop();
});

const inAnHour = (moment: Date) => new Date(moment.getTime() + HOUR);
const doing = (name: string, run: Job['run']): Job => ({ name, next: inAnHour, run });
const at = (offset: number) => new Date(Date.now() + offset);
const stateOf = async (name: string) => (await listJobs(t.store.db)).find((job) => job.name === name) as JobState;
const isFinished = async (name: string) => (await stateOf(name))?.finishedAt !== null;

test('work that is due is done by one of three servers, once', async () => {
  const doneBy: number[] = [];
  await addJob(t.store.db, 'once', at(-1));
  const run = async (server: number) => {
    doneBy.push(server);
    await sleep(5 * LOOK_EVERY);
  };
  servers(...[1, 2, 3].map((server) => [doing('once', () => run(server))]));
  await expect.poll(() => isFinished('once')).toBe(true);
  await sleep(5 * LOOK_EVERY);
  expect(doneBy).toHaveLength(1);
  const { dueAt, succeededAt, finishedAt, ...rest } = await stateOf('once');
  expect(rest).toMatchObject({ isRunning: false, failures: 0, error: null });
  expect(succeededAt).toBe(finishedAt);
  expect(Date.parse(dueAt)).toBeGreaterThan(Date.now() + HOUR / 2);
});

test('work that a server cannot do is left to one that can', async () => {
  const doneBy: string[] = [];
  await addJob(t.store.db, 'elsewhere', at(-1));
  const job = (server: string, isOurs: boolean): Job => {
    const work = doing('elsewhere', async () => void doneBy.push(server));
    return { ...work, isOurs: async () => isOurs };
  };
  servers([job('without', false)]);
  await sleep(5 * LOOK_EVERY);
  expect((await stateOf('elsewhere')).startedAt).toBe(null);
  servers([job('with', true)]);
  await expect.poll(() => isFinished('elsewhere')).toBe(true);
  expect(doneBy).toEqual(['with']);
});

test('of twenty who reach for the same work at the same moment one gets it', async () => {
  await addJob(t.store.db, 'race', at(-1));
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimJob(t.store.db, 'race')));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('work that is new waits for its moment, and a hurried one does not', async () => {
  const runs: string[] = [];
  const [schedule] = servers([doing('new', async () => void runs.push('new'))]);
  await expect.poll(async () => (await stateOf('new'))?.startedAt).toBeNull();
  await sleep(5 * LOOK_EVERY);
  expect(runs).toEqual([]);
  await schedule?.runNow('new');
  await expect.poll(() => runs).toEqual(['new']);
});

test('what a dead server had begun is begun anew, and the dead one can neither renew nor finish it', async () => {
  await addJob(t.store.db, 'orphan', at(-1));
  const dead = await claimJob(t.store.db, 'orphan');
  if (!dead) throw new Error('nobody else was there');
  expect(await claimJob(t.store.db, 'orphan')).toBeUndefined();
  const past = { held_until: at(-1).toISOString() };
  await t.store.db.updateTable('jobs').set(past).where('name', '=', 'orphan').execute();
  expect(await claimJob(t.store.db, 'orphan')).toBeDefined();
  expect(await renewClaim(t.store.db, dead)).toBe(false);
  await finishJob(t.store.db, dead, inAnHour);
  expect(await stateOf('orphan')).toMatchObject({ isRunning: true, finishedAt: null });
});

test('work that fails says why and is repeated soon', async () => {
  await addJob(t.store.db, 'failing', at(-1));
  servers([doing('failing', () => Promise.reject(new Error('Нет места на диске')))]);
  await expect.poll(() => isFinished('failing')).toBe(true);
  const { dueAt, ...rest } = await stateOf('failing');
  expect(rest).toMatchObject({ failures: 1, error: 'Нет места на диске', succeededAt: null });
  expect(Date.parse(dueAt)).toBeLessThan(Date.now() + HOUR / 2);
});

test('a server that stops breaks off its work and leaves it to the others', async () => {
  await addJob(t.store.db, 'long', at(-1));
  let begun = 0;
  const untilStopped: Job['run'] = (signal) => {
    begun += 1;
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const [schedule] = servers([doing('long', untilStopped)]);
  await expect.poll(() => begun).toBe(1);
  await schedule?.stop();
  expect(await stateOf('long')).toMatchObject({ isRunning: false, finishedAt: null, failures: 0 });
  const taken: string[] = [];
  servers([doing('long', async () => void taken.push('long'))]);
  await expect.poll(() => taken).toEqual(['long']);
});
