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

/** History without bodies, newest first. 404 when there is no such article. */
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

/** The article as saved in this version. 404 when there is none. */
export async function findRevision(db: Db, slug: string, version: number): Promise<Revision> {
  const { id } = await requireRow(db, slug);
  const row = await requireRevision(db, id, version);
  return {
    ...toLine(row),
    slug: row.slug,
    date: row.date,
    dateFollows: row.date_follows === 1,
    content: row.content,
    lead: row.own_lead,
    socialTitle: row.social_title,
    coverImageUrl: row.cover_image_url,
    coverAlt: row.cover_alt,
    publishAt: row.publish_at,
    expiresAt: row.expires_at,
  };
}

/** Restores title, date, body, excerpt, social title and cover as a new version; slug, status and group stay. 404, 412. */
export async function restoreRevision(
  store: Store,
  slug: string,
  version: number,
  by: string,
  expected?: number[],
): Promise<AdminArticle> {
  const restore = async (tx: Db) => {
    const old = await lockRow(tx, slug, expected);
    const { title, content, own_lead, social_title, cover_image_url, cover_alt, ...then } = await requireRevision(
      tx,
      old.id,
      version,
    );
    // Sanitizer rules may have become stricter since.
    const body = sanitizeBody(content);
    const dated = then.date_follows === 1 ? { date: undefined, dateFollows: true } : { date: then.date };
    const cover = { coverImageUrl: cover_image_url, coverAlt: cover_alt };
    const excerpts = { lead: own_lead, socialTitle: social_title };
    const change = { slug: undefined, title, ...dated, content: body, ...excerpts, ...cover };
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
