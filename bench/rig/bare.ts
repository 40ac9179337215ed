import { once } from 'node:events';
import { createServer } from 'node:http';
import type { StaticAnswer } from './nginx.ts';

// Bare node:http server: receives responses over IPC, serves them at `/0`, `/1`, … and sends its port. Its throughput is the
// limit of any Node server on this machine.

process.once('disconnect', () => process.exit());
const [answers] = (await once(process, 'message')) as [StaticAnswer[]];
const server = createServer(({ url = '' }, response) => {
  const { body, headers } = answers[Number(url.slice(1))] ?? { body: Buffer.of(), headers: {} };
  response.writeHead(200, headers);
  response.end(body);
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});
