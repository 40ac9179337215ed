import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { isSqlite, openSqlite } from '../../db/dialect.ts';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { createTestApp } from '../app.ts';

test('what was written before there was a history is its first line', async () => {
  const old = await createTestApp();
  const db = isSqlite(old.store.db) ? openSqlite(':memory:') : await emptied(old.store.db);
  const first = { '0001-first': migrations['0001-first'] as Migration };
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => first } }).migrateToLatest();
  expect(error).toBeUndefined();
  await sql`insert into articles (slug, title, title_search, date, content, lead, created_at, updated_at, version)
    values ('old', 'Старая', 'старая', '2025-01-01', '<p>Старая</p>', 'Старая', '2025-01-01', '2025-01-02', 3)`.execute(
    db,
  );
  await migrate(db);
  expect(await db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    version: 3,
    title: 'Старая',
    content: '<p>Старая</p>',
    saved_at: '2025-01-02',
    saved_by: null,
    cover_alt: '',
  });
  if (db !== old.store.db) await db.destroy();
  await old.close();
});

async function emptied(db: Db): Promise<Db> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  return db;
}
