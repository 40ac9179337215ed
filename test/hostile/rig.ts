import { createHash } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ADMIN, startServer, type TestServer } from '../server.ts';

/** What a part of the run found. */
export interface Outcome {
  inputs: number;
  /** One line each; none is the goal. */
  findings: string[];
  /** Further figures, for the table. */
  notes?: string[];
}

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded. */
  body: Buffer;
}

export interface World {
  server: TestServer;
  /** Of the administrator ADMIN. */
  token: string;
  send: (asked: Asked) => Promise<Answer>;
  /** The same with the administrator's token. */
  sendAs: (asked: Asked) => Promise<Answer>;
  /** Throws when it is refused. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  content: ContentWatch;
  /** Answers of the same process as at the beginning. */
  isAlive: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** A real server on a directory of its own, and an administrator signed in. */
export async function openWorld(env: NodeJS.ProcessEnv = {}): Promise<World> {
  const server = await startServer({ env });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (asked: Asked) => ask(server.origin, agent, asked);
  const login = await send({
    method: 'POST',
    path: '/api/auth/login',
    headers: JSON_TYPE,
    body: JSON.stringify(ADMIN),
  });
  const { token } = JSON.parse(login.body.toString()) as { token: string };
  const content = watchContent(server.dataDir);
  const sendAs = (asked: Asked) =>
    send({ ...asked, headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...asked.headers } });
  return {
    ...{ server, token, send, sendAs, content },
    call: async (method, address, body) => {
      const answer = await sendAs({ method, path: address, ...(body && { body: JSON.stringify(body) }) });
      if (answer.status >= 300) throw new Error(`${method} ${address}: ${answer.status} ${answer.body}`);
      return answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined;
    },
    isAlive: () => isSameProcess(server),
    close: async () => {
      agent.destroy();
      content.close();
      await server.stop();
    },
  };
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Why an answer is no refusal as the API promises it, a Russian sentence in JSON; pages may have theirs in HTML. Never a fault of the server. */
export function faultOf({ status, headers, body }: Answer, path = '/api/'): string | undefined {
  // Shed load says when to come again.
  if (status >= 500 && !(status === 503 && headers['retry-after'])) return `${status} ${body.toString().slice(0, 200)}`;
  if (status < 400 || body.length === 0) return undefined;
  const text = body.toString();
  // The browser's router gets a page's refusal as data.
  if (path.includes('.data') && headers['content-type']?.startsWith('text/x-script')) return undefined;
  const isPage = !/^(https?:\/\/[^/]*)?\/api(\/|$)/i.test(path) && headers['content-type']?.startsWith('text/html');
  if (isPage) return undefined;
  if (!headers['content-type']?.startsWith('application/json')) return `${status} is no JSON: ${text.slice(0, 80)}`;
  return /^\{.*"message":"[^"]*[а-яё]/is.test(text) ? undefined : `${status} has no Russian message: ${text}`;
}

/** Asks without following, tidying or giving up on anything. */
function ask(origin: string, agent: Agent, { method = 'GET', path: target, headers = {}, body }: Asked) {
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
    return refused ? resolve(refused) : reject(error);
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

function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** What a refused request may touch: counters of attempts and when a session was last used. */
const NO_CONTENT = ['sessions', 'devices', 'login_failures', 'login_paces', 'presence', 'changes'];

export interface ContentWatch {
  /** What there is now is what there should be. */
  remember: () => void;
  /** The same, when something was changed on purpose: cheaper, but from then on anything that is written counts as a change. */
  accept: () => void;
  /** Whether the content of the database is another one. */
  hasChanged: () => boolean;
  /** Puts a text into an article past everything that would have cleaned it. */
  plant: (slug: string, content: string) => void;
  close: () => void;
}

function watchContent(dataDir: string): ContentWatch {
  const file = path.join(dataDir, 'rampa.sqlite');
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !NO_CONTENT.includes(name));
  const digest = () => {
    const hash = createHash('sha256');
    for (const name of names) {
      hash.update(name);
      for (const row of db.prepare(`select * from "${name}"`).iterate()) hash.update(JSON.stringify(row));
    }
    return hash.digest('hex');
  };
  const version = () => db.prepare('pragma data_version').get()?.data_version;
  let seen = version();
  let known: string | undefined = digest();
  return {
    remember: () => {
      seen = version();
      known = digest();
    },
    accept: () => {
      if (version() === seen) return;
      seen = version();
      known = undefined;
    },
    // As long as nobody wrote anything there is nothing to read.
    hasChanged: () => {
      if (version() === seen) return false;
      seen = version();
      return known === undefined || known !== digest();
    },
    plant: (slug, content) => {
      const writing = new DatabaseSync(file, { timeout: 5000 });
      writing.prepare('update articles set content = ? where slug = ?').run(content, slug);
      writing.close();
    },
    close: () => db.close(),
  };
}

async function isSameProcess({ pid, origin }: TestServer): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}
