import type { Db } from '../../db/tables.ts';
import type { Actor } from '../../roles.ts';
import { lockById } from '../articles/row.ts';
import { changeArticle } from '../articles/saving/saving.ts';
import { readReplay } from '../programme/chapters.ts';
import { readSiteText } from '../settings/site-text.ts';
import { siteTextDefaults } from '../settings/site-text-defaults.ts';
import type { Store } from '../store.ts';
import { todayIn } from '../text/date.ts';
import { ofEdition } from './current.ts';
import type { EditionRow } from './editions.ts';

/** State before a start, stored for its undo. */
export interface Before {
  settings: Record<string, string | null>; // Stored JSON by name; null for an unsaved setting
  pages: { id: number; publish_at: string }[];
  recorded: number | null; // id of the show that received the broadcast's recording
  days: { starts_on?: null; ends_on?: string | null }; // of an edition that had no first day
}

const RESET = ['watch', 'vote', 'urgent', 'first-run'];

/** Resets settings; returns the previous ones. `kept`: keys of site texts to keep. */
export async function resetSettings(tx: Db, kept: string[]): Promise<Before['settings']> {
  const names = [...RESET, 'site-text'];
  const rows = await tx.selectFrom('settings').select(['name', 'value']).where('name', 'in', names).execute();
  const before = Object.fromEntries(names.map((name) => [name, rows.find((row) => row.name === name)?.value ?? null]));
  for (const name of RESET) await putSetting(tx, name, null);
  const changed = Object.entries((await readSiteText(tx)).value);
  const texts = changed.filter(
    ([key, text]) => kept.includes(key) || text === (siteTextDefaults as Record<string, string>)[key],
  );
  if (texts.length < changed.length) await putSetting(tx, 'site-text', JSON.stringify(Object.fromEntries(texts)));
  return before;
}

/** Stores the next version; null resets to defaults. The table must be locked. */
export async function putSetting(tx: Db, name: string, value: string | null): Promise<void> {
  const row = { value: value ?? '{}', updated_at: new Date().toISOString() };
  await tx
    .updateTable('settings')
    .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
    .where('name', '=', name)
    .execute();
}

/** Turns public and scheduled pages not in `kept` into drafts. */
export async function withdrawPages(tx: Db, store: Store, kept: number[], by: Actor): Promise<Before['pages']> {
  const pages = await tx
    .selectFrom('articles')
    .select(['id', 'publish_at'])
    .where('kind', '=', 'page')
    .where('deleted_at', 'is', null)
    .where('publish_at', 'is not', null)
    .where('id', 'not in', [0, ...kept])
    .orderBy('id')
    .execute();
  for (const { id } of pages) await setPublished(tx, store, id, null, by);
  return pages.map(({ id, publish_at }) => ({ id, publish_at: publish_at ?? '' }));
}

/** Skips a page that was deleted or published meanwhile. */
export async function setPublished(tx: Db, { timeZone }: Store, id: number, publish_at: string | null, by: Actor) {
  const row = await lockById(tx, id);
  if (!row || row.deleted_at !== null || (row.publish_at === null) === (publish_at === null)) return;
  const shown = { status: 'scheduled' as const, publishAt: publish_at, expiresAt: row.expires_at };
  const change = publish_at === null ? { status: 'draft' as const } : shown;
  const unchanged = { slug: undefined, date: undefined, content: undefined, removed: [] };
  await changeArticle(tx, row, { ...change, ...unchanged }, by, timeZone);
}

/** Moves the broadcast's recording to its show, whose id is returned. */
export async function moveRecording(tx: Db): Promise<number | null> {
  const replay = await readReplay(tx);
  if (!replay?.show) return null;
  const { recording: recording_url, startsAt: recording_starts_at, show } = replay;
  const unset = tx.updateTable('shows').set({ recording_url, recording_starts_at }).where('recording_url', 'is', null);
  return (await unset.where('id', '=', show.id).returning('id').executeTakeFirst())?.id ?? null;
}

/** First and last day derived from its shows, unless set. */
export async function daysOf(tx: Db, timeZone: string, { id, starts_on }: EditionRow) {
  if (starts_on !== null) return {};
  const { first, last } = await tx
    .selectFrom('shows')
    .select((eb) => [eb.fn.min('starts_at').as('first'), eb.fn.max('starts_at').as('last')])
    .where(ofEdition(id))
    .executeTakeFirstOrThrow();
  const dayOf = (moment: string | null) => moment && todayIn(timeZone, new Date(moment));
  return { starts_on: dayOf(first), ends_on: dayOf(last) };
}

export async function copyPartners(tx: Db, ids: number[], { from, to }: { from: number; to: number }): Promise<void> {
  const chosen = tx
    .selectFrom('partners')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .where(ofEdition(from));
  for (const { id: _id, ...partner } of await chosen.orderBy('position').execute())
    await tx
      .insertInto('partners')
      .values({ ...partner, edition_id: to, version: 1 })
      .execute();
}
