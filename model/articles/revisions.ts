import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db, RevisionTable } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { notFound } from '../../errors.ts';
import type { Actor } from '../../roles.ts';
import type { Store } from '../store.ts';
import { COLUMNS, type Column, FIELD_NAMES, FIELDS, textsOf } from './fields.ts';
import { type ArticleKey, KIND_WORDS, type Kind } from './kinds.ts';
import { type ArticleAim, lockRow, requireFacts, statusAt, toAdminArticle } from './row.ts';
import { changeArticle } from './saving/saving.ts';
import { type AdminArticle, adminArticleSchema, articleSchema, articleStatuses, PREVIEW_FIELDS } from './schema.ts';
import { publicChange } from './visibility.ts';

export const revisionLineSchema = z.object({
  version: z.number().int(),
  savedAt: z.string().describe('ISO 8601, UTC'),
  savedBy: z.string().nullable().describe('Username; null if unknown'),
  title: z.string(),
  status: z.enum(articleStatuses).describe('Status at the time of saving'),
  autosaved: z.boolean().describe('Autosave of the panel'),
  changes: z.array(z.enum(FIELD_NAMES)).describe('Fields changed since the previous version'),
});

export const revisionSchema = revisionLineSchema.omit({ changes: true }).extend({
  ...articleSchema.pick({ ...PREVIEW_FIELDS, publishAt: true, expiresAt: true }).shape,
  dateFollows: adminArticleSchema.shape.dateFollows,
});

export type RevisionLine = z.output<typeof revisionLineSchema>;

export type Revision = z.output<typeof revisionSchema>;

const lineColumns = [
  ...COLUMNS.filter((column): column is Exclude<Column, 'content'> => column !== 'content'),
  'version',
  'saved_at',
  'saved_by',
  'autosaved_from',
] as const satisfies (keyof RevisionTable)[];
type LineRow = Pick<Selectable<RevisionTable>, (typeof lineColumns)[number]>;

/** History without bodies, newest first, and what each version changed. 404 when there is no such article. */
export async function listRevisions(db: Db, key: ArticleKey, by: Actor): Promise<RevisionLine[]> {
  const { id } = await requireFacts(db, key, by);
  const rows = await db
    .selectFrom('revisions')
    .select(lineColumns)
    .select(sql<unknown>`content <> lag(content) over (order by version)`.as('isRewritten'))
    .where('article_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row, at) => {
    const before = rows[at + 1];
    const isChanged = (name: RevisionLine['changes'][number]) => {
      if (name === 'content') return Boolean(row.isRewritten);
      return before?.[FIELDS[name].column] !== row[FIELDS[name].column];
    };
    return { ...toLine(row), changes: before ? FIELD_NAMES.filter(isChanged) : [] };
  });
}

/** The article as saved in this version. 404 when there is none. */
export async function findRevision(db: Db, key: ArticleKey, version: number, by: Actor): Promise<Revision> {
  const row = await requireRevision(db, await requireFacts(db, key, by), version);
  return {
    ...toLine(row),
    slug: row.slug,
    date: row.date,
    dateFollows: row.date_follows === 1,
    content: row.content,
    ...textsOf(row),
    tags: JSON.parse(row.tags),
    coverImageUrl: row.cover_image_url,
    publishAt: row.publish_at,
    expiresAt: row.expires_at,
  };
}

/** Restores title, date, body, texts, tags and cover as a new version; slug, status, its times and group stay. 404, 412. */
export async function restoreRevision(store: Store, aim: ArticleAim, version: number): Promise<AdminArticle> {
  const { key, by, expected } = aim;
  const found = await requireRevision(store.db, await requireFacts(store.db, key, by), version);
  // Sanitizer rules may have become stricter since.
  const { html: content } = await store.sanitizer.sanitize(found.content);
  const restore = async (tx: Db) => {
    const old = await lockRow(tx, key, by, expected);
    const then = await requireRevision(tx, old, version);
    const dated = then.date_follows === 1 ? { date: undefined, dateFollows: true } : { date: then.date };
    const change = {
      ...{ slug: undefined, title: then.title, ...dated, content },
      ...textsOf(then),
      ...{ tags: JSON.parse(then.tags), coverImageUrl: then.cover_image_url },
    };
    return { old, row: await changeArticle(tx, old, change, by, store.timeZone) };
  };
  const { row } = await write(store, restore, (done) => publicChange(done.row, done.old));
  return toAdminArticle(row);
}

async function requireRevision(
  db: Db,
  { id, kind }: { id: number; kind: Kind },
  version: number,
): Promise<Selectable<RevisionTable>> {
  const row = await db
    .selectFrom('revisions')
    .selectAll()
    .where((eb) => eb.and({ article_id: id, version }))
    .executeTakeFirst();
  if (!row) throw notFound(`Такой версии у ${KIND_WORDS[kind].genitive} нет.`);
  return row;
}

function toLine(row: LineRow) {
  return {
    version: row.version,
    savedAt: row.saved_at,
    savedBy: row.saved_by,
    title: row.title,
    status: statusAt(row.publish_at, row.saved_at),
    autosaved: row.autosaved_from !== null,
  };
}
