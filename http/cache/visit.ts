import type { FastifyReply, FastifyRequest } from 'fastify';
import { scriptSources, visitedOrigin } from '../origin.ts';
import { fillDocument } from '../pages/csp.ts';
import { headFor, type Sendable } from './response.ts';

/** Where a visitor came to: the site's origin in links, and what the page's policy lets scripts come from. */
export interface Visit {
  origin: string;
  sources: string;
}

export function visitOf(request: FastifyRequest, publicUrl: string | undefined): Visit {
  const visited = visitedOrigin(request);
  return { origin: publicUrl ?? visited, sources: scriptSources(visited, publicUrl) };
}

/** Writes a chosen form into the reply, with `further` headers (names and values in turn), and gives the body. */
export function replyWith(
  reply: FastifyReply,
  chosen: Sendable,
  { sources }: Visit,
  further: string[],
): Buffer | string {
  const head = [...headFor(chosen, sources), ...further];
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1]);
  reply.status(chosen.status);
  return chosen.body ?? '';
}

/** The body of an answer that is not shared, with the visitor's origin in it and in its policy. */
export function fillReply(reply: FastifyReply, payload: unknown, { origin }: Visit): unknown {
  if (typeof payload !== 'string') return payload;
  const known = reply.getHeader('Content-Security-Policy');
  const { body, policy } = fillDocument(payload, typeof known === 'string' ? known : undefined, origin);
  if (policy) reply.header('Content-Security-Policy', policy);
  return body;
}

export function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
