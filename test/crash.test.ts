import { expect, test } from 'vitest';
import { killRounds } from './crash/kill.ts';

test('what was acknowledged is there after each kill -9, and nothing is there by half', async () => {
  const { confirmed, missing, damage } = await killRounds(5);
  expect(missing).toEqual([]);
  expect(damage).toEqual([]);
  expect(confirmed).toBeGreaterThan(20);
});
