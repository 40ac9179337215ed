import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Limit } from '../../model/limit.ts';
import { hasTag } from '../etag.ts';
import { namesOrigin } from '../origin.ts';
import { fillDocument } from '../security-headers.ts';

/** Interval of LRU updates (ms): each rehashes a small map, whose garbage fills V8's old generation. */
const TOUCH_INTERVAL = 1000;
const COMPRESS_FROM = 512;
const BROTLI_QUALITY = { kept: 7, once: 3 };
export const POLICY_SOURCES = '{scripts}'; // stands for the visitor's script sources in a cached policy

type Encoding = 'br' | 'gzip' | 'identity';

const MAX_REPRESENTATIONS = 8; // three encodings per origin; several origins only without PUBLIC_URL

export interface CachedResponse {
  status: number;
  identity: Buffer;
  hasOrigins: boolean;
  tag: string; // ETag without quotes and encoding suffix
  headers: [name: string, value: string][];
  policy: string | undefined;
  /** Keys: encoding and, with `hasOrigins`, origin; least recently used first. */
  representations: Map<string, Representation>;
}

interface Representation {
  full: Message;
  notModified: Message;
  movedAt: number;
}

export interface Message {
  status: number;
  head: string[]; // alternating names and values; the policy contains POLICY_SOURCES
  body: Buffer | undefined;
  written?: { sources: string; second: number; text: string };
}

/** Makes a cached response; without an ETag header its tag is a hash of the body. */
export function createResponse(body: Buffer, headers: Record<string, string>, status = 200): CachedResponse {
  const { 'content-security-policy': policy, etag, ...kept } = headers;
  delete kept['content-length'];
  const tag = etag?.replaceAll('"', '') ?? createHash('sha256').update(body).digest('base64url').slice(0, 22);
  // Every copy is revalidated: a change is visible on the next request.
  const named = { 'cache-control': 'no-cache', ...kept, vary: 'Accept-Encoding' };
  const hasOrigins = namesOrigin(body);
  return {
    status,
    identity: unpooled(body),
    hasOrigins,
    tag,
    headers: Object.entries(named),
    policy,
    representations: new Map(),
  };
}

/** A slice of Node's pool, or of zlib's output chunk, keeps all 64 KiB of it alive as long as it is cached. */
function unpooled(body: Buffer): Buffer {
  if (body.length === body.buffer.byteLength) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  copy.set(body);
  return copy;
}

export function bytesOf({ identity, representations }: CachedResponse): number {
  let bytes = identity.length;
  for (const { full } of representations.values()) if (full.body && full.body !== identity) bytes += full.body.length;
  return bytes;
}

/** The 200 or 304 for these headers and this origin; undefined until `represent` has made the representation. */
export function select(response: CachedResponse, request: IncomingHttpHeaders, origin: string): Message | undefined {
  const key = representationKey(response, encodingFor(response, request['accept-encoding']), origin);
  const found = response.representations.get(key);
  if (!found) return undefined;
  if (response.hasOrigins && performance.now() - found.movedAt > TOUCH_INTERVAL) {
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
  return status === 200 && hasTag(request, tag) ? notModified : full;
}

/** Header names and values with the visitor's script sources in the policy. */
export function headFor({ head }: Message, sources: string): string[] {
  return head.map((part) => part.replace(POLICY_SOURCES, sources));
}

/** Like `select`, but makes a missing representation within `limit` (503 if full) and then calls `added`. */
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
  const body = unpooled(await compress(identity, encoding));
  const tag = encoding === 'identity' ? response.tag : `${response.tag}-${encoding}`;
  const policy = ownPolicy ? ['content-security-policy', ownPolicy] : [];
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

/** Compresses an uncached body; returns it with its `vary` and `content-encoding`. */
export async function compressOnce(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const identity = Buffer.from(text);
  const encoding = encodingFor({ identity }, acceptEncoding);
  const headers = { vary: 'Accept-Encoding', ...(encoding !== 'identity' && { 'content-encoding': encoding }) };
  return { body: await compress(identity, encoding, BROTLI_QUALITY.once), headers };
}

/** RFC 9110, 12.5.3: Brotli before gzip, neither with `q=0`; other weights are ignored. */
export function preferredEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (BROTLI.test(accepted)) return 'br';
  return GZIP.test(accepted) ? 'gzip' : 'identity';
}

const BROTLI = accepting('br');
const GZIP = accepting('gzip');

function accepting(encoding: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
}

async function compress(body: Buffer, encoding: Encoding, quality = BROTLI_QUALITY.kept): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return promisify(gzip)(body, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
