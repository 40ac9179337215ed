import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller bodies gain nothing from compression. In bytes. */
const COMPRESS_FROM = 512;
/** A page is compressed while its first reader waits. */
const BROTLI_QUALITY = 5;
/** Stands in a stored Content-Security-Policy for where this visitor's scripts come from. */
export const POLICY_SOURCES = '{scripts}';

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer that needs no more work: bodies in every encoding asked for so far, and the headers that go with each. */
export interface Finished {
  identity: Buffer;
  /** The entity tag without quotes and without the suffix of an encoding. */
  tag: string;
  headers: [name: string, value: string][];
  policy: string | undefined;
  forms: Partial<Record<Encoding, Form>>;
}

interface Form {
  body: Buffer;
  head: string[];
  notModified: string[];
}

export interface Sendable {
  status: 200 | 304;
  /** Names and values in turn, as `writeHead` takes them. */
  head: string[];
  body: Buffer | undefined;
}

/** Makes an answer out of a body and the headers it came with. `version` is the ETag the API gave it, if it did. */
export function finish(body: Buffer, headers: Record<string, string>): Finished {
  const { 'content-security-policy': policy, etag, ...kept } = headers;
  delete kept['content-length'];
  const tag = etag?.replaceAll('"', '') ?? createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { identity: body, tag, headers: [...Object.entries(kept), ['vary', 'Accept-Encoding']], policy, forms: {} };
}

/** What to send to a reader with these request headers; undefined while the encoding that fits is not made yet. */
export function choose(answer: Finished, request: IncomingHttpHeaders, sources: string): Sendable | undefined {
  const form = answer.forms[encodingFor(answer, request['accept-encoding'])];
  if (!form) return undefined;
  const fresh = knows(request['if-none-match'], answer.tag);
  const head = fresh ? form.notModified : form.head;
  const withPolicy = answer.policy
    ? [...head, 'content-security-policy', answer.policy.replace(POLICY_SOURCES, sources)]
    : head;
  return fresh
    ? { status: 304, head: withPolicy, body: undefined }
    : { status: 200, head: withPolicy, body: form.body };
}

/** Makes the encoding that fits these request headers. */
export async function prepare(answer: Finished, acceptEncoding: string | undefined): Promise<void> {
  const encoding = encodingFor(answer, acceptEncoding);
  if (answer.forms[encoding]) return;
  const body = await compress(answer.identity, encoding);
  const tag = encoding === 'identity' ? answer.tag : `${answer.tag}-${encoding}`;
  const notModified = [...answer.headers.filter(([name]) => name !== 'content-type').flat(), 'etag', `"${tag}"`];
  const head = [...answer.headers.flat(), 'etag', `"${tag}"`, 'content-length', String(body.length)];
  if (encoding !== 'identity') head.push('content-encoding', encoding);
  answer.forms[encoding] = { body, head, notModified };
}

/** RFC 9110, 12.5.3, for the two encodings that every browser has: Brotli before gzip, neither with `q=0`. */
function encodingFor(answer: Finished, accepted: string | undefined): Encoding {
  if (!accepted || answer.identity.length < COMPRESS_FROM) return 'identity';
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';');
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(weight);
  });
}

/** RFC 9110, 13.1.2: weak comparison, whatever encoding the reader's copy had. */
function knows(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\/|"|-(br|gzip)(?="$)/g, '') === tag);
}

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
