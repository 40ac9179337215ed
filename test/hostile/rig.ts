import { Agent } from 'node:http';
import { ADMIN, openDatabaseOf, startServer } from '../rig/server.ts';
import { type Answer, type Asked, ask } from './asking.ts';
import { watchContent } from './content.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

export const JSON_TYPE = { 'content-type': 'application/json' };

/** A real server on a directory of its own, and an administrator signed in. It has to be the same process in the end. */
export async function openWorld(env: NodeJS.ProcessEnv = {}) {
  const server = await startServer({ env });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (asked: Asked) => ask(server.origin, agent, asked);
  const login = { method: 'POST', path: '/api/auth/login', headers: JSON_TYPE, body: JSON.stringify(ADMIN) };
  const { token } = JSON.parse((await send(login)).body.toString()) as { token: string };
  const db = await openDatabaseOf(server);
  const content = await watchContent(db);
  const sendAs = (asked: Asked) =>
    send({ ...asked, headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...asked.headers } });
  return {
    ...{ server, db, token, send, sendAs, content },
    call: async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await sendAs({ method, path, ...(body && { body: JSON.stringify(body) }) });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
      return answer.body.length > 0 ? JSON.parse(answer.body.toString()) : undefined;
    },
    close: async () => {
      const { status } = await fetch(`${server.origin}/healthz`);
      agent.destroy();
      await db.destroy();
      await server.stop();
      if (status !== 200) throw new Error(`The server is not well: ${status}`);
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
