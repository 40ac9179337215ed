import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { residentMemory } from '../../bench/rig/memory.ts';
import { needProcess } from '../rig/needs.ts';

const server = await needProcess();

/** Memory for checking a password, in MB. Two are checked at a time, on any of four threads. */
const PASSWORD = 19;

test.runIf(process.platform === 'linux')('memory taken by wrong passwords is given back', async () => {
  await guess(0);
  const before = await residentMemory(server.pid);
  expect(await Promise.all(Array.from({ length: 16 }, (_, at) => guess(at + 1)))).toContain(401);
  // Threads are chosen by chance: a second round meets those that the first one left out.
  await Promise.all(Array.from({ length: 16 }, (_, at) => guess(at + 17)));
  await expect.poll(async () => (await residentMemory(server.pid)) - before).toBeLessThan(PASSWORD);
});

test.runIf(process.platform === 'linux')('a server gives memory back as the container and the unit do', async () => {
  const environment = await readFile(`/proc/${server.pid}/environ`, 'utf8');
  const settings = environment.split('\0').filter((each) => each.startsWith('MALLOC_'));
  expect(settings).toHaveLength(1);
  for (const file of ['deploy/Dockerfile', 'deploy/systemd/rampa.service']) {
    const text = await readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
    expect(text.match(/MALLOC_\w+=\d+/g), file).toEqual(settings);
  }
});

/** Each from an address of its own: all of 127.0.0.0/8 is the loopback. */
async function guess(number: number): Promise<number | undefined> {
  const asked = request(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    localAddress: `127.0.1.${number + 1}`,
  });
  asked.end(JSON.stringify({ username: `guess-${number}`, password: 'a wrong password' }));
  const [answer] = await once(asked, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}
