import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** 1 to `most`, in decimal digits. */
export function limitUpTo(most: number) {
  const message = `Сколько показать: нужно целое число от 1 до ${most}.`;
  return z
    .string(message)
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .refine((limit) => limit <= most, message);
}

export const limitQuery = limitUpTo(100).optional();

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
