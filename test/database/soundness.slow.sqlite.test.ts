import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { watchHealth } from '../../ops/integrity/health.ts';
import { rampa } from '../rig/command.ts';
import { needFolder } from '../rig/needs.ts';
import { oldSite } from '../rig/world/backups.ts';

test('a file that could not be read was not found whole', async () => {
  const folder = await needFolder();
  const damage: string[] = [];
  const watch = watchHealth((problem) => damage.push(problem));
  await watch.check(folder);
  expect([watch.health, damage]).toEqual([{ state: 'unknown', problem: undefined, checkedAt: null }, []]);
});

test('a damaged file is told of in SQLite’s own words, once, and left as it is: by the server, the doctor and a command', async () => {
  const site = await oldSite();
  const file = path.join(site, 'rampa.sqlite');
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0x41, 8192, 60_000));
  const watch = watchHealth(() => {});
  await watch.check(file);
  expect(watch.health).toMatchObject({ state: 'damaged', problem: expect.not.stringMatching(/^(is damaged|Error)/) });
  const { code, err } = await rampa(['backup'], { DATA_DIR: site });
  expect([code, err.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/повреждена .*rampa -- restore/)]);
  const doctor = await rampa(['doctor'], { DATA_DIR: site, PORT: '1' });
  expect(doctor.out).toMatch(/Файл базы повреждён: (?!is damaged)/);
  expect(doctor.out).not.toContain('Посетители видят');
  expect((await readFile(file)).equals(bytes)).toBe(true);
});
