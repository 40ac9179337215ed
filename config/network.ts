import { isIP } from 'node:net';
import path from 'node:path';
import { StartupError } from '../errors.ts';
import { isHttpAddress } from '../model/fields.ts';
import { isAllowedPlayer, KNOWN_PLAYER_HOSTS, OWN_PLAYER } from '../model/settings/watch/players.ts';
import { readSecret, SHORTEST_TOKEN } from './settings.ts';

const HOST_NAME = /^([a-z0-9-]+\.)*[a-z0-9-]+$/i;
/** Connection-string options are refused, as they may be secrets: they belong in rclone's configuration. */
const RCLONE_PLACE = /^[\w.+@][\w.+@ -]*:[^\n]{0,500}$/;

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

export function readHosts(value: string | undefined): string[] {
  const hosts = list(value);
  const bad = hosts.find((host) => !HOST_NAME.test(host));
  if (bad)
    throw new StartupError(`PLAYER_HOSTS содержит «${bad}»: нужны только имена серверов, например player.example.org.`);
  return hosts.map((host) => host.toLowerCase());
}

export function readPlayer(value: string): string {
  const url = isHttpAddress(value) ? new URL(value) : undefined;
  if (value === OWN_PLAYER || (url?.protocol === 'https:' && HOST_NAME.test(url.hostname))) return value;
  throw new StartupError(
    `STREAM_PLAYER_URL — «${value}»: нужен /player или адрес плеера, который начинается с https://.`,
  );
}

export function allowedHosts(configured: string[], streamPlayerUrl: string): string[] {
  const hosts = [...KNOWN_PLAYER_HOSTS, ...configured];
  return isAllowedPlayer(streamPlayerUrl, hosts) ? hosts : [...hosts, new URL(streamPlayerUrl).host];
}

export function readStream(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (isHttpAddress(value) || /^\/(?!\/)\S*$/.test(value)) return value;
  throw new StartupError(`STREAM_HLS_URL — «${value}»: нужен адрес плейлиста HLS, который начинается с https://.`);
}

export function readBackupTo(value: string | undefined, taken: Record<string, string>): string | undefined {
  if (value === undefined) return undefined;
  if (!path.isAbsolute(value) && RCLONE_PLACE.test(value)) return value;
  if (!path.isAbsolute(value))
    throw new StartupError(
      'BACKUP_TO: нужен полный путь к папке, например /mnt/copies, или место для rclone, например remote:copies; ключи к нему — в настройках самого rclone.',
    );
  const folder = path.resolve(value);
  for (const [name, other] of Object.entries(taken))
    if (`${folder}${path.sep}`.startsWith(`${other}${path.sep}`))
      throw new StartupError(
        `BACKUP_TO — «${value}»: это внутри ${name} (${other}), и копия пропадёт вместе с ней. Нужна папка на другом диске.`,
      );
  return folder;
}

export interface AlertConfig {
  alertUrl: string | undefined; // Its path and query may be secret
  alertSecret: string | undefined;
}

/** Error messages contain neither value. */
export function readAlerts(env: NodeJS.ProcessEnv): AlertConfig {
  const alertUrl = readSecret(env, 'ALERT_URL')?.trim();
  const alertSecret = readSecret(env, 'ALERT_SECRET')?.trim();
  if (alertUrl === undefined) return { alertUrl: undefined, alertSecret: undefined };
  if (!isReceiver(alertUrl))
    throw new StartupError(
      'ALERT_URL: нужен адрес https:// без имени и пароля, например https://alerts.example.org/rampa; http:// — только на этой машине или в своей сети.',
    );
  if (alertSecret === undefined || alertSecret.length < SHORTEST_TOKEN)
    throw new StartupError(
      `ALERT_SECRET: для ALERT_URL нужен ключ подписи, не короче ${SHORTEST_TOKEN} знаков, например из команды openssl rand -hex 24.`,
    );
  return { alertUrl, alertSecret };
}

export function readIndexNow(value: string | undefined, publicUrl: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!isReceiver(value))
    throw new StartupError(
      'INDEXNOW_URL: нужен адрес https:// поисковой системы, например https://yandex.com/indexnow; http:// — только на этой машине или в своей сети.',
    );
  if (publicUrl === undefined)
    throw new StartupError('INDEXNOW_URL: задайте и PUBLIC_URL: поисковой системе называют полные адреса страниц.');
  return value;
}

function isReceiver(value: string): boolean {
  const url = isHttpAddress(value) ? new URL(value) : undefined;
  return url !== undefined && !url.hash && (url.protocol === 'https:' || isInside(url.hostname));
}

/** Loopback, private (RFC 1918, RFC 4193), or a name without dots, which only one's own network resolves. */
function isInside(host: string): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')))
    return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cd])/i.test(host);
  return !host.includes('.');
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
