import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from '../node-http.ts';
import { choose, type Finished, headFor, type Sendable } from './response.ts';
import type { Visit } from './visit.ts';

/** Sends a chosen form, its policy naming `sources`, with `further` headers: names and values in turn. */
export function writeChosen(
  request: IncomingMessage,
  response: ServerResponse,
  chosen: Sendable,
  sources: string,
  further: string[] = [],
): void {
  response.writeHead(chosen.status, [...headFor(chosen, sources), ...further]);
  response.end(request.method === 'HEAD' ? undefined : chosen.body);
}

/**
 * Sends the form that fits; false while it is not made yet. The header is one text, made once a second: composing and checking some
 * twenty lines for each request costs more than
 * everything else that is left. Node has no public way to hand over a finished header; this sets the field that its own `writeHead`
 * sets, for Node's own responses alone and in the plainest case, HTTP/1.1 on a connection that stays open.
 */
export function writeDirectly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Finished,
  { origin, sources }: Visit,
): boolean {
  const chosen = choose(answer, request.headers, origin);
  if (!chosen) return false;
  const isPlain = response.shouldKeepAlive && request.httpVersionMinor === 1 && !response.headersSent;
  if (!isPlain) {
    writeChosen(request, response, chosen, sources);
    return true;
  }
  const known = chosen.written;
  const second = Math.floor(Date.now() / 1000);
  const written = known?.second === second && known.sources === sources ? known : textOf(chosen, sources, second);
  chosen.written = written;
  const inside = response as ServerResponse & Inside;
  response.statusCode = chosen.status;
  inside._header = `${written.text}${keepAlive(inside._keepAliveTimeout)}`;
  response.end(request.method === 'HEAD' ? undefined : chosen.body);
  return true;
}

/** Fields of Node's response that are not in its types. */
interface Inside {
  /** The header as it goes out; null until there is one. */
  _header: string | null;
  /** In ms. */
  _keepAliveTimeout: number;
}

function textOf(chosen: Sendable, sources: string, second: number): NonNullable<Sendable['written']> {
  const head = headFor(chosen, sources);
  const lines = [`HTTP/1.1 ${chosen.status} ${STATUS_CODES[chosen.status]}`];
  for (let at = 0; at < head.length; at += 2) lines.push(`${head[at]}: ${head[at + 1]}`);
  lines.push(`Date: ${new Date(second * 1000).toUTCString()}`);
  return { sources, second, text: `${lines.join('\r\n')}\r\n` };
}

function keepAlive(timeout: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n\r\n`;
}
