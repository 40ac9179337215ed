import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { isPostgresAddress, namesSeveralHosts } from './db/postgres/address.ts';
import { reasonOf, StartupError } from './errors.ts';
import { PASSWORD_LENGTH } from './model/admins/password-rule.ts';
import { isHttpAddress } from './model/fields.ts';
import { isAllowedPlayer, KNOWN_PLAYER_HOSTS, OWN_PLAYER } from './model/settings/watch/players.ts';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  backupDir: string;
  /** Absolute path of a folder, or `remote:path` of rclone. */
  backupTo: string | undefined;
  databaseUrl: string | undefined;
  adminUsername: string;
  adminPassword: string | undefined;
  publicUrl: string | undefined;
  trustProxy: string[];
  streamPlayerUrl: string;
  streamHlsUrl: string | null;
  playerHosts: string[];
  timeZone: string;
  /** Its path and query may be secret. */
  alertUrl: string | undefined;
  alertSecret: string | undefined;
  metricsToken: string | undefined;
  logLevel: LogLevel;
}

const SHORTEST_TOKEN = 16; // 64 bits even where only hexadecimal digits are used
const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads the environment. Fails with a StartupError that names every wrong variable, one line for each. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const config = readAll(env, (read, instead) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      problems.push(error.message);
      return instead;
    }
  });
  if (problems.length > 0) throw new StartupError(problems.join('\n'));
  return config;
}

type Attempt = <T>(read: () => T, instead: T) => T; // gives `instead` where reading fails

function readAll(env: NodeJS.ProcessEnv, attempt: Attempt): Config {
  const get = (name: string) => env[name]?.trim() || undefined;
  const streamPlayerUrl = attempt(() => readPlayer(get('STREAM_PLAYER_URL') ?? '/player'), '/player');
  const playerHosts = allowedHosts(
    attempt(() => readHosts(get('PLAYER_HOSTS')), []),
    streamPlayerUrl,
  );
  const dataDir = path.resolve(get('DATA_DIR') ?? './data');
  const backupDir = path.resolve(get('BACKUP_DIR') ?? path.join(dataDir, 'backups'));
  return {
    host: attempt(() => readHost(get('HOST') ?? '127.0.0.1'), ''),
    port: attempt(() => readPort(get('PORT') ?? '3000'), 0),
    dataDir,
    backupDir,
    backupTo: attempt(() => readBackupTo(get('BACKUP_TO'), { BACKUP_DIR: backupDir, DATA_DIR: dataDir }), undefined),
    databaseUrl: attempt(() => readDatabaseUrl(readSecret(env, 'DATABASE_URL')?.trim()), undefined),
    adminUsername: attempt(() => readUsername(get('ADMIN_USERNAME') ?? 'admin'), ''),
    adminPassword: attempt(() => readPassword(readSecret(env, 'ADMIN_PASSWORD')), undefined),
    publicUrl: attempt(() => readPublicUrl(get('PUBLIC_URL')), undefined),
    trustProxy: attempt(() => readProxies(get('TRUST_PROXY')), []),
    streamPlayerUrl,
    streamHlsUrl: attempt(() => readStream(get('STREAM_HLS_URL')), null),
    playerHosts,
    timeZone: attempt(() => readTimeZone(get('SITE_TIME_ZONE')), ''),
    ...attempt(() => readAlerts(env), { alertUrl: undefined, alertSecret: undefined }),
    metricsToken: attempt(() => readMetricsToken(readSecret(env, 'METRICS_TOKEN')?.trim()), undefined),
    logLevel: attempt(() => readLogLevel(get('LOG_LEVEL') ?? 'info'), 'info'),
  };
}

/** The value, or the content of the file that `<name>_FILE` names, without its last line end. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`]?.trim();
  if (!file || env[name]?.trim()) return env[name]?.trim() ? env[name] : undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new StartupError(`${name}_FILE: файл ${file} не читается: ${reasonOf(error)}.`);
  }
}

function readHost(value: string): string {
  if (isIP(value) || /^[a-z0-9.-]+$/i.test(value)) return value;
  throw new StartupError(`HOST — «${value}»: нужен адрес, на котором отвечать, например 127.0.0.1 или 0.0.0.0.`);
}

function readPort(value: string): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new StartupError(`PORT — «${value}»: нужно целое число от 0 до 65535.`);
}

/** Options beside the name may be secrets: they belong into rclone's own configuration. */
const RCLONE_PLACE = /^[\w.+@][\w.+@ -]*:[^\n]{0,500}$/;

function readBackupTo(value: string | undefined, taken: Record<string, string>): string | undefined {
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

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value !== undefined && namesSeveralHosts(value)) {
    throw new StartupError(
      'DATABASE_URL называет несколько серверов: нужно одно имя или адрес того, кто принимает изменения, — имя в DNS или HAProxy.',
    );
  }
  if (value === undefined || isPostgresAddress(value)) return value;
  throw new StartupError(
    'DATABASE_URL — не адрес PostgreSQL: нужен postgres://имя:пароль@сервер:5432/база, особые знаки пароля — с процентом ' +
      '(% — %25, # — %23). Для SQLite эта переменная не нужна.',
  );
}

function readUsername(value: string): string {
  if (value.length <= 100) return value;
  throw new StartupError('ADMIN_USERNAME длиннее 100 знаков.');
}

function readPassword(value: string | undefined): string | undefined {
  if (value === undefined || (value.length >= PASSWORD_LENGTH.min && value.length <= PASSWORD_LENGTH.max)) return value;
  throw new StartupError(
    `ADMIN_PASSWORD: длина — ${value.length}, а нужно от ${PASSWORD_LENGTH.min} до ${PASSWORD_LENGTH.max} знаков.`,
  );
}

function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = isHttpAddress(value) ? new URL(value) : undefined;
  if (url && url.pathname === '/' && !url.search && !url.hash) return url.origin;
  throw new StartupError(`PUBLIC_URL — «${value}»: нужен адрес сайта без пути, например https://example.org.`);
}

function readProxies(value: string | undefined): string[] {
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

const HOST_NAME = /^([a-z0-9-]+\.)*[a-z0-9-]+$/i;

function readHosts(value: string | undefined): string[] {
  const hosts = list(value);
  const bad = hosts.find((host) => !HOST_NAME.test(host));
  if (bad)
    throw new StartupError(`PLAYER_HOSTS содержит «${bad}»: нужны только имена серверов, например player.example.org.`);
  return hosts.map((host) => host.toLowerCase());
}

function readPlayer(value: string): string {
  const url = isHttpAddress(value) ? new URL(value) : undefined;
  if (value === OWN_PLAYER || (url?.protocol === 'https:' && HOST_NAME.test(url.hostname))) return value;
  throw new StartupError(
    `STREAM_PLAYER_URL — «${value}»: нужен /player или адрес плеера, который начинается с https://.`,
  );
}

function allowedHosts(configured: string[], streamPlayerUrl: string): string[] {
  const hosts = [...KNOWN_PLAYER_HOSTS, ...configured];
  return isAllowedPlayer(streamPlayerUrl, hosts) ? hosts : [...hosts, new URL(streamPlayerUrl).host];
}

function readStream(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (isHttpAddress(value) || /^\/(?!\/)\S*$/.test(value)) return value;
  throw new StartupError(`STREAM_HLS_URL — «${value}»: нужен адрес плейлиста HLS, который начинается с https://.`);
}

function readTimeZone(value: string | undefined): string {
  if (value === undefined) return 'Europe/Moscow'; // looking a name up costs a start 10 ms
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new StartupError(`SITE_TIME_ZONE — «${value}»: нужно имя из списка IANA, например Europe/Moscow.`);
  }
}

/** Messages hold neither value. */
function readAlerts(env: NodeJS.ProcessEnv): Pick<Config, 'alertUrl' | 'alertSecret'> {
  const alertUrl = readSecret(env, 'ALERT_URL')?.trim();
  const alertSecret = readSecret(env, 'ALERT_SECRET')?.trim();
  if (alertUrl === undefined) return { alertUrl: undefined, alertSecret: undefined };
  const url = isHttpAddress(alertUrl) ? new URL(alertUrl) : undefined;
  if (!url || url.username || url.password || url.hash || (url.protocol === 'http:' && !isInside(url.hostname)))
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

function readMetricsToken(value: string | undefined): string | undefined {
  if (value === undefined) return value;
  if (!/^[\w.~+/-]{1,200}=*$/.test(value))
    throw new StartupError(
      'METRICS_TOKEN содержит знаки, которых в ключе быть не может: подойдут латинские буквы, цифры и . _ ~ + / - (до 200).',
    );
  if (value.length >= SHORTEST_TOKEN) return value;
  throw new StartupError(
    `METRICS_TOKEN: длина — ${value.length}, такой ключ можно подобрать: нужно не меньше ${SHORTEST_TOKEN} знаков, их сделает openssl rand -hex 24.`,
  );
}

function readLogLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value.toLowerCase());
  if (level) return level;
  throw new StartupError(`LOG_LEVEL — «${value}»: нужно одно из ${LOG_LEVELS.join(', ')}.`);
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
