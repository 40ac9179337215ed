import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { countRows } from '../../db/copying/tables.ts';
import { openSqlite } from '../../db/dialect.ts';
import { readDatabaseFacts } from '../../db/facts.ts';
import { databaseIn } from '../../db/open.ts';
import { VERSION } from '../../version.ts';

/** Where it was played, and on what. */
export interface Machine {
  processor: string;
  cores: number;
  memory: number; // bytes
  system: string;
  diskFree: number; // bytes, where the copy lies
  rampa: string;
  node: string;
  sqlite: string;
  articles: number;
  contestants: number;
}

/** `folder`: data directory of the copy, before its server starts. */
export async function machineOf(folder: string): Promise<Machine> {
  const { bavail, bsize } = await statfs(folder);
  const db = openSqlite(databaseIn(folder));
  try {
    return {
      processor: os.cpus()[0]?.model.trim() || os.arch(),
      cores: os.availableParallelism(),
      memory: os.totalmem(),
      system: `${os.type()} ${os.release()}`,
      diskFree: bavail * bsize,
      rampa: VERSION,
      node: process.versions.node,
      sqlite: (await readDatabaseFacts(db)).version,
      articles: await countRows(db, 'articles'),
      contestants: await countRows(db, 'contestants'),
    };
  } finally {
    await db.destroy();
  }
}
