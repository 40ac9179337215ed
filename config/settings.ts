import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { withoutPassword } from '../db/postgres/address.ts';
import { reasonOf, StartupError } from '../errors.ts';

interface Setting {
  name: string;
  of: (config: Config) => string | number | null | undefined; // Effective value
  /** May be read from the file in `<name>_FILE`; only its non-secret part may be shown. */
  isSecret?: true;
}

const HIDDEN = 'задан'; // Placeholder for a secret

/** Every setting of the server, in the order of README.md. */
export const SETTINGS: Setting[] = [
  { name: 'PORT', of: ({ port }) => port },
  { name: 'HOST', of: ({ host }) => host },
  { name: 'DATA_DIR', of: ({ dataDir }) => dataDir },
  { name: 'BACKUP_DIR', of: ({ backupDir }) => backupDir },
  { name: 'BACKUP_TO', of: ({ backupTo }) => backupTo },
  { name: 'DATABASE_URL', of: ({ databaseUrl }) => databaseUrl && withoutPassword(databaseUrl), isSecret: true },
  { name: 'ADMIN_USERNAME', of: ({ adminUsername }) => adminUsername },
  { name: 'ADMIN_PASSWORD', of: ({ adminPassword }) => adminPassword && HIDDEN, isSecret: true },
  { name: 'PUBLIC_URL', of: ({ publicUrl }) => publicUrl },
  { name: 'HSTS_SUBDOMAINS', of: ({ hstsSubdomains }) => (hstsSubdomains ? 'yes' : 'no') },
  { name: 'TRUST_PROXY', of: ({ trustProxy }) => trustProxy.join(',') },
  { name: 'STREAM_PLAYER_URL', of: ({ streamPlayerUrl }) => streamPlayerUrl },
  { name: 'STREAM_HLS_URL', of: ({ streamHlsUrl }) => streamHlsUrl },
  { name: 'PLAYER_HOSTS', of: ({ playerHosts }) => playerHosts.join(',') },
  { name: 'ALERT_URL', of: ({ alertUrl }) => alertUrl && HIDDEN, isSecret: true },
  { name: 'ALERT_SECRET', of: ({ alertSecret }) => alertSecret && HIDDEN, isSecret: true },
  { name: 'INDEXNOW_URL', of: ({ indexNowUrl }) => indexNowUrl },
  { name: 'METRICS_TOKEN', of: ({ metricsToken }) => metricsToken && HIDDEN, isSecret: true },
  { name: 'LOG_LEVEL', of: ({ logLevel }) => logLevel },
  { name: 'SITE_TIME_ZONE', of: ({ timeZone }) => timeZone },
];

const OF_COMMANDS = ['MOVE_TO', 'MOVE_TO_FILE'];
const OF_LAUNCHERS = ['RAMPA_COMMAND', 'RAMPA_ENV', 'RAMPA_HOME', 'RAMPA_USER'];
const NAMES = [
  ...SETTINGS.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])),
  ...OF_COMMANDS,
];
/** Prefixes that other programs hardly use. */
const OURS = /^(RAMPA|ADMIN|ALERT|BACKUP|HSTS|INDEXNOW|METRICS|PLAYER|SITE|STREAM|TRUST)_/;

/** An English line for each variable that looks like a setting but is not one. */
export function warnOfMisspelt(env: NodeJS.ProcessEnv): string[] {
  return misspelt(env).map((each) => `${each.name} is no setting of rampa and has no effect: ${hintOf(each)}.`);
}

function hintOf({ meant, alike }: Misspelt): string {
  if (meant) return `${meant} was probably meant`;
  return alike.length > 0 ? `there is ${alike.join(', ')}` : 'README.md lists the settings';
}

interface Misspelt {
  name: string;
  meant: string | undefined;
  alike: string[]; // Settings with the same prefix
}

/** Variables that misspell a setting or have one of our prefixes; those of other programs are ignored. */
export function misspelt(env: NodeJS.ProcessEnv): Misspelt[] {
  const unset = NAMES.filter((setting) => env[setting] === undefined);
  return Object.keys(env)
    .filter((name) => !NAMES.includes(name) && !OF_LAUNCHERS.includes(name))
    .flatMap((name) => {
      const own = name.replace(/^RAMPA_/, '');
      const meant = similarTo(own, unset) ?? similarTo(own.replace(/_FILE$|(?<=(.))\1$/, ''), unset);
      const [beginning] = OURS.exec(name) ?? [];
      if (!meant && !beginning) return [];
      const alike = NAMES.filter((setting) => beginning && setting.startsWith(beginning) && !setting.endsWith('_FILE'));
      return [{ name, meant, alike }];
    });
}

const LETTERS_PER_SLIP = 5; // letters per allowed mistake: short names such as PORT have too many neighbours

/** The name in `known` that `name` misspells; case and punctuation are ignored. */
function similarTo(name: string, known: string[]): string | undefined {
  return known.find((each) => isSlip(plain(name), plain(each)));
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function isSlip(name: string, known: string): boolean {
  const slips = Math.floor(known.length / LETTERS_PER_SLIP);
  if (Math.abs(name.length - known.length) > slips) return false;
  const sorted = (text: string) => [...text].sort().join('');
  return sorted(name) === sorted(known) || distance(name, known) <= slips;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, its] of [...other].entries())
      next.push(
        Math.min((row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1, (row[place] ?? 0) + (letter === its ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** In characters: 64 bits even where only hexadecimal digits are used. */
export const SHORTEST_TOKEN = 16;

/** The value, or the content of the file that `<name>_FILE` names, without its last line end. StartupError with both. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`]?.trim();
  const own = env[name]?.trim() ? env[name] : undefined;
  if (file && own) throw new StartupError(`${name} и ${name}_FILE заданы вместе. Оставьте что-нибудь одно.`);
  if (!file) return own;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new StartupError(`${name}_FILE: файл ${file} не читается: ${reasonOf(error)}.`);
  }
}

export function readMetricsToken(value: string | undefined): string | undefined {
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
