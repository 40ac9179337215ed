import type { Socket } from 'node:net';

/** Connections that are ended at once, and the pause before the next, in ms: 5,000 a second, and nobody else waits for more than a few ms. */
const AT_ONCE = 50;
const PAUSE = 10;
/** Who was told is cut off after so long, in ms: with nothing read any more, nobody is heard hanging up. */
const HANGS_UP_WITHIN = 1000;

/**
 * Ends connections whose request has not come in time, a few at a time: Node looks for them every two seconds and finds thousands
 * together when there is an attack, and a fifth of a second for them would be one for every visitor as well. Nothing more is read from them.
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
  // At once, what it has sent since would turn the end into a reset, which may overtake the answer.
  setTimeout(() => socket.destroy(), HANGS_UP_WITHIN).unref();
}
