import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Store } from '../store.ts';
import { unescapeMarkup } from '../text/markup.ts';
import { EMBED, type Embed, embedOf, fromStart } from './embeds.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    embeds: EmbedTable;
  }
}

/** Metadata of the embeds of all bodies. Times are ISO 8601 UTC. */
interface EmbedTable {
  id: Generated<number>;
  provider: string;
  code: string; // `id` of an `Embed`
  title: Generated<string>;
  duration: number | null; // s
  poster: string | null; // `/uploads/…`
  fetched_at: string | null;
  tries: Generated<number>; // failed ones
  next_try_at: string | null; // null: complete
  seen_at: string; // first appearance in a body; never read
  version: Generated<number>;
}

export type EmbedRow = Selectable<EmbedTable>;
export type EmbedMetadata = Pick<EmbedRow, 'title' | 'duration' | 'poster'>;

/** Job that fetches titles and posters. */
export const EMBEDS_JOB = 'embeds';

const MINUTE = 60_000;
const FIRST_PAUSE = 5 * MINUTE;
const MAX_PAUSE = 7 * 24 * 60 * MINUTE;

/** Embeds of a body without start times: a page has one row of metadata. */
export function embedsIn(html: string): Embed[] {
  return Array.from(html.matchAll(EMBED), ([, provider, id = '']) => embedOf(provider, unescapeMarkup(id)) ?? [])
    .flat()
    .map(fromStart);
}

export function keyOf({ provider, id }: Embed): string {
  return `${provider} ${id}`;
}

/** Stored metadata, by `keyOf`. */
export async function findEmbeds(db: Db, embeds: Embed[]): Promise<Map<string, EmbedMetadata>> {
  if (embeds.length === 0) return new Map();
  const rows = await db
    .selectFrom('embeds')
    .select(['provider', 'code', 'title', 'duration', 'poster'])
    .where(
      'code',
      'in',
      embeds.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ provider, code, ...known }) => [`${provider} ${code}`, known]));
}

/** Adds rows for the new embeds of a saved body; their first try is due at once. */
export async function rememberEmbeds(tx: Db, html: string): Promise<void> {
  const now = new Date().toISOString();
  for (const { provider, id } of new Map(embedsIn(html).map((embed) => [keyOf(embed), embed])).values()) {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('embeds')
      .values({ provider, code: id, seen_at: now, next_try_at: now })
      .onConflict((on) => on.columns(['provider', 'code']).doNothing())
      .executeTakeFirstOrThrow();
    if (!added) continue;
    await tx
      .updateTable('jobs')
      .set({ due_at: now })
      .where('name', '=', EMBEDS_JOB)
      .where('due_at', '>', now)
      .execute();
  }
}

/** The embed with the earliest next try. */
export function nextEmbed(db: Db): Promise<EmbedRow | undefined> {
  return db
    .selectFrom('embeds')
    .selectAll()
    .where('next_try_at', 'is not', null)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Stores title, duration and poster, and publishes the change. `isWhole`: no further tries. */
export async function storeMetadata(
  store: Store,
  row: EmbedRow,
  found: EmbedMetadata,
  isWhole: boolean,
): Promise<void> {
  const now = new Date();
  const isNews = found.title !== row.title || found.duration !== row.duration || found.poster !== row.poster;
  const keep = (tx: Db) =>
    tx
      .updateTable('embeds')
      .set({
        ...found,
        ...(isWhole ? { tries: 0, next_try_at: null } : later(row, now)),
        fetched_at: now.toISOString(),
      })
      .set('version', row.version + 1)
      .where('id', '=', row.id)
      .execute();
  await write(store, keep, () => (isNews ? { topic: 'news' } : undefined));
}

/** Schedules the next try with exponential backoff: 5 minutes, doubling, at most a week. */
export async function postponeEmbed(store: Store, row: EmbedRow): Promise<void> {
  const set = later(row, new Date());
  await write(store, (tx) => tx.updateTable('embeds').set(set).where('id', '=', row.id).execute());
}

function later({ tries }: EmbedRow, now: Date) {
  const pause = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 16));
  return { tries: tries + 1, next_try_at: new Date(now.getTime() + pause).toISOString() };
}
