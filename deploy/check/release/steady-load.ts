import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/rig/table.ts';

const EVERY = 10; // ms
const SAVED_EVERY = 200;
const PAGES = ['/', '/news', '/api/news?limit=10', '/watch', '/feed.xml', '/api/watch-settings'];

export interface Result {
  reads: number;
  failed: string[];
  p99: number; // In ms
  slowest: number;
  saved: string[]; // Titles of articles whose saving was acknowledged
  unsaved: string[];
}

/** Open-loop load: readers at this rate a second, each on a new connection, and an editor who saves. */
export function startLoad(origin: string, rate: number, token: string): () => Promise<Result> {
  const took: number[] = [];
  const result = { failed: [] as string[], saved: [] as string[], unsaved: [] as string[] };
  const open = new Set<Promise<void>>();
  let isOver = false;
  const begin = (work: Promise<void>) => {
    const own = work.finally(() => open.delete(own));
    open.add(own);
  };

  async function read(page: string): Promise<void> {
    const from = performance.now();
    const status = await ask(origin + page, { agent: false });
    if (status !== '200') result.failed.push(status);
    took.push(performance.now() - from);
  }

  async function save(turn: number): Promise<void> {
    const title = `Новость ${turn} под нагрузкой`;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const status = await ask(
      `${origin}/api/admin/news`,
      { method: 'POST', headers, agent: false },
      JSON.stringify({ title }),
    );
    (status === '201' ? result.saved : result.unsaved).push(title);
  }

  const coming = (async () => {
    const from = performance.now();
    while (!isOver) {
      const due = Math.floor(((performance.now() - from) * rate) / 1000);
      while (took.length + open.size < due) begin(read(PAGES[(took.length + open.size) % PAGES.length] ?? '/'));
      await sleep(EVERY);
    }
  })();
  const saving = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await save(turn + Date.now());
      await sleep(SAVED_EVERY);
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([coming, saving]);
    await Promise.all(open);
    return { reads: took.length, ...result, p99: percentile(took, 0.99), slowest: Math.max(...took) };
  };
}

async function ask(address: string, options: http.RequestOptions, body?: string): Promise<string> {
  try {
    const request = http.request(address, options).end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    for await (const _ of answer);
    return String(answer.statusCode);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
