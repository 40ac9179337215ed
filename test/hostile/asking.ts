import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Why an answer is no refusal as the API promises it, a Russian sentence in JSON; pages may have theirs in HTML. Never a fault of the server. */
export function faultOf({ status, headers, body }: Answer, path = '/api/'): string | undefined {
  // Shed load says when to come again.
  if (status >= 500 && !(status === 503 && headers['retry-after'])) return `${status} ${body.toString().slice(0, 200)}`;
  if (status < 400 || body.length === 0) return undefined;
  const text = body.toString();
  // The browser's router gets a page's refusal as data.
  if (path.includes('.data') && headers['content-type']?.startsWith('text/x-script')) return undefined;
  const isPage = !/^(https?:\/\/[^/]*)?\/api(\/|$)/.test(path) && headers['content-type']?.startsWith('text/html');
  if (isPage) return undefined;
  if (!headers['content-type']?.startsWith('application/json')) return `${status} is no JSON: ${text.slice(0, 80)}`;
  return /^\{.*"message":"[^"]*[а-яё]/is.test(text) ? undefined : `${status} has no Russian message: ${text}`;
}

/** Asks without following, tidying or giving up on anything. */
export function ask(
  origin: string,
  agent: Agent,
  { method = 'GET', path: target, headers = {}, body }: Asked,
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = { hostname, port, method, path: target, agent, headers: { ...length, ...headers } };
  const outgoing = request(options, (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
    incoming.once('end', () => {
      const { statusCode: status = 0, headers: received } = incoming;
      resolve({ status, headers: received, body: decode(Buffer.concat(chunks), received['content-encoding']) });
    });
  });
  outgoing.on('error', (error) => {
    const refused = readRefusal(error);
    if (refused) resolve(refused);
    // The server may close an idle connection in the moment in which it is used again: that says nothing about the request.
    else if (outgoing.reusedSocket)
      resolve(ask(origin, agent, { method, path: target, headers, ...(body !== undefined && { body }) }));
    else reject(error);
  });
  outgoing.end(body);
  return promise;
}

/** Who cannot read a request cannot know that it was a HEAD: its refusal has a body, at which Node's client stumbles. */
function readRefusal(error: Error & { rawPacket?: Buffer }): Answer | undefined {
  const [head = '', body = ''] = error.rawPacket?.toString().split('\r\n\r\n') ?? [];
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  return status
    ? { status: Number(status), headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
    : undefined;
}

export function decode(body: Buffer, encoding: unknown): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
