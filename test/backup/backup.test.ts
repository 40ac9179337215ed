import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyTables, digestTables, findDifference } from '../../db/copying/copying.ts';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { countChanges } from '../../db/write.ts';
import { checkPassword } from '../../model/admins/admins.ts';
import { findSession } from '../../model/sessions/sessions.ts';
import { regularName } from '../../ops/backup/retention.ts';
import { backUp, restoreTest } from '../../ops/backup/run.ts';
import { ADMIN } from '../rig/app.ts';
import { isOnPostgres } from '../rig/database/databases.ts';
import { needDatabase, needFolder, needSite } from '../rig/needs.ts';
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

test('a copy of the site beside its running server is made once at a time, and waits for a name of its own within a second of another', async () => {
  const results = await Promise.allSettled([backUpSite(t), backUpSite(t)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { backupDir } = t.config;
  await mkdir(backupDir, { recursive: true });
  const taken = [0, 1000].map((ms) => path.join(backupDir, regularName(new Date(Date.now() + ms))));
  for (const file of taken) await writeFile(file, 'another');
  const { file } = await backUp(t.config, t.store.db);
  expect(taken).not.toContain(file);
  expect((await readFile(file)).length).toBeGreaterThan(1000);
});

// From the project's database into an SQLite file and from there into another of the project's.
const source = await needSite();
await fill();

describe('tables that are copied', () => {
  let file: Db;
  let other: Awaited<ReturnType<typeof needDatabase>>;

  beforeEach(async () => {
    const folder = await needFolder();
    file = openSqlite(path.join(folder, 'copy.sqlite'));
    other = await needDatabase(folder, 'ru');
    await migrate(file);
    await migrate(other.db);
  });
  afterEach(() => file.destroy());

  test('every row arrives, and the digests of all databases are the same', async () => {
    const seen: [number, number][] = [];
    await copyTables(source.store.db, file, { progress: (done, total) => seen.push([done, total]) });
    await copyTables(file, other.db);
    const digests = await digestTables(source.store.db);
    expect(digests).toMatchObject({
      articles: { rows: 5 },
      former_slugs: { rows: 11 },
      login_failures: { rows: 500 },
      recovery_codes: { rows: 1 },
    });
    expect([await digestTables(file), await digestTables(other.db)]).toEqual([digests, digests]);
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
  });

  test('one changed, missing or added value makes another digest, and the table is named', async () => {
    await copyTables(source.store.db, file);
    const digests = await digestTables(source.store.db);
    await file.updateTable('articles').set({ cover_alt: ' ' }).where('id', '=', 2).execute();
    expect(findDifference(digests, await digestTables(file))).toBe('articles');
    await file.updateTable('articles').set({ cover_alt: '' }).where('id', '=', 2).execute();
    expect(findDifference(digests, await digestTables(file))).toBeUndefined();
    await file.updateTable('articles').set({ cover_image_url: '' }).where('id', '=', 2).execute();
    expect(findDifference(digests, await digestTables(file))).toBe('articles');
  });

  test('a number once given is not given again in the copy, also when its row is gone', async () => {
    await source.store.db.deleteFrom('journal').execute();
    await copyTables(source.store.db, file);
    await copyTables(file, other.db);
    expect(await nextId(other.db)).toBe(await nextId(source.store.db));
  });

  /** The id that the audit log's next entry gets; nothing stays written. */
  async function nextId(db: Db): Promise<number> {
    let next = 0;
    const undo = new Error('undo');
    const insert = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into journal (at, action, subject, title) values ('', '', '', '') returning id`.execute(tx);
      next = rows[0]?.id ?? 0;
      throw undo;
    });
    await expect(insert).rejects.toBe(undo);
    return next;
  }
});

/** Keys that languages and bytes put into different orders, empty and missing values, a table of keys only, several batches. */
async function fill(): Promise<void> {
  for (const slug of ['b-anons', 'bilety', 'B_1', 'ёлка 🎤', 'a']) {
    const article = { title: `Новость ${slug}`, content: '<p>«Рампа»</p>' };
    expect((await source.editor('POST', '/api/admin/news', article)).statusCode).toBe(201);
  }
  const article = await source.store.db
    .selectFrom('articles')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const slug of ['b-anons', 'bilety', 'B_1', 'Bilety', 'ёлка', 'елка', 'ель', 'я', 'Я', '_', '-'])
    await source.store.db
      .insertInto('former_slugs')
      .values({ kind: 'article', slug, article_id: article.id })
      .execute();
  const one = { last_failed_at: 'сегодня' };
  const rows = Array.from({ length: 500 }, (_, at) => ({ ...one, address: `10.0.${at}`, failures: at }));
  await source.store.db.insertInto('login_failures').values(rows).execute();
  const { key } = (await source.editor('POST', '/api/admin/me/totp', { current: 'верный пароль редактора' })).json();
  expect(key).toBeTruthy();
  await source.store.db.insertInto('recovery_codes').values({ admin_id: 1, code_hash: 'aa' }).execute();
}
