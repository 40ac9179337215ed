import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from './server.ts';

/** A running server looks for changes made beside it twice a second; how often it is asked whether it has, in ms. */
const ASK_EVERY = 50;

/** Takes a server's news and settings away: from then on its pages say that their data cannot be read. */
export async function breakDatabase({ dataDir, origin }: TestServer): Promise<void> {
  const database = new DatabaseSync(path.join(dataDir, 'rampa.sqlite'));
  database.exec('pragma foreign_keys = off; drop table articles; drop table settings');
  database.exec('update changes set version = version + 1');
  database.close();
  while ((await fetch(`${origin}/news`)).status !== 503) await sleep(ASK_EVERY);
}
