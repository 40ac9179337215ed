import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Address of a proxy that sends pages of `origin` piece by piece, as a slow network does. */
export async function inPieces(origin: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer(({ url, headers }, reply) => {
    const own = { ...headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
    get(origin + url, { headers: own }, async (answer) => {
      const { 'content-length': _length, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, kept);
      const isPage = answer.headers['content-type']?.startsWith('text/html');
      for (const piece of isPage ? pieces(Buffer.concat(await answer.toArray()).toString()) : []) {
        reply.write(piece);
        await wait(90);
      }
      if (isPage) reply.end();
      else answer.pipe(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const PIECES = 14;

/** The head, then the elements of the body in equal shares. */
function pieces(html: string): string[] {
  const start = html.indexOf('<body');
  const elements = html.slice(start).split(/(?=<)/);
  const share = Math.ceil(elements.length / PIECES);
  const inShares = Array.from({ length: PIECES }, (_, at) => elements.slice(at * share, (at + 1) * share).join(''));
  return [html.slice(0, start), ...inShares];
}
