import { Agent, request } from 'node:http';
import type { Db } from '../../db/tables.ts';
import { steadily } from '../rig/steady.ts';

const READS_A_SECOND = 500;
const WRITES_A_SECOND = 10;
const TIMEOUT = 30_000;
/** A server that is being restarted keeps its share of the visitors waiting for a second or two. */
const MAX_IN_FLIGHT = 1000;

export interface Tally {
  reads: number;
  seconds: number; // How long it went on
  failedReads: number;
  acknowledged: string[];
  cut: number; // Writes without an answer, as their server was killed: stored or not
  refused: number; // Writes that were refused in another way
  reasons: Set<string>; // What went wrong, each once
}

/** What nginx says when the server behind it gave no answer: one of the servers would have named the request. */
class Unanswered extends Error {}

/** Visitors and an editor, through nginx: each read asks for something that nginx has not kept, each write makes an article. */
export function startTraffic(origin: string, token: string, paths: string[], name: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT });
  const tally: Tally = {
    reads: 0,
    seconds: 0,
    failedReads: 0,
    acknowledged: [],
    cut: 0,
    refused: 0,
    reasons: new Set(),
  };
  const from = performance.now();
  const fail = (what: string, error: unknown) => tally.reasons.add(`${what}: ${error}`);
  const readers = steadily(
    READS_A_SECOND,
    async (number) => {
      const path = paths[number % paths.length] ?? '/';
      const url = `${origin}${path}${path.includes('?') ? '&' : '?'}n=${name}${number}`;
      tally.reads += 1;
      await ask(agent, 'GET', url).catch((error) => {
        tally.failedReads += 1;
        fail(`GET ${path}`, error);
      });
    },
    MAX_IN_FLIGHT,
  );
  const editor = steadily(WRITES_A_SECOND, async (number) => {
    const title = `Запись ${name} ${number}`;
    await ask(agent, 'POST', `${origin}/api/admin/news`, token, { title }).then(
      () => tally.acknowledged.push(title),
      (error) => {
        if (error instanceof Unanswered) tally.cut += 1;
        else tally.refused += 1;
        fail('POST', error);
      },
    );
  });
  return {
    stop: async () => {
      tally.seconds = (performance.now() - from) / 1000;
      await Promise.all([readers.stop(), editor.stop()]);
      agent.destroy();
      return tally;
    },
  };
}

/** Of the acknowledged writes: those that are not there, and of all writes of that name those that are there twice. */
export async function checkWrites(db: Db, { acknowledged }: Tally, name: string) {
  const rows = await db.selectFrom('articles').select('title').where('title', 'like', `Запись ${name} %`).execute();
  const there = new Set(rows.map(({ title }) => title));
  return { lost: acknowledged.filter((title) => !there.has(title)).length, doubled: rows.length - there.size };
}

/** Resolves with a whole answer of success, and fails with everything else. */
function ask(agent: Agent, method: string, url: string, token?: string, body?: object): Promise<void> {
  const payload = body && JSON.stringify(body);
  const headers = {
    ...(payload && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers, timeout: TIMEOUT }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => {
        const isGood = answer.complete && bytes > 0 && (answer.statusCode ?? 500) < 300;
        if (isGood) resolve();
        else if (answer.headers['x-request-id'] === undefined)
          reject(new Unanswered(`status ${answer.statusCode} of nginx`));
        else reject(new Error(`status ${answer.statusCode}`));
      });
      answer.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', reject);
    call.end(payload);
  });
}
