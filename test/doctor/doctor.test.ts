import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { recordBackup } from '../../ops/backup/state.ts';
import type { DoctorReport } from '../../ops/doctor/report.ts';
import { addJob } from '../../ops/jobs.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { lineOf } from '../rig/doctor.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const MADE = {
  ...{ at: new Date().toISOString(), file: '/backups/rampa.tar', host: 'elsewhere' },
  ...{ bytes: 1000, pictures: 0, articles: 0, took: 1 },
};
const NAME = isOnPostgres ? 'PostgreSQL' : 'SQLite';

const site = await needSite({ METRICS_TOKEN: 'kanareika-metrics', ADMIN_PASSWORD: 'kanareika-password' });

test('a report is kept for a while, and not past a copy, a trial or a change of administrators', async () => {
  const report = async () => (await site.editor('GET', '/api/admin/doctor')).json<DoctorReport>();
  const line = async (id: string) => lineOf(await report(), id);
  const first = await report();
  expect((await report()).at).toBe(first.at);
  expect(await line('backup')).toMatchObject({ act: 'backup', advice: expect.any(String) });

  await recordBackup(site.store.db, { backup: MADE });
  expect(await line('backup')).not.toMatchObject({ text: expect.stringContaining('Ни одной копии') });
  expect(await line('drill')).toMatchObject({ state: 'unknown', act: 'drill' });
  await recordBackup(site.store.db, { drill: { at: MADE.at, file: MADE.file, madeAt: MADE.at, problem: null } });
  expect(await line('drill')).toMatchObject({ state: 'good' });

  await addJob(site.store.db, 'backup', new Date(Date.now() + 3_600_000));
  expect(await line('job-backup')).toMatchObject({ text: expect.stringContaining('Ещё не делалось.') });
  const pair = { username: 'Вера', password: 'korabl-na-ladoge-21' };
  const { id } = (await site.editor('POST', '/api/admin/admins', pair)).json();
  expect(await line('admins')).toMatchObject({ text: expect.stringContaining('Ещё ни разу не входили: Вера') });
  await site.editor('DELETE', `/api/admin/admins/${id}`);
  expect(await line('admins')).toMatchObject({ state: 'good' });
  const last = await report();
  expect((await report()).at).toBe(last.at);
});

const lookAt = async (id: string) => lineOf((await site.editor('GET', '/api/admin/doctor?fresh')).json(), id);

test('the panel is told how the database, the disk and everything else are, with what to do, and no secret', async () => {
  const answer = await site.editor('GET', '/api/admin/doctor');
  const report = answer.json<DoctorReport>();
  // A machine that is busy with other things may not get through the whole file in time at once.
  await expect.poll(async () => (await lookAt('soundness'))?.state).toBe('good');
  expect(lineOf(report, 'database')?.text).toMatch(new RegExp(`^${NAME} \\d+\\.\\d+.*, отвечает за \\d+ мс\\.$`));
  // The database server of the tests is on this machine, and so is its clock.
  expect(lineOf(report, 'clock')?.state).not.toBe('bad');
  for (const id of ['database', 'schema', 'disk', 'memory', 'uploads'])
    expect(lineOf(report, id)?.state, id).toBe('good');
  for (const line of report.groups.flatMap(({ lines }) => lines))
    if (line.state === 'bad' || line.state === 'attention') expect(line.advice, line.id).toMatch(/[а-яё]/i);
  expect(report.text).toContain('База данных');
  expect(answer.body).not.toContain('kanareika');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('the panel is told of a proxy that forwards without being trusted, whom the server asks by itself, embeds among them, and under which name visitors come', async () => {
  expect((await lookAt('proxy'))?.state).toBe('good');
  await site.visitor('GET', '/vote', undefined, { 'x-forwarded-for': '203.0.113.9' });
  expect(await lookAt('proxy')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('127.0.0.1'),
    advice: expect.stringContaining('TRUST_PROXY=127.0.0.1/32'),
  });
  const text = expect.stringMatching(/обращается только за названиями и обложками видео.*YouTube/);
  expect(await lookAt('outgoing')).toMatchObject({ state: 'good', text });
  await site.visitor('GET', '/vote', undefined, { host: 'festival.example' });
  expect((await lookAt('address'))?.advice).toContain('PUBLIC_URL=https://festival.example');
});

test('the panel is told of a first password that lies about, and of data that anybody may change', async () => {
  writeFileSync(path.join(site.config.dataDir, 'first-password'), 'kanareika\n');
  chmodSync(site.config.dataDir, 0o777);
  expect([(await lookAt('first-password'))?.state, (await lookAt('permissions'))?.state]).toEqual(['attention', 'bad']);
});

test.skipIf(isOnPostgres)('the panel is told of uploads that the folder has lost or holds cut short', async () => {
  const { name } = await uploadPicture(site.editor, await noise().png().toBuffer());
  const file = path.join(uploadsIn(site.config.dataDir), name);
  expect((await lookAt('uploads'))?.state).toBe('good');
  for (const damage of [() => truncateSync(file, 9), () => rmSync(file)]) {
    damage();
    expect(await lookAt('uploads')).toMatchObject({ state: 'bad', text: expect.stringContaining(name) });
  }
});
