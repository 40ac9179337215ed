import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const LISTENER = 'rampa changes'; // PostgreSQL's greeting names the connection for notices by this

export interface DeafGate {
  port: number;
  deafen: () => void; // From now on connections for notices stay open and carry nothing, in neither direction
  cut: () => void; // From now on connections for notices end, and no new one comes about
  mend: () => void; // New connections for notices work again
  cutQueries: () => void; // Ends all connections but those for notices, once
  close: () => void;
}

/** A way to PostgreSQL on which notices can be lost without a word, as behind a firewall that forgets a connection. */
export async function createDeafGate(target: number): Promise<DeafGate> {
  let state: 'open' | 'deaf' | 'cut' = 'open';
  const sockets = new Map<Socket, { isListener: boolean }>();
  const server = createServer((socket) => {
    const other = connect(target, '127.0.0.1');
    const kind = { isListener: false };
    sockets.set(socket, kind);
    const pass = (to: Socket) => (bytes: Buffer) => {
      kind.isListener ||= to === other && bytes.includes(LISTENER);
      if (!kind.isListener || state === 'open') to.write(bytes);
      else if (state === 'cut') socket.destroy();
    };
    socket.on('data', pass(other));
    other.on('data', pass(socket));
    for (const [one, counterpart] of [
      [socket, other],
      [other, socket],
    ] as const) {
      one.on('error', () => counterpart.destroy());
      one.on('close', () => counterpart.destroy() && sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const end = (areListeners: boolean) => {
    for (const [socket, { isListener }] of sockets) if (isListener === areListeners) socket.destroy();
  };
  return {
    port,
    deafen: () => {
      state = 'deaf';
    },
    cut: () => {
      state = 'cut';
      end(true);
    },
    mend: () => {
      state = 'open';
    },
    cutQueries: () => end(false),
    close: () => server.close(),
  };
}
