import { Agent } from 'node:http';
import type { Db } from '../../db/tables.ts';
import { ADMIN, openDatabaseOf, startServer, type TestServer } from '../rig/server.ts';
import { type Answer, type Asked, ask } from './asking.ts';
import { type ContentWatch, watchContent } from './content.ts';

/** What a part of the run found. */
export interface Outcome {
  inputs: number;
  /** One line each; none is the goal. */
  findings: string[];
  /** Further figures, for the table. */
  notes?: string[];
}

export interface World {
  server: TestServer;
  /** What the server keeps, seen beside it. */
  db: Db;
  /** Of the administrator ADMIN. */
  token: string;
  send: (asked: Asked) => Promise<Answer>;
  /** The same with the administrator's token. */
  sendAs: (asked: Asked) => Promise<Answer>;
  /** Throws when it is refused. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  content: ContentWatch;
  /** Answers of the same process as at the beginning. */
  isAlive: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** A real server on a directory of its own, and an administrator signed in. */
export async function openWorld(env: NodeJS.ProcessEnv = {}): Promise<World> {
  const server = await startServer({ env });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (asked: Asked) => ask(server.origin, agent, asked);
  const login = await send({
    method: 'POST',
    path: '/api/auth/login',
    headers: JSON_TYPE,
    body: JSON.stringify(ADMIN),
  });
  const { token } = JSON.parse(login.body.toString()) as { token: string };
  const db = await openDatabaseOf(server);
  const content = await watchContent(db);
  const sendAs = (asked: Asked) =>
    send({ ...asked, headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...asked.headers } });
  return {
    ...{ server, db, token, send, sendAs, content },
    call: async (method, address, body) => {
      const answer = await sendAs({ method, path: address, ...(body && { body: JSON.stringify(body) }) });
      if (answer.status >= 300) throw new Error(`${method} ${address}: ${answer.status} ${answer.body}`);
      return answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined;
    },
    isAlive: () => isSameProcess(server),
    close: async () => {
      agent.destroy();
      await db.destroy();
      await server.stop();
    },
  };
}

/**
 * Whether a refused request changed the content all the same. The server writes by itself too, such as when a session was last used:
 * only what happens again when the request does is its doing.
 */
export async function changedSomething({ content }: World, again: () => Promise<Answer>): Promise<boolean> {
  if (!(await content.hasChanged())) return false;
  await content.remember();
  const { status } = await again();
  return status >= 400 && (await content.hasChanged());
}

export const JSON_TYPE = { 'content-type': 'application/json' };

async function isSameProcess({ pid, origin }: TestServer): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}
