import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { needDatabase } from '../rig/needs.ts';

const AT = '2025-07-20T18:00:00.000Z';

/** A festival as it was stored before there were editions. */
async function fill(db: Db): Promise<void> {
  for (const [title, at] of [
    ['Полуфинал', '2025-07-18T18:00:00.000Z'],
    ['Финал', AT],
  ])
    await sql`insert into shows (title, hall, starts_at, is_public, updated_at, version)
      values (${title}, 'Зал «Эллинг»', ${at}, 1, ${AT}, 1)`.execute(db);
  await sql`insert into contestants (slug, name, song, authors, region, image_credit, text, is_withdrawn, updated_at, version)
    values ('anna', 'Анна', 'Заря', '', 'Томск', '', '', 0, ${AT}, 1)`.execute(db);
  await sql`insert into performances (show_id, contestant_id, position) values (2, 1, 1)`.execute(db);
  await sql`insert into articles (slug, kind, title, title_search, date, content, lead, created_at, updated_at, version)
    values ('history', 'page', 'История', 'история', '2025-07-01', '', '', ${AT}, ${AT}, 1)`.execute(db);
  await sql`insert into partners (position, name, group_name, version) values (1, 'Завод', '', 1)`.execute(db);
  await sql`insert into settings (name, value, version, updated_at)
    values ('site-text', ${JSON.stringify({ site_name: 'Огни' })}, 1, ${AT})`.execute(db);
}

test('what a site has becomes its current edition, named and dated from its shows', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0025-index-notes');
  await fill(db);
  await migrate(db);
  expect(await db.selectFrom('editions').selectAll().execute()).toMatchObject([
    {
      ...{ id: 1, slug: '2025', title: 'Огни-2025', year: 2025, hall: 'Зал «Эллинг»' },
      ...{ starts_on: '2025-07-18', ends_on: '2025-07-20', is_current: 1, is_public: 1 },
    },
  ]);
  for (const table of ['shows', 'contestants', 'partners'] as const)
    for (const row of await db.selectFrom(table).select('edition_id').execute()) expect(row.edition_id).toBe(1);
  const page = await db.selectFrom('articles').select(['id', 'slug']).executeTakeFirstOrThrow();
  expect(page.slug).toBe(`history-${page.id}`);
  expect(await db.selectFrom('performances').selectAll().execute()).toHaveLength(1);
});

test('the database holds neither two current editions nor a show, a contestant or a partner of none', async () => {
  const { db } = await needDatabase();
  await migrate(db);
  const row = { title: 'Вторая', year: 2024, city: '', hall: '', hosts: '', is_public: 1, updated_at: AT, version: 1 };
  await db
    .insertInto('editions')
    .values({ ...row, slug: '2024', is_current: 0 })
    .execute();
  await expect(
    db
      .insertInto('editions')
      .values({ ...row, slug: 'x', is_current: 1 })
      .execute(),
  ).rejects.toThrow();
  const show = sql`insert into shows (title, hall, starts_at, is_public, updated_at, version)
    values ('Финал', '', ${AT}, 1, ${AT}, 1)`;
  await expect(show.execute(db)).rejects.toThrow();
});
