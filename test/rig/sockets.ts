import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Lets a server listen on a free port of this machine, and gives that. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A connection to an address or a port of this machine, until its test is over; no client corrects what it sends. */
export function openSocket(at: string | number, sent: string | Buffer = ''): Socket {
  const socket = connect(typeof at === 'number' ? at : Number(new URL(at).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  if (sent.length > 0) socket.write(sent);
  return socket;
}

/** Gives what a stream has brought so far. */
export function heardOn(stream: NodeJS.ReadableStream): () => string {
  const said: string[] = [];
  stream.on('data', (piece) => said.push(String(piece)));
  return () => said.join('');
}

/** All that is answered to a request until the server closes the connection. */
export function answerTo(at: string | number, request: string | Buffer): Promise<string> {
  return text(openSocket(at, request));
}
