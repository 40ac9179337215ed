import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import { mergeWordIndex } from '../../db/word-index.ts';
import { importArchive } from '../../model/editions/table.ts';
import { createImageStore } from '../../model/images/images.ts';
import { createShow, newShowSchema } from '../../model/programme/shows.ts';
import { importTable } from '../../model/programme/table.ts';
import type { Store } from '../../model/store.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { ADMIN } from '../../test/rig/server.ts';
import { seedHuge } from './huge.ts';

/** What every world has: the newest article that is public at any size. */
export function newestSlug(count: number): string {
  return `news-${count}`;
}

const CONTESTANTS = 30;

/** A data directory with `count` articles, for a server to start on; with past festivals also a current one of the same size. */
export async function makeWorld(
  count: number,
  editions = 0,
): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `rampa-bench-${count}-`));
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  await migrate(db);
  const images = createImageStore({ db, directory: uploadsIn(dataDir) });
  await seedHuge({ db, images }, count);
  const store = { db, images, publish: () => {}, timeZone: 'Europe/Moscow' } as unknown as Store;
  if (editions > 0) await addEditions(store, editions);
  // As the hourly cleaning leaves it.
  await mergeWordIndex(db);
  await images.close();
  await db.destroy();
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** One after the other: what makes their pictures takes one at a time. */
export async function makeWorlds(
  counts: number[],
  editions: number[] = [],
): Promise<Awaited<ReturnType<typeof makeWorld>>[]> {
  const worlds = [];
  for (const [at, count] of counts.entries()) worlds.push(await makeWorld(count, editions[at]));
  return worlds;
}

/** 2024 and the years before, each with a final of 30 and its points. */
async function addEditions(store: Store, count: number): Promise<void> {
  const rowsOf = (year: number) =>
    Array.from({ length: CONTESTANTS }, (_, at) => {
      const place = ((at * 7 + year) % CONTESTANTS) + 1;
      return [
        String(year),
        `${year}-07-20`,
        `Артист ${at} из ${year}`,
        `Песня ${at}`,
        'Томск',
        String(400 - place * 9),
      ];
    });
  const years = Array.from({ length: count }, (_, at) => 2024 - at);
  const rows = [['Год', 'Дата', 'Имя', 'Песня', 'Регион', 'Баллы'], ...years.flatMap(rowsOf)];
  await importArchive(store, { rows, dryRun: false }, 'bench');
  const show = newShowSchema.parse({ title: 'Финал', starts_at: '2025-07-20T17:00:00.000Z' });
  const aim = { id: (await createShow(store, show, 'bench')).id, by: 'bench', expected: undefined };
  const now = rowsOf(2025).map((row) => row.slice(2, 5));
  await importTable(store, aim, { rows: [['Имя', 'Песня', 'Регион'], ...now], dryRun: false });
}

/** Signs the administrator of a test server in. */
export async function signIn(origin: string): Promise<string> {
  const login = await call(origin, 'POST', '/api/auth/login', ADMIN);
  return ((await login.json()) as { token: string }).token;
}

export type Put = (path: string, body: object, method?: 'POST') => Promise<unknown>;

/** An administrator who is signed in and changes settings. */
export async function signInEditor(origin: string): Promise<Put> {
  const token = await signIn(origin);
  return async (path, body, method) => {
    const answer = await call(origin, method ?? 'PUT', path, body, token);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

export function call(origin: string, method: string, path: string, body: object, token?: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return fetch(origin + path, { method, headers, body: JSON.stringify(body) });
}
