import type { Selectable } from 'kysely';
import type { Db, RevisionTable } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { notFound } from '../../errors.ts';
import { sanitizeBody } from '../body/body.ts';
import type { Store } from '../store.ts';
import { lockRow, requireRow, statusAt, toAdminArticle } from './row.ts';
import { changeArticle } from './saving.ts';
import type { AdminArticle, Revision, RevisionLine } from './schema.ts';
import { newsChanged } from './visibility.ts';

const lineColumns = [
  'version',
  'saved_at',
  'saved_by',
  'title',
  'publish_at',
] as const satisfies (keyof RevisionTable)[];

/** An article's history, newest first, without the bodies. 404 when there is no such article. */
export async function listRevisions(db: Db, slug: string): Promise<RevisionLine[]> {
  const { id } = await requireRow(db, slug);
  const rows = await db
    .selectFrom('revisions')
    .select(lineColumns)
    .where('article_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(toLine);
}

/** The article as a save left it then. 404 when there was no such save. */
export async function findRevision(db: Db, slug: string, version: number): Promise<Revision> {
  const { id } = await requireRow(db, slug);
  const row = await requireRevision(db, id, version);
  return {
    ...toLine(row),
    slug: row.slug,
    date: row.date,
    dateFollows: row.date_follows === 1,
    content: row.content,
    coverImageUrl: row.cover_image_url,
    coverAlt: row.cover_alt,
    publishAt: row.publish_at,
    expiresAt: row.expires_at,
  };
}

/**
 * Saves title, date, body and cover as they once were, as a new version; slug, status and group stay as they are now, and a date that
 * followed the publication follows the present one.
 * 404 and 412 as for a change.
 */
export async function restoreRevision(
  store: Store,
  slug: string,
  version: number,
  by: string,
  expected?: number[],
): Promise<AdminArticle> {
  const restore = async (tx: Db) => {
    const old = await lockRow(tx, slug, expected);
    const { title, content, cover_image_url, cover_alt, ...then } = await requireRevision(tx, old.id, version);
    // It was safe by the rules of its day; today's may be stricter.
    const body = sanitizeBody(content);
    const dated = then.date_follows === 1 ? { date: undefined, dateFollows: true } : { date: then.date };
    const cover = { coverImageUrl: cover_image_url, coverAlt: cover_alt };
    const change = { slug: undefined, title, ...dated, content: body, ...cover };
    return { old, row: await changeArticle(tx, old, change, by, store.timeZone) };
  };
  const { row } = await write(store, restore, (done) => newsChanged(done.row, done.old));
  return toAdminArticle(row);
}

async function requireRevision(db: Db, articleId: number, version: number): Promise<Selectable<RevisionTable>> {
  const row = await db
    .selectFrom('revisions')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound('Такой версии у новости нет.');
  return row;
}

function toLine(row: Pick<Selectable<RevisionTable>, (typeof lineColumns)[number]>): RevisionLine {
  return {
    version: row.version,
    savedAt: row.saved_at,
    savedBy: row.saved_by,
    title: row.title,
    status: statusAt(row.publish_at, row.saved_at),
  };
}
