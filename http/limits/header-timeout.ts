import type { Socket } from 'node:net';

/** Connections ended per batch, and the pause between batches (ms): 5,000 a second, and nobody else waits for more than a few ms. */
const AT_ONCE = 50;
const PAUSE = 10;
/** Grace period before the socket is destroyed (ms): it is paused, so the client's FIN would not be seen. */
const HANG_UP_AFTER = 1000;

/**
 * Ends connections whose request has not come in time, in batches: Node looks for them every two seconds and finds thousands at once during
 * an attack, and ending all of them blocks the event loop for 0.2 s. Nothing more is read from them.
 */
export function endInTurn(tell: (socket: Socket) => void): (socket: Socket) => void {
  const waiting = new Set<Socket>();
  const next = () => {
    let count = 0;
    for (const socket of waiting) {
      waiting.delete(socket);
      hangUp(socket, tell);
      count += 1;
      if (count === AT_ONCE) break;
    }
    if (waiting.size > 0) setTimeout(next, PAUSE);
  };
  return (socket) => {
    socket.pause();
    waiting.add(socket);
    if (waiting.size === 1) setTimeout(next, PAUSE);
  };
}

function hangUp(socket: Socket, tell: (socket: Socket) => void): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  tell(socket);
  // Destroyed at once, a socket with unread bytes sends a RST, which may overtake the response.
  setTimeout(() => socket.destroy(), HANG_UP_AFTER).unref();
}
