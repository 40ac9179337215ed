import { similarTo } from '../model/text/similar.ts';

const SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'BACKUP_DIR',
  'BACKUP_TO',
  'DATABASE_URL',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'STREAM_PLAYER_URL',
  'STREAM_HLS_URL',
  'PLAYER_HOSTS',
  'ALERT_URL',
  'ALERT_SECRET',
  'METRICS_TOKEN',
  'LOG_LEVEL',
  'SITE_TIME_ZONE',
  'MOVE_TO',
  'DATABASE_URL_FILE',
  'ADMIN_PASSWORD_FILE',
  'METRICS_TOKEN_FILE',
  'ALERT_URL_FILE',
  'ALERT_SECRET_FILE',
  'MOVE_TO_FILE',
];

const OF_LAUNCHERS = ['RAMPA_COMMAND', 'RAMPA_ENV', 'RAMPA_HOME', 'RAMPA_USER'];
/** Beginnings that other programs hardly use. */
const OURS = /^(RAMPA|ADMIN|ALERT|BACKUP|METRICS|PLAYER|SITE|STREAM|TRUST)_/;

/** A line for each variable that is nearly a setting, or begins as one of ours; other programs' are left alone. */
export function warnOfMisspelt(env: NodeJS.ProcessEnv): string[] {
  const unset = SETTINGS.filter((setting) => env[setting] === undefined);
  return Object.keys(env)
    .filter((name) => !SETTINGS.includes(name) && !OF_LAUNCHERS.includes(name))
    .flatMap((name) => {
      const meant = similarTo(name.replace(/^RAMPA_/, ''), unset);
      const hint = meant ? `${meant} was probably meant` : hintOf(name);
      return hint ? [`${name} is no setting of rampa and has no effect: ${hint}.`] : [];
    });
}

function hintOf(name: string): string | undefined {
  const [beginning] = OURS.exec(name) ?? [];
  if (!beginning) return undefined;
  const alike = SETTINGS.filter((setting) => setting.startsWith(beginning) && !setting.endsWith('_FILE'));
  return alike.length > 0 ? `there is ${alike.join(', ')}` : 'README.md lists the settings';
}
