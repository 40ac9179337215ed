import { createServer } from 'node:http';

// Nothing but Node: answers every request with 12 KB, and says on which port it listens.
const body = Buffer.alloc(12_000, 'a');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length });
  response.end(body);
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
});
