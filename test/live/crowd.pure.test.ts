import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Clients } from '../../http/live/clients.ts';
import { heardOn, listen, openSocket } from '../rig/sockets.ts';

/** Who comes from here comes right after something was sent. */
const LATE = '127.0.0.9';

/** A server that lets everybody in and believes whatever address a client says it has. */
async function serve(crowd: Clients): Promise<number> {
  const server = createServer((request, response) => {
    const address = String(request.headers['x-address'] ?? '127.0.0.1');
    if (address === LATE) crowd.send('data: old\n\n');
    if (crowd.hasRoomFor(address)) crowd.add(response, { 'content-type': 'text/event-stream' }, address, ': hello\n\n');
    else response.writeHead(503).end();
  });
  onTestFinished(() => {
    crowd.close();
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

async function come(port: number, address: string, version = '1.1') {
  const socket = openSocket(port, `GET / HTTP/${version}\r\nHost: x\r\nX-Address: ${address}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  return { socket, first: String(first) };
}

test.each([
  ['for one address so much', 9, ['10.0.0.1', '10.0.0.1'], '10.0.0.1', '10.0.0.2'],
  ['for this machine what is left', 4, ['10.0.0.1', '10.0.0.1', '127.0.0.1', '::1'], '127.0.0.1', undefined],
  ['for a network of IPv6 as for one address', 9, ['1::1', '1:0:0:0:9::2'], '1::3', '1:0:0:1::1'],
])('has room: %s', async (_what, all, there, refused, free) => {
  const port = await serve(new Clients({ all, perAddress: 2 }));
  const status = async (address: string) => (await come(port, address)).first.slice(9, 12);
  for (const address of there) expect(await status(address)).toBe('200');
  expect(await status(refused)).toBe('503');
  if (free) expect(await status(free)).toBe('200');
});

test('gives a place free again when somebody leaves', async () => {
  const crowd = new Clients({ all: 4, perAddress: 1 });
  const port = await serve(crowd);
  const { socket } = await come(port, '10.0.0.1');
  expect((await come(port, '10.0.0.1')).first).toMatch(/503/);
  socket.destroy();
  await expect.poll(() => crowd.size()).toBe(0);
  expect((await come(port, '10.0.0.1')).first).toMatch(/200/);
});

test('tells everybody within 15 seconds that the connection is alive, by what a page is given', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket } = await come(await serve(new Clients()), '127.0.0.1');
  const beat = once(socket, 'data');
  await vi.advanceTimersByTimeAsync(15_000);
  // Not a comment alone: `EventSource` keeps those to itself.
  expect(String(await beat)).toContain(':\nevent: clock\ndata: {}\n\n');
});

test('drops who does not read, and goes on with the others', async () => {
  const crowd = new Clients();
  const port = await serve(crowd);
  const deaf = (await come(port, '127.0.0.1')).socket.pause();
  const { socket: hearing } = await come(port, '127.0.0.1');
  const heard = heardOn(hearing);
  const noise = `data: ${'ш'.repeat(100_000)}\n\n`;
  for (let n = 0; n < 500 && crowd.size() === 2; n += 1) {
    crowd.send(noise);
    await new Promise(setImmediate);
  }
  await expect.poll(() => crowd.size()).toBe(1);
  expect(deaf.destroyed).toBe(false);
  crowd.send('data: last\n\n');
  await expect.poll(() => heard().endsWith('data: last\n\n\r\n')).toBe(true);
});

test('speaks HTTP/1.0 without chunks and ends every stream properly', async () => {
  const crowd = new Clients();
  const old = await come(await serve(crowd), '127.0.0.1', '1.0');
  const rest = text(old.socket);
  crowd.send('data: {}\n\n');
  crowd.close();
  expect(old.first).not.toMatch(/chunked/i);
  expect(await rest).toMatch(/^data: \{\}\n\nretry: \d+\n\n$/);
});

test('tells nobody again what was in the state that they were given when they came, and pages to spread what they ask by their number', async () => {
  const crowd = new Clients();
  const port = await serve(crowd);
  expect(crowd.spread()).toBe(250);
  await Promise.all(Array.from({ length: 600 }, () => come(port, '127.0.0.1')));
  expect(crowd.spread()).toBe(300);
  const { socket, first } = await come(port, LATE);
  const heard = heardOn(socket);
  crowd.send('data: new\n\n');
  await expect.poll(() => first + heard()).toContain('data: new');
  expect(first + heard()).not.toContain('data: old');
});

test('lets nobody in who comes while it closes', async () => {
  const crowd = new Clients();
  const port = await serve(crowd);
  crowd.close();
  expect((await come(port, '127.0.0.1')).first).toMatch(/503/);
});
