import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../../ops/backup/jobs.ts';
import { beforeMigrationName, newestIn, regularName, removeOld } from '../../ops/backup/retention.ts';
import { needFolder } from '../rig/needs.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ZONE = 'Europe/Moscow';

let folder: string;
beforeEach(async () => {
  folder = await needFolder();
});

async function put(...names: string[]): Promise<string[]> {
  for (const name of names) await writeFile(path.join(folder, name), '');
  return names;
}

test('copies that were made while the clock was ahead do not push out later ones, and are not tried in their stead', async () => {
  await put(...Array.from({ length: 40 }, (_, days) => regularName(new Date(Date.now() + (400 + days) * DAY))));
  const [made = ''] = await put(regularName(new Date()));
  expect(await removeOld(folder, ZONE)).not.toContain(made);
  expect(await newestIn(folder)).toBe(path.join(folder, made));
});

test('kept are the newest copies, one a day for a week, one a week for a month, and whatever has another name', async () => {
  const noon = Date.parse('2026-07-20T12:00:00Z');
  for (let days = 0; days < 60; days += 1) await put(regularName(new Date(noon - days * DAY)));
  for (const minutes of [1, 2, 3]) await put(regularName(new Date(noon + minutes * MINUTE)));
  for (let days = 0; days < 8; days += 1)
    await put(beforeMigrationName('1.0.0', '0009-x', new Date(noon - days * DAY)));
  await put('rampa-важная.tar');
  await removeOld(folder, ZONE);
  const names = await readdir(folder);
  const days = names.flatMap((name) => /^rampa-\d{4}-(\d\d-\d\d)T/.exec(name)?.[1] ?? []);
  expect(days.sort().reverse().join(' ')).toBe('07-20 07-20 07-20 07-19 07-18 07-17 07-16 07-15 07-14 07-12 07-05');
  expect(names.filter((name) => name.startsWith('rampa-before-'))).toHaveLength(5);
  expect(names).toContain('rampa-важная.tar');
});

test('of many copies within an hour none goes, older ones make room as before', async () => {
  const minutes = [1, 2, 3, 4, 5, 59, 62, 63, 64].map((ago) => regularName(new Date(Date.now() - ago * MINUTE)));
  for (const name of await put(...minutes)) await utimes(path.join(folder, name), 0, 0);
  await removeOld(folder, ZONE);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(minutes.slice(0, 6)));
  expect(left).not.toContain(minutes[7]);
});

test('the next copy is due in the night of the site, also across a change of the clock', () => {
  const hourOf = (moment: Date, timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(moment));
  for (const zone of [ZONE, 'Asia/Kolkata', 'America/New_York', 'Europe/Berlin'])
    for (let hour = 0; hour < 24; hour += 1) {
      const after = new Date(Date.UTC(2026, 2, 28, hour));
      const due = atNight(zone, 4, after);
      expect(hourOf(due, zone)).toBe(4);
      expect(due.getTime() - after.getTime()).toBeGreaterThanOrEqual(2 * 3600 * 1000);
      expect(due.getTime() - after.getTime()).toBeLessThan(28 * 3600 * 1000);
    }
});
