import type { Socket } from 'node:net';

const AT_ONCE = 50;
const PAUSE = 10; // ms: 5,000 connections a second
const HANG_UP_AFTER = 1000; // ms; a paused socket does not see the client's FIN

/** Ends timed-out connections in batches: thousands at once (an attack) would block the event loop for 0.2 s. */
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
