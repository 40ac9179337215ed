import type { FastifyReply } from 'fastify';
import { z } from 'zod';

const LIMIT = 'Сколько показать: нужно целое число от 1 до 100.';

export const limitQuery = z
  .string(LIMIT)
  .regex(/^([1-9]\d?|100)$/, LIMIT)
  .transform(Number)
  .optional();

export const afterQuery = z.string('Продолжение списка: нужно одно место.').optional();

/** Sets the `Link` header (RFC 8288) to the next page. */
export function linkNext(
  reply: FastifyReply,
  path: string,
  query: Record<string, string | number | boolean | undefined>,
  next: string | undefined,
): void {
  if (!next) return;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== false) search.set(name, String(value));
  }
  search.set('after', next);
  reply.header('Link', `<${path}?${search}>; rel="next"`);
}
