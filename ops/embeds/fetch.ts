import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { VERSION } from '../../version.ts';

const TIMEOUT = 5000; // ms, redirects and body included
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 2;
const MAX_HEADERS = 32 * 1024; // bytes: video sites set many cookies
const REDIRECTS = [301, 302, 303, 307, 308];

/** Network access; replaced in tests. */
export interface Network {
  resolve: (host: string) => Promise<string[]>; // Addresses of a host
  isPublic: (address: string) => boolean;
  port?: number;
  ca?: string;
  within?: number; // ms
  most?: number; // bytes
  isProbe?: boolean; // Only checks that it exists: the body is not read
  /** `scheme://host:port` that an administrator named: it may be private, without TLS and on any port. */
  trusted?: string | undefined;
}

/** Stands for any host with a public address, https or http. */
export const ANY_HOST = ['*'] as const;

/** `Resolver`: `dns.lookup` would block a thread of the pool while name servers do not respond. */
export const INTERNET: Network = {
  async resolve(host) {
    const resolver = new Resolver({ timeout: TIMEOUT / 2, tries: 2 });
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  isPublic: isPublicAddress,
};

export interface Answer {
  type: string; // `Content-Type`
  link: string; // `Link`
  bytes: Buffer;
}

/** Not globally reachable by the IANA special-purpose address registries. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Inside 2000::/3: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/**
 * GETs an https address on one of `hosts` (`.example.org`: its subdomains), redirects within them included. Throws for
 * other hosts, addresses that are not public, other statuses than 200, more than 5 s, 5 MiB (unless `network` says
 * otherwise) or two redirects.
 */
export async function fetchListed(
  address: string,
  hosts: readonly string[],
  signal: AbortSignal,
  network: Network = INTERNET,
): Promise<Answer> {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(network.within ?? TIMEOUT)]);
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    if (url.origin !== network.trusted) assertListed(url, hosts);
    const response = await ask(url, limits, network);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return read(response, network);
    response.destroy();
    if (!REDIRECTS.includes(statusCode)) throw new Error(`${url.host} answered ${statusCode}`);
    if (redirects === MAX_REDIRECTS) throw new Error(`${url.host} redirects too often`);
    url = new URL(headers.location ?? '', url);
  }
}

function assertListed(url: URL, hosts: readonly string[]): void {
  const isAny = hosts === ANY_HOST;
  const isListed =
    isAny || hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
  const isSecure = url.protocol === 'https:' || (isAny && url.protocol === 'http:');
  const isPlain = isSecure && url.port === '' && url.username === '' && url.password === '';
  if (!isListed || !isPlain) throw new Error(`${url.protocol}//${url.host} is not listed`);
}

async function ask(url: URL, signal: AbortSignal, network: Network): Promise<IncomingMessage> {
  const { port, ca } = network;
  const addresses = url.origin === network.trusted ? undefined : await publicAddresses(url, signal, network);
  return new Promise((answer, fail) => {
    // An import of `node:http` would load undici at the start of each server.
    const { request: plainly } = process.getBuiltinModule('node:http');
    const send = url.protocol === 'http:' ? (plainly as typeof request) : request;
    send(url, {
      agent: false,
      signal,
      ...(port && { port }),
      ca,
      // Connects to the checked addresses: a second DNS lookup could differ (DNS rebinding).
      ...(addresses && { lookup: ((_host, _options, done) => done(null, addresses)) as RequestOptions['lookup'] }),
      maxHeaderSize: MAX_HEADERS,
      headers: {
        Accept: '*/*',
        'Accept-Encoding': 'identity',
        'Accept-Language': 'ru',
        'User-Agent': `rampa/${VERSION}`,
      },
    })
      .on('response', answer)
      .on('error', fail)
      .end();
  });
}

async function publicAddresses(url: URL, signal: AbortSignal, { resolve, isPublic }: Network) {
  const found = await orAborted(resolve(url.hostname), signal);
  // IP literals and names without a dot are not resolved by DNS.
  const isName = url.hostname.includes('.') && isIP(url.hostname) === 0;
  if (found.length === 0 && isName) throw new Error(`${url.host} has no address`);
  // One private address among public ones is an attempt at DNS rebinding.
  if (found.length === 0 || !found.every(isPublic)) throw new Error(`${url.host} has no public address`);
  return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

/** DNS queries take no AbortSignal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

/** Refuses encoded bodies, which were not asked for: nothing is decompressed. */
async function read(response: IncomingMessage, { most = MAX_BYTES, isProbe = false }: Network): Promise<Answer> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', link: links = '' } = response.headers;
  const link = [links].flat().join(', ');
  if (encoding !== 'identity') {
    response.destroy();
    throw new Error(`the answer is encoded as ${encoding}`);
  }
  if (isProbe) {
    response.destroy();
    return { type, link, bytes: Buffer.alloc(0) };
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    // Leaving the loop destroys the connection.
    if (length > most) throw new Error(`the answer is over ${most / 1024 ** 2} MiB`);
    parts.push(part);
  }
  if (!response.complete) throw new Error('the answer ended early');
  return { type, link, bytes: Buffer.concat(parts) };
}

/** Whether an IP address is globally reachable. IPv4-mapped, NAT64 and zoned addresses are not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
