import { type Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The status of a whole answer. */
export function ask(
  agent: Agent | false,
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
  localAddress?: string,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const asked = request(
    url,
    { agent, method, headers: { ...headers, ...length }, ...(localAddress && { localAddress }) },
    (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', reject);
    },
  );
  asked.once('error', reject).end(body);
  return promise;
}

/** Follows the redirect from an older poster to the present one. */
export async function follow(agent: Agent, origin: string, path: string): Promise<number> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  await answer.arrayBuffer();
  return ask(agent, 'GET', origin + (answer.headers.get('location') ?? path), {});
}

/** Opens an event stream and leaves it after so many ms. The status comes with its first bytes; 0 when none came. */
export function visit(origin: string, visitors: Set<Socket>, stay: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname, () => socket.write(`GET /api/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
  visitors.add(socket);
  setTimeout(() => socket.destroy(), stay);
  socket.once('data', (first) => resolve(Number(first.toString('latin1', 9, 12))));
  socket.on('error', () => {});
  socket.once('close', () => {
    visitors.delete(socket);
    resolve(0);
  });
  return promise;
}

/** Each from an address of its own: all of 127.0.0.0/8 is the loopback. */
export function guess(origin: string, localAddress: string, username: string): Promise<number> {
  const body = JSON.stringify({ username, password: 'a wrong password' });
  return ask(false, 'POST', `${origin}/api/auth/login`, { 'Content-Type': 'application/json' }, body, localAddress);
}
