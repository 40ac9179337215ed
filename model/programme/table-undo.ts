import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, ModelError } from '../../errors.ts';
import { ofEdition } from '../editions/current.ts';
import { deleteEdition, saveEdition } from '../editions/editions.ts';
import { editionChangeSchema } from '../editions/schema.ts';
import { rowId } from '../fields.ts';
import { findRow, saveScores } from '../results/document.ts';
import { scoresSchema } from '../results/schema.ts';
import type { Store } from '../store.ts';
import { contestantChangeSchema } from './contestant-schema.ts';
import { deleteContestant, saveContestant } from './contestants.ts';
import { deleteShow, orderShow, saveShow, showChangeSchema } from './shows.ts';

const MESSAGE = 'Отмена: нужно то, что ответил импорт таблицы.';

const id = rowId(MESSAGE);
const version = z.int(MESSAGE).min(0, MESSAGE);
const show = z.object({ id, version, results: version, order: z.array(id, MESSAGE) });
const contestant = z.object({ id, version, was: contestantChangeSchema.nullable() });

/** What a table has stored: versions after it, and values before it; null of what was new. */
export const showUndoSchema = z.object({
  shows: z.array(show, MESSAGE).max(1, MESSAGE),
  contestants: z.array(contestant, MESSAGE),
});

export const archiveUndoSchema = z.object({
  shows: z.array(show.extend({ was: showChangeSchema.nullable(), scores: scoresSchema.nullable() }), MESSAGE),
  contestants: z.array(contestant, MESSAGE),
  editions: z.array(z.object({ id, version, was: editionChangeSchema.nullable() }), MESSAGE),
});

export type ShowUndo = z.input<typeof showUndoSchema>;
export type ArchiveUndo = z.input<typeof archiveUndoSchema>;
type Undo = z.output<typeof showUndoSchema> & Partial<z.output<typeof archiveUndoSchema>>;

/** Counts changes of the points, and none of them as 0. */
export async function resultsVersion(db: Db, show: number): Promise<number> {
  return (await findRow(db, show))?.version ?? 0;
}

/** Stores in one transaction what was before a table. 404 or 412 when somebody has changed any of it since. */
export async function undoTable(store: Store, { shows, contestants, editions = [] }: Undo, by: string): Promise<void> {
  const undo = async (db: Db) => {
    const within = { ...store, db, announce: () => {} };
    for (const { id, version, results, order, ...before } of shows) {
      assertVersion({ version: await resultsVersion(db, id) }, [results]);
      if ('scores' in before && before.scores) await saveScores(within, { id, by, expected: undefined }, before.scores);
      await orderShow(within, { id, by, expected: [version] }, order);
      if ('was' in before && before.was) await saveShow(within, { id, by, expected: undefined }, before.was);
    }
    for (const { id, version, was } of contestants)
      await (was
        ? saveContestant(within, { id, by, expected: [version] }, was)
        : deleteContestant(within, { id, by, expected: [version] }));
    for (const { id, ...before } of shows)
      if ('was' in before && before.was === null) await deleteShow(within, { id, by, expected: undefined });
    for (const { id, version, was } of editions) {
      if (was) await saveEdition(within, { id, by, expected: [version] }, was);
      else await assertEmpty(db, id);
      if (!was) await deleteEdition(within, { id, by, expected: [version] });
    }
  };
  await write(store, undo, () => ({ topic: 'site-content', isWithdrawal: true }));
}

/** 409 when a new festival has got something else meanwhile. */
async function assertEmpty(db: Db, edition: number): Promise<void> {
  for (const table of ['shows', 'contestants', 'partners'] as const)
    if (await db.selectFrom(table).select('id').where(ofEdition(edition)).executeTakeFirst())
      throw new ModelError(
        409,
        'conflict',
        'К новому фестивалю тем временем что-то добавили: удалите его в списке сами.',
      );
}
