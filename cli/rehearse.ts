import { readConfig } from '../config.ts';
import { messageOf, StartupError } from '../errors.ts';
import { withUnpacked } from '../ops/backup/run.ts';
import { environmentFrom, Server } from '../ops/rehearsal/server.ts';

// `rampa upgrade` of the installed version runs this file of the new one: a complete start on a backup's database.

const START_TIMEOUT = 60_000; // ms, migrations of a large database included
/** Variables of the running server: the rehearsal must not listen, write or report there. */
const OF_THE_SERVER = /^(DATABASE_URL|BACKUP_|ALERT_|LISTEN_)/;

const [copy = ''] = process.argv.slice(2);
process.umask(0o077);
try {
  // Uploads take long and no migration touches them.
  await withUnpacked(readConfig(process.env).backupDir, copy, false, startAndStop);
} catch (error) {
  // The message of a failed migration.
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

/** With the settings of the site, which the new version may refuse. */
async function startAndStop(dataDir: string): Promise<void> {
  const outer = Object.entries(process.env).filter(([name]) => !OF_THE_SERVER.test(name));
  const server = new Server('rehearsal', { ...Object.fromEntries(outer), ...environmentFrom({}), DATA_DIR: dataDir });
  try {
    await server.start(START_TIMEOUT);
    const { status } = await fetch(server.origin);
    if (status !== 200) throw new StartupError(`её главная страница отвечает ${status}.`);
  } finally {
    await server.end();
  }
}
