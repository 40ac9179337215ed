import { expect, test } from 'vitest';
import { killRounds } from '../crash/kill.ts';
import { killMigrations } from '../crash/migrations.ts';

test('what was acknowledged is there after each kill -9, and nothing is there by half', async () => {
  const { confirmed, missing, damage } = await killRounds(5);
  expect(missing).toEqual([]);
  expect(damage).toEqual([]);
  expect(confirmed).toBeGreaterThan(20);
});

test('a migration that was killed is done again from where it was', async () => {
  const findings = await killMigrations(6);
  expect(findings.filter(([, fault]) => fault !== undefined)).toEqual([]);
  expect(findings.length).toBeGreaterThan(5);
});
