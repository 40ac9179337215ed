import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { assertVersion, ModelError } from '../../errors.ts';
import { deleteEdition, saveEdition } from '../editions/editions.ts';
import { editionChangeSchema } from '../editions/schema.ts';
import { isEmpty } from '../editions/start.ts';
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

/** What a table has stored: versions after it, and values before it; null of what was new. */
export const undoSchema = z.object({
  shows: z.array(
    z.object(
      {
        ...{ id, version, results: version, order: z.array(id, MESSAGE) },
        was: showChangeSchema.nullable(),
        scores: scoresSchema.nullable().describe('Null where the table has left them'),
      },
      MESSAGE,
    ),
    MESSAGE,
  ),
  contestants: z.array(z.object({ id, version, was: contestantChangeSchema.nullable() }, MESSAGE), MESSAGE),
  editions: z.array(z.object({ id, version, was: editionChangeSchema.nullable() }, MESSAGE), MESSAGE),
});

/** Of the table of one show, which changes neither points nor the edition. */
export const showUndoSchema = undoSchema.extend({
  shows: z.array(undoSchema.shape.shows.element.extend({ scores: z.null(MESSAGE) }), MESSAGE),
  editions: z.array(z.never(MESSAGE), MESSAGE),
});

export type Undo = z.input<typeof undoSchema>;

/** Counts changes of the points, and none of them as 0. */
export async function resultsVersion(db: Db, show: number): Promise<number> {
  return (await findRow(db, show))?.version ?? 0;
}

/** Restores the rows from before a table import in one transaction. 404 or 412 when any has changed since. */
export async function undoTable(
  store: Store,
  { shows, contestants, editions }: z.output<typeof undoSchema>,
  by: string,
): Promise<void> {
  const undo = async (db: Db) => {
    const within = { ...store, db, announce: () => {} };
    for (const { id, version, results, order, was, scores } of shows) {
      const aim = { id, by, expected: undefined };
      assertVersion({ version: await resultsVersion(db, id) }, [results]);
      if (scores) await saveScores(within, aim, scores);
      await orderShow(within, { ...aim, expected: [version] }, order);
      if (was) await saveShow(within, aim, was);
    }
    for (const { id, version, was } of contestants) {
      const aim = { id, by, expected: [version] };
      await (was ? saveContestant(within, aim, was) : deleteContestant(within, aim));
    }
    for (const { id, was } of shows) if (!was) await deleteShow(within, { id, by, expected: undefined });
    for (const { id, version, was } of editions) {
      const aim = { id, by, expected: [version] };
      if (!was && !(await isEmpty(db, id)))
        throw new ModelError(409, 'conflict', 'К новому фестивалю что-то добавили: удалите его в списке сами.');
      await (was ? saveEdition(within, aim, was) : deleteEdition(within, aim));
    }
  };
  await write(store, undo, () => ({ topic: 'site-content', isWithdrawal: true }));
}
