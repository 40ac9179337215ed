import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';
import { newEpoch } from '../write.ts';

interface Row {
  id: number;
  show_id: number;
  kind: string;
  contestant_id?: number;
  step?: number;
  at: string;
  by: string;
  key: string | null;
  undoes: number | null;
  correction?: string;
}

const KINDS: Record<string, string> = { arm: 'lock', disarm: 'unlock' };
const BATCH = 50;

/** One log in place of `cues` and `reveals`, one clock in place of their ids and `lists_at`. */
// biome-ignore lint/suspicious/noExplicitAny: tables as they are at this step
export async function up(db: Kysely<any>): Promise<void> {
  // Without foreign keys: rows outlive their show.
  await strict(
    db,
    db.schema
      .createTable('live_events')
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('show_id', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('contestant_id', 'integer')
      .addColumn('step', 'integer')
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('key', 'text')
      .addColumn('undoes', 'integer', (column) => column.unique())
      .addColumn('correction', 'text'),
  ).execute();
  const cues = (await db.selectFrom('cues').selectAll().orderBy('id').execute()) as Row[];
  const reveals = (await db.selectFrom('reveals').selectAll().orderBy('id').execute()) as Row[];
  const { version } = await db.selectFrom('changes').select('version').executeTakeFirstOrThrow();
  // Open pages and programs ignore lower numbers than those they know.
  const base = Math.max(version, cues.at(-1)?.id ?? 0, reveals.at(-1)?.id ?? 0);
  const rows = merge(cues, reveals);
  const versions = new Map(rows.map((row, at) => [row, base + 1 + at]));
  const versionOf = (log: Row[], id: number | null) => versions.get(log.find((row) => row.id === id) as Row) ?? null;
  const events = rows.map((row) => {
    return {
      version: versions.get(row),
      show_id: row.show_id,
      kind: KINDS[row.kind] ?? row.kind,
      contestant_id: row.contestant_id ?? null,
      step: row.step ?? null,
      at: row.at,
      by: row.by,
      key: row.key,
      undoes: versionOf(cues.includes(row) ? cues : reveals, row.undoes),
      correction: row.correction ?? null,
    };
  });
  for (let from = 0; from < events.length; from += BATCH)
    await db
      .insertInto('live_events')
      .values(events.slice(from, from + BATCH))
      .execute();
  await db.schema.createIndex('live_events_of_show').on('live_events').columns(['show_id', 'version']).execute();
  await db.schema.dropTable('cues').execute();
  await db.schema.dropTable('reveals').execute();

  await db.schema
    .alterTable('changes')
    .addColumn('epoch', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('changes').dropColumn('lists_at').execute();
  await db
    .updateTable('changes')
    .set({ version: base + events.length, epoch: newEpoch() })
    .execute();
  await keepPerformers(db);
}

/** Merges both logs by time; the order within a log is kept. */
function merge(one: Row[], other: Row[]): Row[] {
  const [left, right, merged] = [[...one], [...other], [] as Row[]];
  for (let next = pick(left, right); next; next = pick(left, right)) merged.push(next);
  return merged;
}

function pick(left: Row[], right: Row[]): Row | undefined {
  const [a, b] = [left[0], right[0]];
  return a && (!b || a.at <= b.at) ? left.shift() : right.shift();
}

/** Locked results store their running order and the performers' names. */
// biome-ignore lint/suspicious/noExplicitAny: tables as they are at this step
async function keepPerformers(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('results').addColumn('performers', 'text').execute();
  const locked = await db.selectFrom('results').select('show_id').where('armed_at', 'is not', null).execute();
  for (const { show_id } of locked) {
    const performers = await db
      .selectFrom('performances')
      .innerJoin('contestants', 'contestants.id', 'contestant_id')
      .select(['contestants.id', 'slug', 'name', 'song', 'region', 'is_withdrawn'])
      .where('show_id', '=', show_id)
      .orderBy('position')
      .execute();
    await db
      .updateTable('results')
      .set({ performers: JSON.stringify(performers) })
      .where('show_id', '=', show_id)
      .execute();
  }
}
