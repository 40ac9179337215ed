import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN, type Caller, confirmSessions, createTestApp } from './app.ts';
import { freshDatabase } from './database/databases.ts';

export type Site = Awaited<ReturnType<typeof createSite>>;

export async function createSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-site-'));
  const { databaseUrl = '', db, drop } = await freshDatabase(folder);
  await db.destroy();
  const [a, b] = [await createTestApp({}, databaseUrl), await createTestApp({}, databaseUrl)];
  const visitor = inTurn(a.visitor, b.visitor);
  const { token } = (await visitor('POST', '/api/auth/login', ADMIN)).json();
  await confirmSessions(a.store);
  return {
    a,
    b,
    databaseUrl,
    /** Calls without a token, each at another server than the one before. */
    visitor,
    /** The same with the administrator's token. */
    editor: (...[method, url, body, headers]: Parameters<Caller>) =>
      visitor(method, url, body, { authorization: `Bearer ${token}`, ...headers }),
    close: async () => {
      await a.close();
      await b.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function inTurn(...callers: Caller[]): Caller {
  let calls = 0;
  return (...call) => {
    const caller = callers[calls % callers.length] as Caller;
    calls += 1;
    return caller(...call);
  };
}
