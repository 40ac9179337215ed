import { expect, test } from 'vitest';
import { recordBackup } from '../../ops/backup/state.ts';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { enterJob } from '../../ops/jobs.ts';
import { createTestApp } from '../rig/app.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { readMetrics } from '../rig/metrics-text.ts';

const MADE = {
  at: new Date().toISOString(),
  file: '/backups/rampa.tar',
  host: 'elsewhere',
  bytes: 1000,
  pictures: 0,
  articles: 0,
  took: 1,
};
const NAME = isOnPostgres ? 'PostgreSQL' : 'SQLite';

test('a report is kept for a while, and not past a copy, a trial or a change of administrators', async () => {
  const site = await createTestApp();
  const report = async () => (await site.editor('GET', '/api/admin/doctor')).json<DoctorReport>();
  const line = async (id: string) =>
    (await report()).groups.flatMap(({ lines }) => lines).find((each) => each.id === id);
  const first = await report();
  expect((await report()).at).toBe(first.at);
  expect(await line('backup')).toMatchObject({ act: 'backup', advice: expect.any(String) });

  await recordBackup(site.store.db, { backup: MADE });
  expect(await line('backup')).not.toMatchObject({ text: expect.stringContaining('Ни одной копии') });
  expect(await line('drill')).toMatchObject({ state: 'unknown', act: 'drill' });
  await recordBackup(site.store.db, { drill: { at: MADE.at, file: MADE.file, madeAt: MADE.at, problem: null } });
  expect(await line('drill')).toMatchObject({ state: 'good' });

  await enterJob(site.store.db, 'backup', new Date(Date.now() + 3_600_000));
  expect(await line('job-backup')).toMatchObject({ text: expect.stringContaining('Ещё не делалось.') });
  const pair = { username: 'Вера', password: 'korabl-na-ladoge-21' };
  const { id } = (await site.editor('POST', '/api/admin/admins', pair)).json();
  expect(await line('admins')).toMatchObject({ text: expect.stringContaining('Ещё ни разу не входили: Вера') });
  await site.editor('DELETE', `/api/admin/admins/${id}`);
  expect(await line('admins')).toMatchObject({ state: 'good' });
  const last = await report();
  expect((await report()).at).toBe(last.at);
  await site.close();
});

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
