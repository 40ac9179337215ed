import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { watchHealth } from '../server/integrity/health.ts';

test('a file that could not be read was not found whole', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-soundness-'));
  const damage: string[] = [];
  const watch = watchHealth((problem) => damage.push(problem));
  await watch.check(folder);
  expect([watch.health, damage]).toEqual([{ state: 'unknown', problem: undefined, checkedAt: null }, []]);
  await rm(folder, { recursive: true });
});
