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

/** A line for each variable that is nearly a setting, or one with our name in front; other programs' are left alone. */
export function warnOfMisspelt(env: NodeJS.ProcessEnv): string[] {
  const unset = SETTINGS.filter((setting) => env[setting] === undefined);
  return Object.keys(env)
    .filter((name) => !SETTINGS.includes(name))
    .flatMap((name) => {
      const meant = similarTo(name.replace(/^RAMPA_/, ''), unset);
      return meant ? [`${name} is no setting of rampa and has no effect: ${meant} was probably meant.`] : [];
    });
}
