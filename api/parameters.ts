import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CacheKey } from '../http/cache/store.ts';
import { expectedVersions } from '../http/etag.ts';
import { afterQuery, limitQuery } from '../http/paging.ts';
import { sessionOf } from '../http/session.ts';
import type { ArticleKey, Kind } from '../model/articles/kinds.ts';
import type { ArticleAim } from '../model/articles/row.ts';
import { pathPart, queryText } from '../model/fields.ts';
import type { Limit } from '../model/limit.ts';
import type { Aim } from '../model/rows.ts';
import type { Store } from '../model/store.ts';
import { MAX_SLUG } from '../model/text/slug.ts';
import { EDITORS, type Role, WRITERS } from '../roles.ts';

export const bySlug = z.object({ slug: pathPart() });
export const byId = z.object({ id: numericParam() });
export const byVersion = bySlug.extend({ version: numericParam() });

/** Anything else becomes 0: 404, like an unknown slug. */
export function numericParam(message?: string) {
  return z.string(message).transform((given) => (/^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0));
}

/** Tags all routes of a plugin in the OpenAPI document, unless an enclosing plugin does. */
export function tagRoutes(app: FastifyInstance, tag: string): void {
  app.addHook('onRoute', (route) => {
    route.schema = { tags: [tag], ...route.schema };
  });
}

export function slugKey(path: string) {
  return ({ params }: FastifyRequest): CacheKey => {
    const { slug } = params as { slug: string };
    return { target: `${path}/${encodeURIComponent(slug)}`, partition: 'articles' };
  };
}

/** Cache key of an address with `:id`; undefined if it is not a number. */
export function idKey(address: string, partition: CacheKey['partition'] = 'articles') {
  return ({ params }: FastifyRequest): CacheKey | undefined => {
    const { id } = params as { id: string | number };
    return /^[1-9]\d{0,8}$/.test(`${id}`) ? { target: address.replace(':id', `${id}`), partition } : undefined;
  };
}

export const publicQuery = z.object({
  limit: limitQuery.describe('Maximum number; a part ends before 2 MiB. The `Link` header names the next part'),
  after: afterQuery,
  tag: queryText('Тег', MAX_SLUG).optional().describe('Slug of a tag'),
  fields: z.string('Состав ответа: нужно одно значение.').optional().describe('`card` omits the bodies'),
});

export interface KindOptions {
  store: Store;
  kind: Kind;
}

/** Sets a plugin's default roles. Returns its path, the path of its trash, and functions for a request's cache key and target. */
export function routesOf(app: FastifyInstance, kind: Kind) {
  const roles = kind === 'page' ? EDITORS : WRITERS;
  app.addHook('onRoute', (route) => {
    route.config = { roles, ...route.config };
  });
  const keyOf = ({ params }: FastifyRequest): ArticleKey => ({ kind, slug: (params as { slug: string }).slug });
  return {
    path: kind === 'page' ? '/api/admin/pages' : '/api/admin/news',
    bin: kind === 'page' ? '/api/admin/pages-bin' : '/api/admin/bin',
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

interface Resource<New extends z.ZodType, Change extends z.ZodType, Answer extends z.ZodType<{ version: number }>> {
  path: string; // Of the collection; `/:id` is appended for one row
  roles: readonly Role[];
  description?: string;
  bodies: { create: New; save: Change };
  answer: Answer;
  verbs: {
    create: (store: Store, input: z.output<New>, by: string, request: FastifyRequest) => Promise<z.input<Answer>>;
    save: (store: Store, aim: Aim, input: z.output<Change>, request: FastifyRequest) => Promise<z.input<Answer>>;
    remove: (store: Store, aim: Aim) => Promise<void>;
  };
}

/** POST, PUT and DELETE of rows with a version. */
export function rowRoutes<
  New extends z.ZodType,
  Change extends z.ZodType,
  Answer extends z.ZodType<{ version: number }>,
>(
  app: Parameters<FastifyPluginAsyncZod>[0],
  store: Store,
  { path, roles, description, bodies, answer, verbs }: Resource<New, Change, Answer>,
): void {
  const one = `${path}/:id`;

  app.post(path, {
    config: { roles },
    schema: { body: bodies.create as z.ZodType, response: { 201: answer as z.ZodType } },
    handler: async (request) =>
      verbs.create(store, request.body as z.output<New>, sessionOf(request).username, request),
  });

  app.put(one, {
    config: { roles, conditional: true },
    schema: { params: byId, body: bodies.save as z.ZodType, response: { 200: answer as z.ZodType } },
    handler: async (request) => verbs.save(store, aimOf(request), request.body as z.output<Change>, request),
  });

  app.delete(one, {
    config: { roles, conditional: true },
    schema: { ...(description && { description }), params: byId, response: { 204: z.null() } },
    handler: async (request) => verbs.remove(store, aimOf(request)),
  });
}

/** Id of the row to change, username and `If-Match` versions of a request. For routes with `byId`. */
export function aimOf(request: FastifyRequest): Aim {
  const { id } = request.params as z.output<typeof byId>;
  return { id, by: sessionOf(request).username, expected: expectedVersions(request) };
}
