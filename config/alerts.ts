import { isIP } from 'node:net';
import { StartupError } from '../errors.ts';
import { isHttpAddress } from '../model/fields.ts';
import { readSecret, SHORTEST_TOKEN } from './secret.ts';

export interface AlertConfig {
  /** Its path and query may be secret. */
  alertUrl: string | undefined;
  alertSecret: string | undefined;
}

/** Messages hold neither value. */
export function readAlerts(env: NodeJS.ProcessEnv): AlertConfig {
  const alertUrl = readSecret(env, 'ALERT_URL')?.trim();
  const alertSecret = readSecret(env, 'ALERT_SECRET')?.trim();
  if (alertUrl === undefined) return { alertUrl: undefined, alertSecret: undefined };
  const url = isHttpAddress(alertUrl) ? new URL(alertUrl) : undefined;
  if (!url || url.hash || (url.protocol === 'http:' && !isInside(url.hostname)))
    throw new StartupError(
      'ALERT_URL: нужен адрес https:// без имени и пароля, например https://alerts.example.org/rampa; http:// — только на этой машине или в своей сети.',
    );
  if (alertSecret === undefined || alertSecret.length < SHORTEST_TOKEN)
    throw new StartupError(
      `ALERT_SECRET: для ALERT_URL нужен ключ подписи, не короче ${SHORTEST_TOKEN} знаков, например из команды openssl rand -hex 24.`,
    );
  return { alertUrl, alertSecret };
}

/** Loopback, private (RFC 1918, RFC 4193), or a name without dots, which only one's own network resolves. */
function isInside(host: string): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')))
    return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cd])/i.test(host);
  return !host.includes('.');
}
