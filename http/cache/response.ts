import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Gate } from '../../model/gate.ts';
import { namesOrigin } from '../origin.ts';
import { fillDocument } from '../pages/csp.ts';

/** A form moves to the end of its map once in so long, as an entry does (`http/cache/store.ts`). In ms. */
const MOVED_EVERY = 1000;
/** Smaller bodies gain nothing from compression. In bytes. */
const COMPRESS_FROM = 512;
/** A page is compressed while its first reader waits; what is sent only once gains less from it. */
const BROTLI_QUALITY = { kept: 5, once: 3 };
/** Stands in a stored Content-Security-Policy for where this visitor's scripts come from. */
export const POLICY_SOURCES = '{scripts}';

type Encoding = 'br' | 'gzip' | 'identity';

/** Forms of one answer that are kept: three encodings for each origin. Only a site without PUBLIC_URL has several origins. */
const MAX_FORMS = 8;

/** An answer that needs no more work: bodies in every encoding asked for so far, and the headers that go with each. */
export interface Finished {
  status: number;
  /** With the placeholder of `originOf` where the site's origin belongs. */
  identity: Buffer;
  /** The placeholder is in it, so that each origin has forms of its own. */
  hasOrigins: boolean;
  /** The entity tag without quotes and without the suffix of an encoding. */
  tag: string;
  headers: [name: string, value: string][];
  policy: string | undefined;
  /** By encoding and, where that matters, origin; the least recently used first. */
  forms: Map<string, Form>;
}

/** One encoding of an answer, and the answer to those who have it. */
interface Form {
  whole: Sendable;
  notModified: Sendable;
  /** When it became the newest of the forms. */
  movedAt: number;
}

export interface Sendable {
  status: number;
  /** Names and values in turn, as `writeHead` takes them; in a policy stands POLICY_SOURCES. */
  head: string[];
  body: Buffer | undefined;
  /** The same header as it was sent last, see `http/cache/send.ts`. */
  written?: { sources: string; second: number; text: string };
}

/** Makes an answer out of a body and the headers it came with. An ETag among them is the version the API gave it. */
export function finish(body: Buffer, headers: Record<string, string>, status = 200): Finished {
  const { 'content-security-policy': policy, etag, ...kept } = headers;
  delete kept['content-length'];
  const tag = etag?.replaceAll('"', '') ?? createHash('sha256').update(body).digest('base64url').slice(0, 22);
  // Any shared or private copy is asked about before it is shown: a change is seen by everybody who asks after it.
  const named = { 'cache-control': 'no-cache', ...kept, vary: 'Accept-Encoding' };
  const hasOrigins = namesOrigin(body);
  return { status, identity: body, hasOrigins, tag, headers: Object.entries(named), policy, forms: new Map() };
}

/** Bytes of all bodies that an answer holds. */
export function bytesOf({ identity, forms }: Finished): number {
  let bytes = identity.length;
  for (const { whole } of forms.values()) if (whole.body && whole.body !== identity) bytes += whole.body.length;
  return bytes;
}

/** What to send to a reader with these request headers who came to `origin`; undefined while the form that fits is not made yet. */
export function choose(answer: Finished, request: IncomingHttpHeaders, origin: string): Sendable | undefined {
  const key = formKey(answer, encodingFor(answer, request['accept-encoding']), origin);
  const form = answer.forms.get(key);
  if (!form) return undefined;
  // Further origins evict the one not asked for longest.
  if (answer.hasOrigins && performance.now() - form.movedAt > MOVED_EVERY) {
    form.movedAt = performance.now();
    answer.forms.delete(key);
    answer.forms.set(key, form);
  }
  return fitting(answer, form, request);
}

function fitting({ status, tag }: Finished, form: Form, request: IncomingHttpHeaders): Sendable {
  return status === 200 && knows(request['if-none-match'], tag) ? form.notModified : form.whole;
}

/** The header for a visitor whose scripts come from `sources`. */
export function headFor({ head }: Sendable, sources: string): string[] {
  return head.map((part) => part.replace(POLICY_SOURCES, sources));
}

/**
 * The same; the form that fits is made when it is not there yet, and `added` is called then. What costs more than a copy is made
 * `inTurn`.
 */
export async function prepare(
  answer: Finished,
  request: IncomingHttpHeaders,
  origin: string,
  { inTurn, added }: { inTurn: Gate; added: () => void },
): Promise<Sendable> {
  const chosen = choose(answer, request, origin);
  if (chosen) return chosen;
  const encoding = encodingFor(answer, request['accept-encoding']);
  const make = async () => {
    const made = choose(answer, request, origin);
    if (made) return made;
    const form = await makeForm(answer, encoding, origin);
    answer.forms.set(formKey(answer, encoding, origin), form);
    const [oldest] = answer.forms.keys();
    if (answer.forms.size > MAX_FORMS && oldest !== undefined) answer.forms.delete(oldest);
    added();
    return fitting(answer, form, request);
  };
  return encoding === 'identity' ? make() : inTurn(make);
}

async function makeForm(answer: Finished, encoding: Encoding, origin: string): Promise<Form> {
  const { identity, policy: ownPolicy } = answer.hasOrigins ? fill(answer, origin) : answer;
  const body = await compress(identity, encoding);
  const tag = encoding === 'identity' ? answer.tag : `${answer.tag}-${encoding}`;
  const policy = ownPolicy ? ['content-security-policy', ownPolicy] : [];
  // A page that says that there is none has no version.
  const common = [...(answer.status === 200 ? ['etag', `"${tag}"`] : []), ...policy];
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const length = ['content-length', String(body.length)];
  const known = answer.headers.filter(([name]) => name !== 'content-type').flat();
  return {
    whole: { status: answer.status, head: [...answer.headers.flat(), ...length, ...encoded, ...common], body },
    notModified: { status: 304, head: [...known, ...common], body: undefined },
    movedAt: performance.now(),
  };
}

function fill({ identity, policy }: Finished, origin: string): Pick<Finished, 'identity' | 'policy'> {
  const filled = fillDocument(identity.toString(), policy, origin);
  return { identity: Buffer.from(filled.body), policy: filled.policy };
}

function formKey(answer: Finished, encoding: Encoding, origin: string): string {
  return answer.hasOrigins ? `${encoding} ${origin}` : encoding;
}

function encodingFor(answer: Pick<Finished, 'identity'>, accepted: string | undefined): Encoding {
  return answer.identity.length < COMPRESS_FROM ? 'identity' : preferredEncoding(accepted);
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
