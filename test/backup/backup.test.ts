import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { countChanges } from '../../db/write.ts';
import { checkPassword } from '../../model/admins/admins.ts';
import { findSession } from '../../model/sessions/sessions.ts';
import { regularName } from '../../ops/backup/retention.ts';
import { backUp, restoreTest } from '../../ops/backup/run.ts';
import { listJobs } from '../../ops/jobs.ts';
import { ADMIN } from '../rig/app.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import { backUpSite, digestsIn, fillSite, lastingDigests, restoreInto } from '../rig/world/backups.ts';

/** After a restore the next change is above all that programs know. */
const CHANGES_OF_A_NIGHT = 1_000_000;

const t = await needSite();
const urls = await fillSite(t);

test('a copy of the site beside its running server has every table and every picture and no session, and becomes the same site elsewhere', async () => {
  const { token } = (await t.visitor('POST', '/api/auth/login', ADMIN)).json();
  const { file, manifest } = await backUpSite(t);
  expect(await readdir(path.dirname(file))).toEqual([path.basename(file)]);
  expect(await readdir(t.config.backupDir)).toEqual(['backup.lock']);
  const dataDir = await needFolder();
  await restoreInto(file, dataDir);
  expect(await digestsIn(dataDir)).toEqual(await lastingDigests(t.store.db));
  expect(Object.keys(manifest.pictures ?? {}).sort()).toEqual(urls.map((url) => path.basename(url)).sort());
  for (const url of urls) {
    const { rawPayload } = await t.visitor('GET', url);
    expect((await readFile(path.join(dataDir, url))).equals(rawPayload)).toBe(true);
  }
  const source = isOnPostgres ? 'postgresql' : 'sqlite';
  expect(manifest).toMatchObject({ source, missing: [], tables: { articles: { rows: 2 } } });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // A copy holds no sessions; passwords stay.
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  expect(await countChanges(db)).toBeGreaterThan(CHANGES_OF_A_NIGHT);
  expect(await findSession(t.store.db, token)).toBeDefined();
  expect(await findSession(db, token)).toBeUndefined();
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect(await checkPassword({ db, passwords: t.store.passwords }, ADMIN.username, ADMIN.password)).toBeDefined();
  await db.destroy();
});

test('a copy of the site beside its running server what was made and tried is kept for the panel', async () => {
  const made = await backUp(t.config, t.store.db);
  await restoreTest(t.config, t.store.db);
  expect((await t.editor('GET', '/api/admin/backup')).json()).toMatchObject({
    backup: { file: made.file, bytes: made.bytes, articles: 2, pictures: 2, at: made.manifest.madeAt },
    failure: null,
    drill: { file: made.file, madeAt: made.manifest.madeAt, problem: null },
    running: null,
  });
});

test('a copy of the site beside its running server is made once at a time, waits for a name of its own within a second of another, and is ordered from the panel', async () => {
  const results = await Promise.allSettled([backUpSite(t), backUpSite(t)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { backupDir } = t.config;
  await mkdir(backupDir, { recursive: true });
  const taken = [0, 1000].map((ms) => path.join(backupDir, regularName(new Date(Date.now() + ms))));
  for (const file of taken) await writeFile(file, 'another');
  const { file } = await backUp(t.config, t.store.db);
  expect(taken).not.toContain(file);
  expect((await readFile(file)).length).toBeGreaterThan(1000);
  expect((await t.editor('POST', '/api/admin/backup')).statusCode).toBe(202);
  const job = (await listJobs(t.store.db)).find(({ name }) => name === 'backup');
  expect(Date.parse(job?.dueAt ?? '')).toBeLessThanOrEqual(Date.now());
});
