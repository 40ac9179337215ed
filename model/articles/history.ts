import type { Db } from '../../db/tables.ts';
import { COLUMNS, type Column } from './fields.ts';
import type { ArticleRow } from './row.ts';

const AUTOSAVE_WINDOW = 10 * 60_000; // Autosaves of one author within this time make one revision, in ms

/** Stores a revision, in the saving transaction. False when an autosave took the place of the one before. */
export async function keepRevision(tx: Db, row: ArticleRow, isAutosave = false): Promise<boolean> {
  const autosaved_from = isAutosave ? await joinAutosaves(tx, row) : null;
  await tx
    .insertInto('revisions')
    .values({
      article_id: row.id,
      version: row.version,
      saved_at: row.updated_at,
      saved_by: row.updated_by,
      date_follows: row.date_follows,
      ...(Object.fromEntries(COLUMNS.map((column) => [column, row[column]])) as Pick<ArticleRow, Column>),
      autosaved_from,
    })
    .execute();
  return autosaved_from === null || autosaved_from === row.updated_at;
}

/** Whether the last revision is an autosave. */
export async function isAutosaved(tx: Db, articleId: number): Promise<boolean> {
  return Boolean((await lastRevision(tx, articleId))?.autosaved_from);
}

/** Removes the last revision when this autosave continues it. Returns the start of the run of autosaves. */
async function joinAutosaves(tx: Db, row: ArticleRow): Promise<string> {
  const last = await lastRevision(tx, row.id);
  if (!last?.autosaved_from || last.saved_by !== row.updated_by) return row.updated_at;
  if (Date.parse(row.updated_at) - Date.parse(last.autosaved_from) >= AUTOSAVE_WINDOW) return row.updated_at;
  const { version } = last;
  await tx.deleteFrom('revisions').where('article_id', '=', row.id).where('version', '=', version).execute();
  return last.autosaved_from;
}

function lastRevision(tx: Db, articleId: number) {
  return tx
    .selectFrom('revisions')
    .select(['version', 'saved_by', 'autosaved_from'])
    .where('article_id', '=', articleId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
