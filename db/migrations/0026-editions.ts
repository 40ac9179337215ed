import type { Kysely } from 'kysely';
import { strict, withId } from '../dialect.ts';

/** Existing data become the current edition. */
// biome-ignore lint/suspicious/noExplicitAny: tables as they are at this step
export async function up(db: Kysely<any>): Promise<void> {
  await strict(
    db,
    withId(db, db.schema.createTable('editions'))
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('year', 'integer', (column) => column.notNull())
      .addColumn('city', 'text', (column) => column.notNull())
      .addColumn('hall', 'text', (column) => column.notNull())
      .addColumn('starts_on', 'text')
      .addColumn('ends_on', 'text')
      .addColumn('hosts', 'text', (column) => column.notNull())
      .addColumn('poster', 'text')
      .addColumn('accent', 'text')
      .addColumn('page_id', 'integer', (column) => column.references('articles.id').onDelete('set null'))
      .addColumn('is_public', 'integer', (column) => column.notNull())
      .addColumn('is_current', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull()),
  ).execute();
  await db.schema
    .createIndex('editions_one_current')
    .on('editions')
    .column('is_current')
    .unique()
    .where('is_current', '=', 1)
    .execute();
  await db
    .insertInto('editions')
    .values(await firstEdition(db))
    .execute();
  for (const table of ['shows', 'contestants', 'partners']) await assign(db, table);
  await freeAddress(db);
  await db.schema.alterTable('shows').addColumn('recording_url', 'text').execute();
  await db.schema.alterTable('shows').addColumn('recording_starts_at', 'text').execute();
  await db.schema
    .alterTable('results')
    .addColumn('is_final', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('search_words')
    .addColumn('edition_id', 'integer', (column) => column.references('editions.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('search_words_edition').on('search_words').column('edition_id').unique().execute();
  await strict(
    db,
    withId(db, db.schema.createTable('edition_starts'))
      .addColumn('edition_id', 'integer', (column) => column.notNull().references('editions.id').onDelete('cascade'))
      .addColumn('former_id', 'integer', (column) => column.notNull().references('editions.id').onDelete('cascade'))
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('started_by', 'text', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull()),
  ).execute();
}

/** `/history` becomes the archive: an existing page there moves, whatever its status. */
// biome-ignore lint/suspicious/noExplicitAny: tables as they are at this step
async function freeAddress(db: Kysely<any>): Promise<void> {
  const pages = await db
    .selectFrom('articles')
    .select('id')
    .where('kind', '=', 'page')
    .where('slug', '=', 'history')
    .execute();
  for (const { id } of pages)
    await db
      .updateTable('articles')
      .set({ slug: `history-${id}` })
      .where('id', '=', id)
      .execute();
}

/** Named from its shows: «Рампа-2025». */
// biome-ignore lint/suspicious/noExplicitAny: tables as they are at this step
async function firstEdition(db: Kysely<any>) {
  const shows = await db.selectFrom('shows').select(['starts_at', 'hall']).orderBy('starts_at').execute();
  const texts = await db.selectFrom('settings').select('value').where('name', '=', 'site-text').executeTakeFirst();
  const name: string = (texts && JSON.parse(texts.value).site_name) || 'Рампа';
  const [first, last] = [shows[0]?.starts_at as string | undefined, shows.at(-1)?.starts_at as string | undefined];
  const year = Number(last?.slice(0, 4) ?? new Date().getUTCFullYear());
  const halls = new Set(shows.map(({ hall }) => hall as string));
  return {
    slug: String(year),
    title: name.includes(String(year)) || !first ? name : `${name}-${year}`,
    year,
    city: '',
    hall: halls.size === 1 ? [...halls][0] : '',
    starts_on: first?.slice(0, 10) ?? null,
    ends_on: last?.slice(0, 10) ?? null,
    hosts: '',
    is_public: 1,
    is_current: 1,
    updated_at: new Date().toISOString(),
    version: 1,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tables as they are at this step
async function assign(db: Kysely<any>, table: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('edition_id', 'integer', (column) => column.references('editions.id').onDelete('cascade'))
    .execute();
  await db
    .updateTable(table)
    .set({ edition_id: db.selectFrom('editions').select('id') })
    .execute();
  await db.schema
    .alterTable(table)
    .alterColumn('edition_id', (column) => column.setNotNull())
    .execute();
  await db.schema.createIndex(`${table}_of_edition`).on(table).column('edition_id').execute();
}
