import type { Generated, Selectable } from 'kysely';
import { contains } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import type { Store } from '../store.ts';
import { unescapeMarkup } from '../text/markup.ts';
import { EMBED, type Embed, embedOf, fromStart, pageOf } from './embeds.ts';

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
  seen_at: string; // when a body was last known to hold it
  version: Generated<number>;
}

export type EmbedRow = Selectable<EmbedTable>;
export type KnownEmbed = Pick<EmbedRow, 'title' | 'duration' | 'poster'>;

/** Job that fetches titles and posters. */
export const EMBEDS_JOB = 'embeds';

const MINUTE = 60_000;
const FIRST_PAUSE = 5 * MINUTE;
const MAX_PAUSE = 7 * 24 * 60 * MINUTE;
/** In ms; how long an embed is kept after its last body, as pictures are. */
const RETENTION = 30 * 24 * 60 * MINUTE;
const BATCH_SIZE = 10;

/** Each from its start: one row holds what is known of a page. */
export function embedsIn(html: string): Embed[] {
  return Array.from(html.matchAll(EMBED), ([, provider, id = '']) => embedOf(provider, unescapeMarkup(id)) ?? [])
    .flat()
    .map(fromStart);
}

export function keyOf({ provider, id }: Embed): string {
  return `${provider} ${id}`;
}

/** Stored metadata, by `keyOf`. */
export async function findEmbeds(db: Db, embeds: Embed[]): Promise<Map<string, KnownEmbed>> {
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
    const known = await tx
      .updateTable('embeds')
      .set({ seen_at: now })
      .where((eb) => eb.and({ provider, code: id }))
      .executeTakeFirstOrThrow();
    if (known.numUpdatedRows > 0n) continue;
    await tx
      .insertInto('embeds')
      .values({ provider, code: id, seen_at: now, next_try_at: now })
      .onConflict((on) => on.columns(['provider', 'code']).doNothing())
      .execute();
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

/** Stores title, duration and poster, and publishes the change. `isWhole`: there is no next try. */
export async function keepEmbed(store: Store, row: EmbedRow, found: KnownEmbed, isWhole: boolean): Promise<void> {
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

/** The next try after a failed one: in 5 minutes, then after twice the pause, at most a week. */
export async function postponeEmbed(store: Store, row: EmbedRow): Promise<void> {
  const set = later(row, new Date());
  await write(store, (tx) => tx.updateTable('embeds').set(set).where('id', '=', row.id).execute());
}

function later({ tries }: EmbedRow, now: Date) {
  const pause = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 16));
  return { tries: tries + 1, next_try_at: new Date(now.getTime() + pause).toISOString() };
}

/** Forgets embeds that for 30 days no body has held, kept versions and the trash included; a few at a time. */
export async function dropUnusedEmbeds(store: Store, now = Date.now()): Promise<void> {
  const seen_at = new Date(now).toISOString();
  const rows = await store.db
    .selectFrom('embeds')
    .select(['id', 'provider', 'code'])
    .where('seen_at', '<', new Date(now - RETENTION).toISOString())
    .orderBy('seen_at')
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, provider, code } of rows) {
    await write(store, async (tx) => {
      const isUsed = (await isHeld(tx, provider, code)) || (await isClip(tx, provider, code));
      if (isUsed) await tx.updateTable('embeds').set({ seen_at }).where('id', '=', id).execute();
      else await tx.deleteFrom('embeds').where('id', '=', id).execute();
    });
  }
}

async function isClip(tx: Db, provider: string, code: string): Promise<boolean> {
  const embed = embedOf(provider, code);
  if (!embed) return false;
  const held = await tx.selectFrom('contestants').select('id').where('clip', '=', pageOf(embed)).executeTakeFirst();
  return held !== undefined;
}

async function isHeld(tx: Db, provider: string, code: string): Promise<boolean> {
  const opening = `<figure class="embed" data-provider="${provider}" data-id="${code}">`;
  for (const table of ['articles', 'revisions'] as const) {
    const held = await tx
      .selectFrom(table)
      .select('version')
      .where(contains(tx, 'content', opening))
      .limit(1)
      .execute();
    if (held.length > 0) return true;
  }
  return false;
}
