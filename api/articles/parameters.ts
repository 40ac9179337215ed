import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CacheKey } from '../../http/cache/store.ts';
import { expectedVersions } from '../../http/etag.ts';
import { afterQuery, limitQuery } from '../../http/paging.ts';
import { sessionOf } from '../../http/session.ts';
import type { ArticleKey, Kind } from '../../model/articles/kinds.ts';
import type { ArticleAim } from '../../model/articles/row.ts';
import { asked, pathPart } from '../../model/fields.ts';
import type { Limit } from '../../model/limit.ts';
import type { Store } from '../../model/store.ts';
import { MAX_SLUG } from '../../model/text/slug.ts';

export const bySlug = z.object({ slug: pathPart() });
export const byId = z.object({ id: numbered() });
export const byVersion = bySlug.extend({ version: numbered() });

/** Anything else becomes 0: 404, like an unknown slug. */
export function numbered(message?: string) {
  return z.string(message).transform((given) => (/^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0));
}

/** Cache key of what has this path and its `slug` as its address. */
export function slugKey(path: string) {
  return ({ params }: FastifyRequest): CacheKey => {
    const { slug } = params as { slug: string };
    return { target: `${path}/${encodeURIComponent(slug)}`, partition: 'articles' };
  };
}

/** Cache key of an address with `:id`; undefined for what is no number. */
export function idKey(address: string, partition: CacheKey['partition'] = 'articles') {
  return ({ params }: FastifyRequest): CacheKey | undefined => {
    const { id } = params as { id: string | number };
    return /^[1-9]\d{0,8}$/.test(`${id}`) ? { target: address.replace(':id', `${id}`), partition } : undefined;
  };
}

export const publicQuery = z.object({
  limit: limitQuery.describe('At most so many; fewer where the part would grow over 2 MiB. The `Link` header goes on'),
  after: afterQuery,
  tag: asked('Тег', MAX_SLUG).optional().describe('Slug of a tag'),
  fields: z.string('Состав ответа: нужно одно значение.').optional().describe('`card` leaves out the bodies'),
});

/** Routes that articles and pages have alike. */
export interface OfKind {
  store: Store;
  kind: Kind;
}

/** Path and tags of such routes; the key of a request's `slug`, and what it is aimed at. */
export function routesOf(kind: Kind, tag: 'admin' | 'history') {
  const keyOf = ({ params }: FastifyRequest): ArticleKey => ({ kind, slug: (params as { slug: string }).slug });
  return {
    path: kind === 'page' ? '/api/admin/pages' : '/api/admin/news',
    tags: [kind === 'page' ? 'pages' : tag],
    keyOf,
    aimOf: (request: FastifyRequest): ArticleAim => ({
      ...{ key: keyOf(request), by: sessionOf(request), expected: expectedVersions(request) },
    }),
  };
}

export interface ArticlesOptions {
  store: Store;
  compressing: Limit;
}
