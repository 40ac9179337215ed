import type { Generated } from 'kysely';
import type { z } from 'zod';
import { lockTable } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { ModelError } from '../../errors.ts';
import type { Actor } from '../../roles.ts';
import { record } from '../audit-log.ts';
import { lockProgramme } from '../programme/show-row.ts';
import { editionTokens, storeWords } from '../search/words.ts';
import type { Store } from '../store.ts';
import { currentEdition, ofEdition, requireCurrent } from './current.ts';
import { newRow, toEdition } from './editions.ts';
import { blockersOf, lastStart, type startInputSchema } from './plan.ts';
import {
  type Before,
  copyPartners,
  daysOf,
  moveRecording,
  putSetting,
  resetSettings,
  setPublished,
  withdrawPages,
} from './reset.ts';
import type { Edition } from './schema.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    edition_starts: {
      id: Generated<number>;
      edition_id: number;
      former_id: number; // the current one before
      started_at: string; // ISO 8601 UTC
      started_by: string;
      before: string; // JSON of `Before`
    };
  }
}

type Input = z.output<typeof startInputSchema>;

/**
 * Makes a new edition the current one, in one transaction: copies the chosen partners; resets stream, vote, urgent line and
 * first-run list; withdraws pages and texts that were not chosen. 409 with advice during a show.
 */
export async function startEdition(store: Store, input: Input, by: Actor): Promise<Edition> {
  const start = async (tx: Db) => {
    await assertNoBlockers(tx);
    const former = await requireCurrent(tx, input.current_edition);
    const recorded = await moveRecording(tx);
    await tx
      .updateTable('editions')
      .set({ is_current: 0, ...(await daysOf(tx, store.timeZone, former)) })
      .where('id', '=', former.id)
      .execute();
    await storeWords(tx, 'edition_id', former.id, editionTokens(former));
    const { title, year, slug } = input;
    const { city } = former;
    const blank = { hall: '', starts_on: null, ends_on: null, hosts: '', poster: null, accent: null, page_id: null };
    const made = { ...(await newRow(tx, slug, { year })), is_public: 1, is_current: 1, version: 1 };
    const edition = await tx
      .insertInto('editions')
      .values({ title, year, city, ...blank, ...made })
      .returningAll()
      .executeTakeFirstOrThrow();
    await copyPartners(tx, input.partners, { from: former.id, to: edition.id });
    const settings = await resetSettings(tx, input.texts);
    const pages = await withdrawPages(tx, store, input.pages, by);
    const { starts_on, ends_on } = former;
    const before: Before = { settings, pages, recorded, days: starts_on === null ? { starts_on, ends_on } : {} };
    const started = { started_at: new Date().toISOString(), started_by: by.username, before: JSON.stringify(before) };
    await tx
      .insertInto('edition_starts')
      .values({ edition_id: edition.id, former_id: former.id, ...started })
      .execute();
    await record(tx, { who: by.username, action: 'edition.start', subject: String(edition.id), title });
    return edition;
  };
  const edition = await write(store, start, () => ({ topic: 'site-content', isWithdrawal: true }));
  await publishAll(store);
  return toEdition(edition);
}

/**
 * Undoes the last start: makes the former edition current again, with its settings and pages. Deletes the new one, or hides it
 * if anything was entered in it. 409 after 24 hours, and as for `startEdition`.
 */
export async function returnToFormer(store: Store, by: Actor): Promise<Edition> {
  const undo = async (tx: Db) => {
    await assertNoBlockers(tx);
    const start = await lastStart(tx);
    if (!start)
      throw new ModelError(409, 'conflict', 'Возвращать нечего: прошло больше суток, или новый фестиваль не начинали.');
    const { edition_id, former_id } = start;
    const before = JSON.parse(start.before) as Before;
    await tx.updateTable('editions').set({ is_current: 0, is_public: 0 }).where('id', '=', edition_id).execute();
    await tx
      .updateTable('editions')
      .set({ is_current: 1, is_public: 1, ...before.days })
      .where('id', '=', former_id)
      .execute();
    if (before.recorded !== null)
      await tx
        .updateTable('shows')
        .set({ recording_url: null, recording_starts_at: null })
        .where('id', '=', before.recorded)
        .execute();
    for (const [name, value] of Object.entries(before.settings)) await putSetting(tx, name, value);
    for (const { id, publish_at } of before.pages) await setPublished(tx, store, id, publish_at, by);
    await tx.deleteFrom('edition_starts').where('id', '=', start.id).execute();
    if (await isUnedited(tx, start)) await tx.deleteFrom('editions').where('id', '=', edition_id).execute();
    const former = await currentEdition(tx);
    await record(tx, { who: by.username, action: 'edition.return', subject: String(former.id), title: former.title });
    return former;
  };
  const former = await write(store, undo, () => ({ topic: 'site-content', isWithdrawal: true }));
  await publishAll(store);
  return toEdition(former);
}

/** Locks the programme and the settings. 409 with the blockers of a start. */
async function assertNoBlockers(tx: Db): Promise<void> {
  await lockProgramme(tx);
  await lockTable(tx, 'settings');
  const blockers = await blockersOf(tx);
  if (blockers.length > 0) throw new ModelError(409, 'not_ready', blockers.map(({ text }) => text).join(' '));
}

/** Whether nothing was entered since the start; its partners are copies. */
async function isUnedited(tx: Db, { edition_id, former_id }: { edition_id: number; former_id: number }) {
  const edited = tx.selectFrom('editions').select('id').where('id', '=', edition_id).where('version', '>', 1);
  const copied = tx.selectFrom('partners').select('name').where(ofEdition(former_id));
  const partners = tx.selectFrom('partners').select('id').where(ofEdition(edition_id));
  const own = partners.where((eb) => eb.or([eb('version', '>', 1), eb('name', 'not in', copied)])).limit(1);
  return !(await edited.executeTakeFirst()) && !(await own.executeTakeFirst()) && isEmpty(tx, edition_id);
}

/** Without shows and contestants. */
export async function isEmpty(tx: Db, edition: number): Promise<boolean> {
  for (const table of ['shows', 'contestants'] as const)
    if (await tx.selectFrom(table).select('id').where(ofEdition(edition)).limit(1).executeTakeFirst()) return false;
  return true;
}

async function publishAll(store: Store): Promise<void> {
  const nothing = async () => {};
  for (const topic of ['watch-settings', 'vote-settings', 'urgent', 'stage'] as const)
    await write(store, nothing, () => ({ topic }));
  await write(store, nothing, () => ({ topic: 'results', isWithdrawal: true }));
}
