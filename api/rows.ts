import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { expectedVersions } from '../http/etag.ts';
import { sessionOf } from '../http/session.ts';
import type { Aim } from '../model/rows.ts';
import type { Role } from '../roles.ts';
import { byId } from './articles/parameters.ts';

interface Resource<New extends z.ZodType, Change extends z.ZodType, Answer extends z.ZodType<{ version: number }>> {
  /** Of all of them; of one `:id` follows. */
  path: string;
  roles: readonly Role[];
  tag: string;
  description?: string;
  bodies: { create: New; save: Change };
  answer: Answer;
  create: (input: z.output<New>, by: string, request: FastifyRequest) => Promise<z.input<Answer>>;
  save: (aim: Aim, input: z.output<Change>, request: FastifyRequest) => Promise<z.input<Answer>>;
  remove: (aim: Aim) => Promise<void>;
}

/** POST, PUT and DELETE of rows with a version. */
export function rowRoutes<
  New extends z.ZodType,
  Change extends z.ZodType,
  Answer extends z.ZodType<{ version: number }>,
>(
  app: Parameters<FastifyPluginAsyncZod>[0],
  { path, roles, tag, description, bodies, answer, create, save, remove }: Resource<New, Change, Answer>,
): void {
  const tags = [tag];
  const one = `${path}/:id`;

  app.post(
    path,
    { config: { roles }, schema: { tags, body: bodies.create as z.ZodType, response: { 201: answer as z.ZodType } } },
    async (request) => create(request.body as z.output<New>, sessionOf(request).username, request),
  );

  app.put(
    one,
    {
      config: { roles, conditional: true },
      schema: { tags, params: byId, body: bodies.save as z.ZodType, response: { 200: answer as z.ZodType } },
    },
    async (request) => save(aimOf(request), request.body as z.output<Change>, request),
  );

  app.delete(
    one,
    {
      config: { roles, conditional: true },
      schema: { tags, ...(description && { description }), params: byId, response: { 204: z.null() } },
    },
    async (request) => remove(aimOf(request)),
  );
}

/** Which row a request changes, who does, and which versions of it were seen. For routes with `byId`. */
export function aimOf(request: FastifyRequest): Aim {
  const { id } = request.params as z.output<typeof byId>;
  return { id, by: sessionOf(request).username, expected: expectedVersions(request) };
}
