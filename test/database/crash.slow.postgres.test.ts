import { expect, test } from 'vitest';
import { killPostgresMigrations } from '../crash/migrations.ts';
import { startPostgres } from '../rig/database/postgres.ts';

test('a migration that was killed is done again from where it was, also by several servers at once', async () => {
  const postgres = await startPostgres();
  const findings = await killPostgresMigrations(postgres.url, 4);
  await postgres.stop();
  expect(findings.filter(([, fault]) => fault !== undefined)).toEqual([]);
  expect(findings.length).toBeGreaterThan(4);
});
