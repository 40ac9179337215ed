import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Network } from '../../ops/embeds/fetch.ts';

export interface Sites {
  asked: string[];
  resolved: string[];
  answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void>;
  /** Leads every name to this server, whose loopback address counts as public. */
  network: Network;
  close: () => Promise<void>;
}

export async function createSites(): Promise<Sites> {
  const sites: Omit<Sites, 'network' | 'close'> = { asked: [], resolved: [], answers: {} };
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const address = `${request.headers.host?.replace(/:\d+$/, '')}${request.url}`;
    sites.asked.push(address);
    const [, answer] = Object.entries(sites.answers).find(([start]) => address.startsWith(start)) ?? [];
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(sites, {
    network: {
      resolve: async (host: string) => {
        sites.resolved.push(host);
        return ['127.0.0.1'];
      },
      isPublic: () => true,
      port: (server.address() as AddressInfo).port,
      ca: CERTIFICATE,
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgT2gJmm11qLymrKno
xDf6GZ7wuANod5/HlADFbTFyt5ehRANCAAQeXGCELFUVv4MF5p2is3yVvRT2jCJh
KXbqaoUkVncD4ImPI2D9RXV97hMDaLrt9eqocWB8wypbu+6BZPmgPcao
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB0TCCAXigAwIBAgIUfybEF6K/hb5a9fpRW5dDVvjR5OQwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPZW1iZWRzIG9mIHRlc3RzMCAXDTI2MTEyMjAwNTcxOVoYDzIw
NTEwNzE0MDA1NzE5WjAaMRgwFgYDVQQDDA9lbWJlZHMgb2YgdGVzdHMwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQeXGCELFUVv4MF5p2is3yVvRT2jCJhKXbqaoUk
VncD4ImPI2D9RXV97hMDaLrt9eqocWB8wypbu+6BZPmgPcaoo4GZMIGWMB0GA1Ud
DgQWBBRutahpQXk4JRcUvcJ7kida121I4zAfBgNVHSMEGDAWgBRutahpQXk4JRcU
vcJ7kida121I4zAPBgNVHRMBAf8EBTADAQH/MEMGA1UdEQQ8MDqCCXJ1dHViZS5y
dYIRcGljLnJ1dHViZWxpc3QucnWCDGV2aWwuZXhhbXBsZYIGdmsuY29tggR0Lm1l
MAoGCCqGSM49BAMCA0cAMEQCIC1zu4PuVGKvMzDmwp1DFAVPFKVoQIDyC302IHTb
c4+fAiBXXVuccG2dIypyzo2YpXIVN6nXJs/Dx88/kqmfawq0Kg==
-----END CERTIFICATE-----
`;
