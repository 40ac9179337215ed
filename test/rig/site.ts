import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN, confirmSessions, createTestApp, type TestApp } from './app.ts';
import { freshDatabase } from './database/databases.ts';

export interface Site {
  a: TestApp;
  b: TestApp;
  databaseUrl: string;
  /** Calls without a token, each at another server than the one before. */
  visitor: TestApp['visitor'];
  /** The same with the administrator's token. */
  editor: TestApp['editor'];
  close: () => Promise<void>;
}

export async function createSite(): Promise<Site> {
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
    visitor,
    editor: (method, url, body, headers) =>
      visitor(method, url, body, { authorization: `Bearer ${token}`, ...headers }),
    close: async () => {
      await a.close();
      await b.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function inTurn(...callers: TestApp['visitor'][]): TestApp['visitor'] {
  let calls = 0;
  return (...call) => {
    const caller = callers[calls % callers.length] as TestApp['visitor'];
    calls += 1;
    return caller(...call);
  };
}
