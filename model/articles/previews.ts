import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { write } from '../../db/write.ts';
import { hashToken, makeToken } from '../admins/secrets.ts';
import { record } from '../audit-log.ts';
import type { Store } from '../store.ts';
import type { Kind } from './kinds.ts';
import { type ArticleAim, requireFacts, toArticle } from './row.ts';
import { findPending, withChange } from './saving/draft.ts';
import type { Article } from './schema.ts';

export const previewSchema = z.object({ url: z.string(), expiresAt: z.string().describe('ISO 8601, UTC') });

const LIFETIME = 7 * 24 * 3600 * 1000;

/** Opens a preview: a token of 256 random bits, stored as a hash, and its expiry (ISO 8601, UTC). 404 and 412. */
export function openPreview(
  store: Store,
  { key, by, expected }: ArticleAim,
): Promise<{ token: string; expiresAt: string; version: number }> {
  const token = makeToken();
  return write(store, async (tx) => {
    const article = await requireFacts(tx, key, by, expected);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + LIFETIME).toISOString();
    await tx.deleteFrom('previews').where('expires_at', '<=', now.toISOString()).execute();
    await tx
      .insertInto('previews')
      .values({
        token_hash: hashToken(token),
        article_id: article.id,
        created_at: now.toISOString(),
        expires_at: expiresAt,
      })
      .execute();
    await record(tx, { who: by.username, action: `${key.kind}.preview`, subject: article.slug, title: article.title });
    return { token, expiresAt, version: article.version };
  });
}

/** Revokes every preview of an article. 404 and 412. */
export async function revokePreviews(store: Store, { key, by, expected }: ArticleAim): Promise<void> {
  await write(store, async (tx) => {
    const article = await requireFacts(tx, key, by, expected);
    await tx.deleteFrom('previews').where('article_id', '=', article.id).execute();
  });
}

/** The article or page of any status for a token, with its stored draft; undefined when unknown, revoked or expired. Never cache or index it. */
export async function findPreviewedArticle(
  db: Db,
  token: string,
): Promise<{ kind: Kind; article: Article } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const row = await db
    .selectFrom('previews')
    .innerJoin('articles', 'articles.id', 'previews.article_id')
    .selectAll('articles')
    .where('previews.token_hash', '=', hashToken(token))
    .where('previews.expires_at', '>', new Date().toISOString())
    .where('articles.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { kind: row.kind, article: withChange(toArticle(row), (await findPending(db, row)).change) };
}
