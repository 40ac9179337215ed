import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { hasOneHost, isHost, scriptSources, visitedOrigin } from '../origin.ts';
import { fillDocument } from '../security-headers.ts';
import { prefersSpoilerFree } from '../view-choices.ts';
import type { PageCache } from './page-cache.ts';
import { type CachedResponse, headFor, type Message, POLICY_SOURCES, select } from './response.ts';

/** `getBuiltinModule`: a named import evaluates every getter of `node:http` and loads undici, 20 ms and 5 MB. */
const http = process.getBuiltinModule('node:http');
export const { createServer, METHODS } = http;

export interface Visit {
  origin: string;
  sources: string;
}

/** Origin and script sources of a request; a configured PUBLIC_URL is the origin. */
export function visitOf(request: FastifyRequest, publicUrl: string | undefined): Visit {
  const visited = visitedOrigin(request);
  return { origin: publicUrl ?? visited, sources: scriptSources(visited, publicUrl) };
}

/** Replaces the reply's headers by the message's and `further` (alternating names and values); returns the body. */
export function replyWith(
  reply: FastifyReply,
  message: Message,
  { sources }: Visit,
  further: string[],
): Buffer | string {
  const head = [...headFor(message, sources), ...further];
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
  for (let at = 0; at < head.length; at += 2) reply.header(head[at] ?? '', head[at + 1]);
  reply.status(message.status);
  return message.body ?? '';
}

/** Fills the visitor's origin into an unshared body, and the origin and script sources into its policy. */
export function fillReply(reply: FastifyReply, payload: unknown, { origin, sources }: Visit): unknown {
  if (typeof payload !== 'string') return payload;
  const known = reply.getHeader('Content-Security-Policy');
  const { body, policy } = fillDocument(payload, typeof known === 'string' ? known : undefined, origin);
  if (policy) reply.header('Content-Security-Policy', policy.replace(POLICY_SOURCES, sources));
  return body;
}

export function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Sends a message with `sources` in its policy and `further` headers (alternating names and values). */
export function sendMessage(
  request: IncomingMessage,
  response: ServerResponse,
  message: Message,
  sources: string,
  further: string[] = [],
): void {
  response.writeHead(message.status, [...headFor(message, sources), ...further]);
  response.end(request.method === 'HEAD' ? undefined : message.body);
}

/** False on a cache miss. On HTTP/1.1 keep-alive sets Node's private `_header`: serializing headers would dominate the cost. */
function sendDirectly(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  { origin, sources }: Visit,
): boolean {
  const message = select(cached, request.headers, origin);
  if (!message) return false;
  const isPlain = response.shouldKeepAlive && request.httpVersionMinor === 1 && !response.headersSent;
  if (!isPlain) {
    sendMessage(request, response, message, sources);
    return true;
  }
  const known = message.written;
  const second = Math.floor(Date.now() / 1000);
  const written = known?.second === second && known.sources === sources ? known : textOf(message, sources, second);
  message.written = written;
  const inside = response as ServerResponse & ResponseInternals;
  response.statusCode = message.status;
  const seconds = Math.floor(inside._keepAliveTimeout / 1000);
  inside._header = `${written.text}Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`;
  response.end(request.method === 'HEAD' ? undefined : message.body);
  return true;
}

interface ResponseInternals {
  _header: string | null;
  _keepAliveTimeout: number;
}

function textOf(message: Message, sources: string, second: number): NonNullable<Message['written']> {
  const head = headFor(message, sources);
  const lines = [`HTTP/1.1 ${message.status} ${http.STATUS_CODES[message.status]}`];
  for (let at = 0; at < head.length; at += 2) lines.push(`${head[at]}: ${head[at + 1]}`);
  lines.push(`Date: ${new Date(second * 1000).toUTCString()}`);
  return { sources, second, text: `${lines.join('\r\n')}\r\n` };
}

/** Sends fresh responses before Fastify's router; false when none was sent. */
export function serveDirectly(
  cache: PageCache,
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  // Forwarded scheme and host are known only to Fastify.
  if (trustProxy.length > 0 && !publicUrl) return () => false;
  let lastHost: string | undefined;
  return (request, response) => {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    if (prefersSpoilerFree(headers.cookie)) return false;
    if ((headers.host !== lastHost || lastHost === undefined) && !isHost(headers.host)) return false;
    if (!hasOneHost(request.rawHeaders)) return false;
    lastHost = headers.host;
    const fresh = cache.fresh(url);
    if (!fresh || (fresh.status === 404 && cache.redirects.has(url))) return false;
    const visited = `http://${headers.host}`;
    const visit = { origin: publicUrl ?? visited, sources: scriptSources(visited, publicUrl) };
    if (!sendDirectly(request, response, fresh, visit)) return false;
    cache.count('hits');
    return true;
  };
}
