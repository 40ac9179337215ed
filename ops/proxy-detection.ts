import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const FORWARDING = [
  ...['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Real-IP', 'Via'],
  ...['X-Forwarded-Port', 'X-Forwarded-Server', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP'],
].map((name) => [name, name.toLowerCase()] as const);

export interface SignsSeen {
  untrusted: { header: string; peer: string } | undefined; // First untrusted peer
  isForwardedTrusted: boolean;
  otherHost: string | undefined;
  isOwnHostSeen: boolean;
  isSecureSeen: boolean; // A request arrived over TLS, as far as the server knows
}

type Settings = Pick<Config, 'trustProxy' | 'publicUrl'>;

/** Records how requests arrive, to compare it with TRUST_PROXY and PUBLIC_URL. */
export function createProxySigns() {
  const seen: SignsSeen = {
    untrusted: undefined,
    isForwardedTrusted: false,
    otherHost: undefined,
    isOwnHostSeen: false,
    isSecureSeen: false,
  };

  function recordHost(request: FastifyRequest, { publicUrl }: Settings): void {
    if (request.protocol === 'https') seen.isSecureSeen = true;
    const isOwn = publicUrl !== undefined && request.host.toLowerCase() === new URL(publicUrl).host;
    if (isOwn) seen.isOwnHostSeen = true;
    else if (isNamed(request.host)) seen.otherHost = request.host.toLowerCase();
  }

  return {
    seen: (): Readonly<SignsSeen> => seen,
    /** Logs the first forwarding header of an untrusted peer. */
    install(app: FastifyInstance, settings: Settings): void {
      const isTrusted = trustOf(settings.trustProxy);
      app.addHook('onRequest', async (request) => {
        const peer = request.socket.remoteAddress ?? '';
        const header = forwardingHeader(request);
        const isProxy = header !== undefined && isTrusted(peer);
        if (header && !isProxy && !seen.untrusted) {
          seen.untrusted = { header, peer };
          request.log.warn({ header, peer }, 'a forwarding header came from a peer outside TRUST_PROXY and is ignored');
        }
        if (isProxy) seen.isForwardedTrusted = true;
        recordHost(request, settings);
      });
    },
  };
}

/** Name of the first forwarding header found; undefined for a direct request. */
export function forwardingHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return FORWARDING.find(([, name]) => headers[name] !== undefined)?.[0];
}

/** Matcher for addresses and CIDR networks; accepts IPv4-mapped IPv6 as Node writes it. */
export function trustOf(networks: string[]): (address: string | undefined) => boolean {
  const known = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    known.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => {
    const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
    return isIP(plain) !== 0 && known.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/** Health checks and local users come by address. */
function isNamed(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name !== 'localhost' && isIP(name.replace(/^\[|\]$/g, '')) === 0 && !isLoopback(name);
}

/** 127.0.0.0/8 or ::1; accepts IPv4-mapped IPv6 as Node writes it. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
