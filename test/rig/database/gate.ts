import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to the server on port `first` that can be closed and opened again. */
export async function createGate(first: number) {
  let target = first;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const held = new Set<Socket>();
  let isHoldingNew = false;
  const server = createServer((socket) => {
    if (isHoldingNew) {
      for (const all of [sockets, held]) all.add(socket.on('close', () => all.delete(socket)).on('error', () => {}));
      // Whoever is not read is not heard hanging up.
      socket.resume();
      return;
    }
    const other = connect(target, '127.0.0.1');
    for (const [one, counterpart] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => counterpart.destroy());
      one.on('close', () => counterpart.destroy() && sockets.delete(one));
      one.on('data', (chunk) => isFrozen || counterpart.write(chunk));
      one.on('end', () => isFrozen || counterpart.end());
    }
  });
  const open = async (port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await open();
  const { port } = server.address() as { port: number };
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server, 'close');
  };
  return {
    port,
    open: () => open(port),
    /** Leads to another server from now on, as a name that got another address. What is open is cut. */
    aim: (other: number) => {
      target = other;
      for (const socket of sockets) socket.destroy();
    },
    /** Cuts every connection and takes no new one, as a server that has stopped. */
    close,
    /** Closed while `look` looks, and open again after it. */
    whileClosed: async (look: () => Promise<void>) => {
      await close();
      await look().finally(() => open(port));
    },
    /** Keeps every connection, takes new ones, and lets nothing through, as a server that hangs; what was said meanwhile is lost. */
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
    /** Takes new connections and lets nothing through them, as a machine that has too much to do; open ones go on. */
    holdNew: (isHeld: boolean) => {
      isHoldingNew = isHeld;
    },
    /** How many are held so. */
    held: () => held.size,
  };
}
