import { expect, test } from 'vitest';
import type { DoctorReport } from '../../api/doctor.ts';
import { createTestApp } from '../app.ts';
import { isOnPostgres } from '../databases.ts';
import { readMetrics } from '../metrics-text.ts';

const NAME = isOnPostgres ? 'PostgreSQL' : 'SQLite';

test('whichever database it is, it is told by its name, with its steps, its clock and its size', async () => {
  const site = await createTestApp();
  const report = (await site.editor('GET', '/api/admin/doctor')).json<DoctorReport>();
  const figures = readMetrics((await site.app.inject({ url: '/metrics' })).body);
  await site.close();

  const lines = new Map(report.groups.flatMap(({ lines }) => lines.map((line) => [line.id, line])));
  expect(lines.get('database')?.text).toMatch(new RegExp(`^${NAME} \\d+\\.\\d+.*, отвечает за \\d+ мс\\.$`));
  expect(lines.get('schema')?.state).toBe('good');
  // The database server of the tests is on this machine, and so is its clock.
  expect(lines.get('clock')?.state).not.toBe('bad');
  const value = (name: string) => figures.find((each) => each.name === name);
  expect(value('rampa_database_info')?.labels).toMatchObject({ kind: NAME.toLowerCase() });
  expect(value('rampa_database_size_bytes')?.value).toBeGreaterThan(4096);
});
