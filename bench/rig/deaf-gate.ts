import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** PostgreSQL's greeting names the connection for notices by this. */
const LISTENER = 'rampa changes';

export interface DeafGate {
  port: number;
  /** From now on connections for notices stay open and carry nothing, in neither direction. */
  deafen: () => void;
  close: () => void;
}

/** A way to PostgreSQL on which notices can be lost without a word, as behind a firewall that forgets a connection. */
export async function createDeafGate(target: number): Promise<DeafGate> {
  let isDeaf = false;
  const server = createServer((socket) => {
    const other = connect(target, '127.0.0.1');
    let isListener = false;
    const pass = (to: Socket) => (bytes: Buffer) => {
      isListener ||= to === other && bytes.includes(LISTENER);
      if (!(isDeaf && isListener)) to.write(bytes);
    };
    socket.on('data', pass(other));
    other.on('data', pass(socket));
    for (const [one, counterpart] of [
      [socket, other],
      [other, socket],
    ] as const) {
      one.on('error', () => counterpart.destroy());
      one.on('close', () => counterpart.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    deafen: () => {
      isDeaf = true;
    },
    close: () => server.close(),
  };
}
