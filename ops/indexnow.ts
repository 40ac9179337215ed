import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { dequeueUrls, dueForEngines, INDEX_JOB, nextNote } from '../model/articles/engines.ts';
import { publicPath } from '../model/articles/kinds.ts';
import { readSetting } from '../model/settings/define.ts';
import { VERSION } from '../version.ts';
import { changeRecord } from './backup/state.ts';
import { hourly, type Job } from './schedule.ts';

const TIMEOUT = 10_000; // ms
const MAX_ADDRESSES = 10_000; // the protocol's limit per request
const NO_KEY = { key: '' };

/** Submits new, changed and removed URLs to INDEXNOW_URL (indexnow.org), once for all servers on a database. */
export function indexJobs(db: Db, { indexNowUrl, publicUrl }: Pick<Config, 'indexNowUrl' | 'publicUrl'>): Job[] {
  if (indexNowUrl === undefined || publicUrl === undefined) return [];
  let dueAt: Date | undefined;
  const run = async (signal: AbortSignal) => {
    dueAt = undefined; // after a failure the next run waits
    const now = new Date().toISOString();
    const due = await dueForEngines(db, now, MAX_ADDRESSES);
    const submitted = due.filter(({ isSubmitted }) => isSubmitted).map((each) => publicUrl + publicPath(each));
    if (submitted.length > 0) await submit(indexNowUrl, publicUrl, await keyOf(db), submitted, signal);
    await write({ db, publish: () => {} }, (tx) => dequeueUrls(tx, due, now));
    const next = await nextNote(db);
    dueAt = next ? new Date(next) : undefined;
  };
  return [{ name: INDEX_JOB, next: hourly(() => dueAt), run }];
}

/** Content of the key file at the root; empty before the first submission. */
export async function indexKey(db: Db): Promise<string> {
  return (await readSetting(db, 'indexnow', NO_KEY)).value.key;
}

async function keyOf(db: Db): Promise<string> {
  const known = await indexKey(db);
  if (known) return known;
  const made = randomBytes(16).toString('hex');
  return (await changeRecord(db, 'indexnow', NO_KEY, ({ key }) => ({ key: key || made }))).key;
}

/** Throws a Russian sentence unless they were accepted. */
async function submit(url: string, site: string, key: string, addresses: string[], stopping: AbortSignal) {
  const sent = { host: new URL(site).host, key, keyLocation: `${site}/${key}.txt`, urlList: addresses };
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT)]),
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': `rampa/${VERSION}` },
    body: JSON.stringify(sent),
  }).catch((error: unknown) => {
    if (stopping.aborted) throw error;
    throw new Error('поисковая система недоступна или не ответила за 10 секунд', { cause: error });
  });
  await answer.body?.cancel();
  if (answer.status === 200 || answer.status === 202) return; // 202: accepted, the key is verified later
  throw new Error(`поисковая система ответила ${answer.status}${REASONS[answer.status] ?? ''}`);
}

const REASONS: Record<number, string> = {
  403: ': ключ не подошёл, проверьте, открывается ли сайт по PUBLIC_URL',
  422: ': адреса не этого сайта, проверьте PUBLIC_URL',
  429: ': слишком много запросов',
};
