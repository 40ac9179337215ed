import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Limit } from '../../model/limit.ts';
import { namesOrigin } from '../origin.ts';
import { fillDocument } from '../pages/csp.ts';

/**
 * A representation moves to the end of its map at most once in this time (ms): each delete and set makes V8 rehash a small map, and the
 * dead tables fill the old generation.
 */
const MOVED_EVERY = 1000;
/** Smaller bodies gain nothing from compression. In bytes. */
const COMPRESS_FROM = 512;
/** A page is compressed while its first reader waits; what is sent only once gains less from it. */
const BROTLI_QUALITY = { kept: 5, once: 3 };
/** Stands in a stored Content-Security-Policy for where this visitor's scripts come from. */
export const POLICY_SOURCES = '{scripts}';

type Encoding = 'br' | 'gzip' | 'identity';

/** Representations of one response: three encodings for each origin. Only a site without PUBLIC_URL has several origins. */
const MAX_REPRESENTATIONS = 8;

/** A response that needs no more work: bodies in every encoding asked for so far, and the headers that go with each. */
export interface CachedResponse {
  status: number;
  /** With the placeholder of `originOf` where the site's origin belongs. */
  identity: Buffer;
  /** The placeholder is in it, so that each origin has representations of its own. */
  hasOrigins: boolean;
  /** The entity tag without quotes and without the suffix of an encoding. */
  tag: string;
  headers: [name: string, value: string][];
  policy: string | undefined;
  /** By encoding and, where that matters, origin; the least recently used first. */
  representations: Map<string, Representation>;
}

/** One encoding of a response (RFC 9110, 3.2), and the 304 to those who have it. */
interface Representation {
  full: Message;
  notModified: Message;
  /** When it became the newest one. */
  movedAt: number;
}

/** An HTTP message, ready to be written. */
export interface Message {
  status: number;
  /** Names and values in turn, as `writeHead` takes them; in a policy stands POLICY_SOURCES. */
  head: string[];
  body: Buffer | undefined;
  /** The same header as it was sent last, see `http/cache/send.ts`. */
  written?: { sources: string; second: number; text: string };
}

/** Makes a cached response of a body and its headers. An ETag among them is the version the API gave it. */
export function createResponse(body: Buffer, headers: Record<string, string>, status = 200): CachedResponse {
  const { 'content-security-policy': policy, etag, ...kept } = headers;
  delete kept['content-length'];
  const tag = etag?.replaceAll('"', '') ?? createHash('sha256').update(body).digest('base64url').slice(0, 22);
  // Any shared or private copy is asked about before it is shown: a change is seen by everybody who asks after it.
  const named = { 'cache-control': 'no-cache', ...kept, vary: 'Accept-Encoding' };
  const hasOrigins = namesOrigin(body);
  return {
    status,
    identity: body,
    hasOrigins,
    tag,
    headers: Object.entries(named),
    policy,
    representations: new Map(),
  };
}

/** Bytes of all bodies that a response holds. */
export function bytesOf({ identity, representations }: CachedResponse): number {
  let bytes = identity.length;
  for (const { full } of representations.values()) if (full.body && full.body !== identity) bytes += full.body.length;
  return bytes;
}

/** The message for these request headers and this origin; undefined while the representation is not made yet. */
export function select(response: CachedResponse, request: IncomingHttpHeaders, origin: string): Message | undefined {
  const key = representationKey(response, encodingFor(response, request['accept-encoding']), origin);
  const found = response.representations.get(key);
  if (!found) return undefined;
  // LRU: further origins evict the one not asked for longest.
  if (response.hasOrigins && performance.now() - found.movedAt > MOVED_EVERY) {
    found.movedAt = performance.now();
    response.representations.delete(key);
    response.representations.set(key, found);
  }
  return messageFor(response, found, request);
}

function messageFor(
  { status, tag }: CachedResponse,
  { full, notModified }: Representation,
  request: IncomingHttpHeaders,
): Message {
  return status === 200 && knows(request['if-none-match'], tag) ? notModified : full;
}

/** The header for a visitor whose scripts come from `sources`. */
export function headFor({ head }: Message, sources: string): string[] {
  return head.map((part) => part.replace(POLICY_SOURCES, sources));
}

/**
 * Like `select`; makes the representation when it is not there, compressed within `limit`, and calls `added` then.
 * Fails with 503 when too many wait for a compression.
 */
export async function represent(
  response: CachedResponse,
  request: IncomingHttpHeaders,
  origin: string,
  { limit, added }: { limit: Limit; added: () => void },
): Promise<Message> {
  const known = select(response, request, origin);
  if (known) return known;
  const encoding = encodingFor(response, request['accept-encoding']);
  const make = async () => {
    const madeMeanwhile = select(response, request, origin);
    if (madeMeanwhile) return madeMeanwhile;
    const made = await makeRepresentation(response, encoding, origin);
    response.representations.set(representationKey(response, encoding, origin), made);
    const [oldest] = response.representations.keys();
    if (response.representations.size > MAX_REPRESENTATIONS && oldest !== undefined)
      response.representations.delete(oldest);
    added();
    return messageFor(response, made, request);
  };
  return encoding === 'identity' ? make() : limit(make);
}

async function makeRepresentation(
  response: CachedResponse,
  encoding: Encoding,
  origin: string,
): Promise<Representation> {
  const { status, headers } = response;
  const { identity, policy: ownPolicy } = response.hasOrigins ? fill(response, origin) : response;
  const body = await compress(identity, encoding);
  const tag = encoding === 'identity' ? response.tag : `${response.tag}-${encoding}`;
  const policy = ownPolicy ? ['content-security-policy', ownPolicy] : [];
  // A page that says that there is none has no version.
  const common = [...(status === 200 ? ['etag', `"${tag}"`] : []), ...policy];
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const length = ['content-length', String(body.length)];
  const known = headers.filter(([name]) => name !== 'content-type').flat();
  return {
    full: { status, head: [...headers.flat(), ...length, ...encoded, ...common], body },
    notModified: { status: 304, head: [...known, ...common], body: undefined },
    movedAt: performance.now(),
  };
}

function fill({ identity, policy }: CachedResponse, origin: string): Pick<CachedResponse, 'identity' | 'policy'> {
  const filled = fillDocument(identity.toString(), policy, origin);
  return { identity: Buffer.from(filled.body), policy: filled.policy };
}

function representationKey(response: CachedResponse, encoding: Encoding, origin: string): string {
  return response.hasOrigins ? `${encoding} ${origin}` : encoding;
}

function encodingFor({ identity }: Pick<CachedResponse, 'identity'>, accepted: string | undefined): Encoding {
  return identity.length < COMPRESS_FROM ? 'identity' : preferredEncoding(accepted);
}

/** A body that is sent only once, in the encoding that fits this request header, and the headers that say so. */
export async function compressOnce(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const identity = Buffer.from(text);
  const encoding = encodingFor({ identity }, acceptEncoding);
  const headers = { vary: 'Accept-Encoding', ...(encoding !== 'identity' && { 'content-encoding': encoding }) };
  return { body: await compress(identity, encoding, BROTLI_QUALITY.once), headers };
}

/** RFC 9110, 12.5.3, for the two encodings that every browser has: Brotli before gzip, neither with `q=0`. */
export function preferredEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (BROTLI.test(accepted)) return 'br';
  return GZIP.test(accepted) ? 'gzip' : 'identity';
}

const BROTLI = accepting('br');
const GZIP = accepting('gzip');

/** The name stands alone among the others, and its weight is not zero. */
function accepting(encoding: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
}

/** RFC 9110, 13.1.2: weak comparison, whatever encoding the reader's copy had. */
function knows(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\/|"|-(br|gzip)(?="$)/g, '') === tag);
}

async function compress(body: Buffer, encoding: Encoding, quality = BROTLI_QUALITY.kept): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
