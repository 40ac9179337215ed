const SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'BACKUP_DIR',
  'DATABASE_URL',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'STREAM_PLAYER_URL',
  'STREAM_HLS_URL',
  'PLAYER_HOSTS',
  'METRICS_TOKEN',
  'LOG_LEVEL',
  'SITE_TIME_ZONE',
  'MOVE_TO',
];
const LETTERS_PER_SLIP = 5; // letters per allowed mistake: short names such as PORT have too many neighbours

export function warnOfMisspelt(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => !SETTINGS.includes(name))
    .flatMap((name) => {
      const meant = SETTINGS.find((setting) => env[setting] === undefined && isSlip(plain(name), plain(setting)));
      return meant ? [`${name} is no setting of rampa and has no effect: ${meant} was probably meant.`] : [];
    });
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function isSlip(name: string, setting: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  return sorted(name) === sorted(setting) || distance(name, setting) <= Math.floor(setting.length / LETTERS_PER_SLIP);
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
