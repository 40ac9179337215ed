import type { Selectable } from 'kysely';
import type { ArticleTable, Db } from '../../db/tables.ts';
import { assertVersion, forbiddenRole, notFound } from '../../errors.ts';
import { type Actor, isEditor } from '../../roles.ts';
import { excerpt, NEWS_EXCERPT } from '../text/excerpt.ts';
import { COLUMNS, type Column, textsOf } from './fields.ts';
import { type ArticleKey, KIND_WORDS, type Kind } from './kinds.ts';
import type { AdminArticle, AdminCard, Article, ArticleCard, PageCard } from './schema.ts';
import { couldBeSlug, formerSlug, living } from './slugs.ts';

export type ArticleRow = Selectable<ArticleTable>;

export const cardColumns = [
  ...COLUMNS.filter((column): column is Exclude<Column, 'content'> => column !== 'content'),
  'id',
  'lead',
  'updated_at',
  'version',
] as const satisfies (keyof ArticleTable)[];

export const adminCardColumns = [
  ...cardColumns,
  'planned_at',
  'date_follows',
  'group_id',
  'pinned',
  'has_draft',
  'review_at',
  'review_note',
  'created_by',
  'updated_by',
] as const;

/** Public form: without group and author. */
export function toArticle(row: ArticleRow): Article {
  return { ...toCard(row), content: row.content };
}

/** `now`: ISO 8601, UTC. */
export function toCard(row: Pick<ArticleRow, (typeof cardColumns)[number]>, now?: string): ArticleCard {
  return {
    slug: row.slug,
    title: row.title,
    date: row.date,
    coverImageUrl: row.cover_image_url,
    ...textsOf(row),
    tags: JSON.parse(row.tags),
    excerpt: excerpt(row.own_lead ?? row.lead, NEWS_EXCERPT),
    status: statusAt(row.publish_at, now),
    publishAt: row.publish_at,
    expiresAt: row.expires_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** For the site's own pages, which truncate the text themselves. `now`: ISO 8601, UTC. */
export function toPageCard(row: Pick<ArticleRow, (typeof cardColumns)[number]>, now?: string): PageCard {
  return { ...toCard(row, now), id: row.id, text: row.own_lead ?? row.lead };
}

export function toAdminArticle(row: ArticleRow): AdminArticle {
  const placed = row.kind === 'page' && { place: row.place, order: row.position };
  return { ...toAdminCard(row), content: row.content, ...placed };
}

export function toAdminCard(row: Pick<ArticleRow, (typeof adminCardColumns)[number]>, now?: string): AdminCard {
  return {
    ...toCard(row, now),
    id: row.id,
    plannedAt: row.planned_at,
    dateFollows: row.date_follows === 1,
    group: row.group_id,
    pinned: row.pinned === 1,
    hasDraft: row.has_draft === 1,
    reviewAt: row.publish_at === null ? row.review_at : null,
    reviewNote: row.publish_at === null ? row.review_note : '',
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

/** Status at the moment `at` (ISO 8601, UTC; default now). */
export function statusAt(publishAt: string | null, at = new Date().toISOString()): Article['status'] {
  if (publishAt === null) return 'draft';
  return publishAt > at ? 'scheduled' : 'published';
}

/** Target of a change: the article, the user, and the expected versions (`If-Match`). */
export interface ArticleAim {
  key: ArticleKey;
  by: Actor;
  expected: number[] | undefined;
}

/** Columns of owner and state, without texts. */
const FACTS = [
  ...(['articles.id', 'articles.kind', 'articles.slug', 'title', 'publish_at', 'has_draft'] as const),
  ...(['created_by', 'updated_at', 'updated_by', 'version'] as const),
];

/** `FACTS` of the living article by its slug or a former one. 404, for an author also for others' articles; 412 by `expected`. */
export async function requireFacts(db: Db, key: ArticleKey, by: Actor, expected?: number[]) {
  const own = living(db, key).select(FACTS);
  const moved = formerSlug(db, key).select(FACTS).where('deleted_at', 'is', null);
  const row = couldBeSlug(key.slug) ? ((await own.executeTakeFirst()) ?? (await moved.executeTakeFirst())) : undefined;
  if (!row || !maySee(row, by)) throw noSuchArticle(key.kind);
  assertVersion(row, expected);
  return row;
}

/** The whole row, found and refused as by `requireFacts`. */
export async function requireRow(db: Db, key: ArticleKey, by: Actor): Promise<ArticleRow> {
  const { id } = await requireFacts(db, key, by);
  const found = db.selectFrom('articles').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  return found.executeTakeFirstOrThrow(() => noSuchArticle(key.kind));
}

/** The whole row, locked until the transaction ends. 403 for an author unless it is a draft; 412. */
export async function lockRow(tx: Db, key: ArticleKey, by: Actor, expected: number[] | undefined): Promise<ArticleRow> {
  const { id } = await requireFacts(tx, key, by);
  const row = await lockById(tx, id);
  if (!row || row.deleted_at !== null) throw noSuchArticle(key.kind);
  assertMayChange(row, by);
  assertVersion(row, expected);
  return row;
}

export function maySee(row: Pick<ArticleRow, 'created_by'>, { username, role }: Actor): boolean {
  return isEditor(role) || row.created_by === username;
}

/** 403 for an author unless it is a draft. */
export function assertMayChange({ publish_at }: Pick<ArticleRow, 'publish_at'>, { role }: Actor): void {
  if (!isEditor(role) && publish_at !== null)
    throw forbiddenRole('Новость уже опубликована или запланирована: её меняет редактор.');
}

/** Locks an article, living or in the trash; a no-op UPDATE locks the row on both databases. */
export function lockById(tx: Db, id: number): Promise<ArticleRow | undefined> {
  return tx
    .updateTable('articles')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

const noSuchArticle = (kind: Kind) => notFound(`Такой ${KIND_WORDS[kind].genitive} нет. Возможно, её удалили.`);
