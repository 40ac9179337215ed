import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { rampa } from '../rig/command.ts';
import { needFolder, needProcess } from '../rig/needs.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await needFolder();
  await chmod(dataDir, 0o755);
});

/** Names of those that other users of the machine may open. */
async function openToOthers(): Promise<string[]> {
  const names = await readdir(dataDir);
  const modes = await Promise.all(names.map(async (name) => (await stat(path.join(dataDir, name))).mode));
  return names.filter((_, at) => ((modes[at] ?? 0) & 0o007) !== 0 && names[at] !== 'server.lock');
}

test('in a folder that is open to all, what the server and its commands write is not', async () => {
  await needProcess({ dataDir });
  expect(await openToOthers()).toEqual([]);
  const copy = path.join(dataDir, 'site.tar');
  expect((await rampa(['backup', '--to', copy], { DATA_DIR: dataDir })).code).toBe(0);
  expect((await stat(copy)).mode & 0o077).toBe(0);
});

test('a database that was open to all is closed by the next start, and the log says so', async () => {
  await (await needProcess({ dataDir })).kill();
  for (const name of await readdir(dataDir))
    if (name.startsWith('rampa.sqlite')) await chmod(path.join(dataDir, name), 0o644);
  const server = await needProcess({ dataDir });
  expect(await openToOthers()).toEqual([]);
  expect(server.log()).toContain('every user of this machine could open');
});
