import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabaseOf, type TestServer } from '../server.ts';

/** A running server looks for changes made beside it twice a second; how often it is asked whether it has, in ms. */
const ASK_EVERY = 50;

/** Takes a server's news and settings away: from then on its pages say that their data cannot be read. */
export async function breakDatabase(server: Pick<TestServer, 'origin' | 'dataDir' | 'databaseUrl'>): Promise<void> {
  const db = await openDatabaseOf(server);
  await db.transaction().execute(async (tx) => {
    for (const table of ['articles', 'settings'])
      await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_gone`)}`.execute(tx);
    await sql`update changes set version = version + 1`.execute(tx);
  });
  await db.destroy();
  while ((await fetch(`${server.origin}/news`)).status !== 503) await sleep(ASK_EVERY);
}
