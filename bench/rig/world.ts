import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import { createImageStore } from '../../model/images/images.ts';
import { uploadsIn } from '../../model/uploads/storage/folder.ts';
import { seedHuge } from '../../seeds/huge.ts';

/** What every world has: the newest article that is public at any size. */
export function newestSlug(count: number): string {
  return `news-${count}`;
}

/** A data directory with `count` articles, for a server to start on. */
export async function makeWorld(count: number): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `rampa-bench-${count}-`));
  const db = openSqlite(path.join(dataDir, 'rampa.sqlite'));
  await migrate(db);
  const images = createImageStore({ db, directory: uploadsIn(dataDir) });
  await seedHuge({ db, images }, count);
  await images.close();
  await db.destroy();
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** One after the other: what makes their pictures takes one at a time. */
export async function makeWorlds(counts: number[]): Promise<Awaited<ReturnType<typeof makeWorld>>[]> {
  const worlds = [];
  for (const count of counts) worlds.push(await makeWorld(count));
  return worlds;
}
