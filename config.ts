import { isIPv6 } from 'node:net';
import path from 'node:path';
import {
  type AlertConfig,
  allowedHosts,
  readAlerts,
  readBackupTo,
  readHost,
  readHosts,
  readIndexNow,
  readPlayer,
  readPort,
  readProxies,
  readPublicUrl,
  readStream,
  readSubdomains,
} from './config/network.ts';
import { readMetricsToken, readSecret } from './config/settings.ts';
import { isPostgresAddress, namesSeveralHosts } from './db/postgres/address.ts';
import { StartupError } from './errors.ts';
import { PASSWORD_LENGTH } from './model/admins/password-rule.ts';

export interface Config extends AlertConfig {
  host: string;
  port: number;
  dataDir: string;
  backupDir: string;
  backupTo: string | undefined; // Absolute path of a folder, or `remote:path` of rclone
  databaseUrl: string | undefined;
  adminUsername: string;
  adminPassword: string | undefined;
  publicUrl: string | undefined;
  indexNowUrl: string | undefined; // IndexNow endpoint; only with `publicUrl`
  hstsSubdomains: boolean; // HSTS covers the subdomains of the site too
  trustProxy: string[];
  streamPlayerUrl: string;
  streamHlsUrl: string | null;
  playerHosts: string[];
  timeZone: string;
  metricsToken: string | undefined;
  logLevel: LogLevel;
}

/** Local URL of a server with these settings; `local` stands for a wildcard address. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>, local: string): string {
  const name = ['0.0.0.0', '::'].includes(host) ? local : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads the environment. Fails with a StartupError that names every wrong variable, one line for each. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = tryConfig(env);
  if (problems.length > 0) throw new StartupError(problems.join('\n'));
  return config;
}

/** Each problem begins with a variable's name; that variable's value in `config` is then a placeholder. */
export function tryConfig(env: NodeJS.ProcessEnv): { config: Config; problems: string[] } {
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
  return { config, problems };
}

type Attempt = <T>(read: () => T, instead: T) => T; // returns `instead` if reading fails

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
    indexNowUrl: attempt(() => readIndexNow(get('INDEXNOW_URL'), get('PUBLIC_URL')), undefined),
    hstsSubdomains: attempt(() => readSubdomains(get('HSTS_SUBDOMAINS')), false),
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

function readTimeZone(value: string | undefined): string {
  if (value === undefined) return 'Europe/Moscow'; // looking a name up costs a start 10 ms
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new StartupError(`SITE_TIME_ZONE — «${value}»: нужно имя из списка IANA, например Europe/Moscow.`);
  }
}

function readLogLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value.toLowerCase());
  if (level) return level;
  throw new StartupError(`LOG_LEVEL — «${value}»: нужно одно из ${LOG_LEVELS.join(', ')}.`);
}
