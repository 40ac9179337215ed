import { isIP } from 'node:net';
import { StartupError } from '../errors.ts';
import { isHttpAddress } from '../model/fields.ts';
import { list } from './list.ts';

export function readHost(value: string): string {
  if (isIP(value) || /^[a-z0-9.-]+$/i.test(value)) return value;
  throw new StartupError(`HOST — «${value}»: нужен адрес, на котором отвечать, например 127.0.0.1 или 0.0.0.0.`);
}

export function readPort(value: string): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new StartupError(`PORT — «${value}»: нужно целое число от 0 до 65535.`);
}

export function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = isHttpAddress(value) ? new URL(value) : undefined;
  if (url && url.pathname === '/' && !url.search && !url.hash) return url.origin;
  throw new StartupError(`PUBLIC_URL — «${value}»: нужен адрес сайта без пути, например https://example.org.`);
}

/** Addresses or CIDR networks. StartupError for all addresses at once, or none. */
export function readProxies(value: string | undefined): string[] {
  const proxies = list(value);
  for (const proxy of proxies) {
    const [address = '', prefix, ...rest] = proxy.split('/');
    const family = isIP(address);
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
    if (!family || !fits || rest.length > 0) throw untrusted(proxy, 'нужны адреса или сети ваших прокси');
    // Every IPv4 address, mapped into IPv6, is below ::ffff:0:0/96.
    if (prefix !== undefined && Number(prefix) <= (/^::ffff:/i.test(address) ? 96 : 0))
      throw untrusted(proxy, 'это все адреса сразу, и любой посетитель выдал бы себя за другого. Назовите свои прокси');
  }
  return proxies;
}

function untrusted(proxy: string, why: string): StartupError {
  return new StartupError(`TRUST_PROXY содержит «${proxy}»: ${why}, например 127.0.0.1/32,10.0.0.0/8.`);
}

export function readSubdomains(value: string | undefined): boolean {
  if (value === undefined || /^(0|no|false|off)$/i.test(value)) return false;
  if (/^(1|yes|true|on)$/i.test(value)) return true;
  throw new StartupError(`HSTS_SUBDOMAINS — «${value}»: нужно yes или no.`);
}
