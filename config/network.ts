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

export function readProxies(value: string | undefined): string[] {
  const proxies = list(value);
  for (const proxy of proxies) {
    const [address = '', prefix, ...rest] = proxy.split('/');
    const family = isIP(address);
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
    if (!family || !fits || rest.length > 0) {
      throw new StartupError(
        `TRUST_PROXY содержит «${proxy}»: нужны адреса или сети ваших прокси, например 127.0.0.1/32,10.0.0.0/8.`,
      );
    }
  }
  return proxies;
}
