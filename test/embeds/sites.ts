import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import { listen } from '../rig/sockets.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Its network leads every name to this server, whose loopback address counts as public. */
export async function createSites() {
  const sites = { asked: [] as string[], resolved: [] as string[], answers: {} as Record<string, Answer> };
  const server = createServer({ key: PEM, cert: PEM }, (request, response) => {
    const address = `${request.headers.host?.replace(/:\d+$/, '')}${request.url}`;
    sites.asked.push(address);
    const [, answer] = Object.entries(sites.answers).find(([start]) => address.startsWith(start)) ?? [];
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  return Object.assign(sites, {
    network: {
      resolve: async (host: string) => {
        sites.resolved.push(host);
        return ['127.0.0.1'];
      },
      isPublic: () => true,
      port: await listen(server),
      ca: PEM.toString(),
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Key and certificate of the names that the tests ask for. */
const PEM = readFileSync(path.join(import.meta.dirname, 'sites.pem'));
