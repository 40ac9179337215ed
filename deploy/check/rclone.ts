import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../config.ts';
import { runInChild } from '../../ops/backup/child-process.ts';
import { regularName } from '../../ops/backup/retention.ts';
import { rampa } from '../../test/rig/command.ts';
import { digestsIn, oldSite } from '../../test/rig/world/backups.ts';

const PASSWORD = 'kanareika-of-the-service';
const SLOW = 64 * 1024 ** 2; // bytes of an archive that takes a while
const TIMEOUT = 30_000; // ms
const SERVICES = ['webdav', 'sftp'];

/** Copies through a real rclone to `rclone serve` on this machine, and back: WebDAV computes no SHA-256, SFTP may. */
export async function checkRclone(say: (line: string) => void): Promise<void> {
  execFileSync('rclone', ['version'], { stdio: 'ignore' });
  for (const service of SERVICES) {
    const world = await makeWorld(service);
    try {
      await checkService(world);
      say(
        `  ${service}: copied, read back, listed, checked, restored; told when it is away; nothing is left of a broken copy`,
      );
    } finally {
      world.remove();
    }
  }
}

interface World {
  there: string;
  site: string;
  env: NodeJS.ProcessEnv;
  start: () => Promise<void>;
  stop: () => void;
  remove: () => void;
}

async function makeWorld(service: string): Promise<World> {
  const there = mkdtempSync(path.join(tmpdir(), 'rampa-rclone-'));
  const site = await oldSite();
  const port = await freePort();
  let server: ChildProcess | undefined;
  const remote = {
    TYPE: service,
    USER: 'rampa',
    PASS: execFileSync('rclone', ['obscure', PASSWORD], { encoding: 'utf8' }).trim(),
    ...(service === 'webdav'
      ? { URL: `http://127.0.0.1:${port}`, VENDOR: 'other' }
      : { HOST: '127.0.0.1', PORT: String(port) }),
  };
  const settings = Object.entries(remote).map(([name, value]) => [`RCLONE_CONFIG_PLACE_${name}`, value]);
  return {
    there,
    site,
    env: { DATA_DIR: site, BACKUP_TO: 'place:copies', HOME: there, ...Object.fromEntries(settings) },
    async start() {
      const words = ['serve', service, there, '--addr', `127.0.0.1:${port}`, '--user', 'rampa', '--pass', PASSWORD];
      // The check changes files behind its back.
      words.push('--dir-cache-time=0');
      server = spawn('rclone', words, { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: site } });
      await until(() => answers(port));
    },
    stop: () => void server?.kill('SIGKILL'),
    remove() {
      server?.kill('SIGKILL');
      for (const folder of [there, site]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function checkService({ there, site, env, start, stop }: World): Promise<void> {
  const copies = path.join(there, 'copies');
  const archives = () => (existsSync(copies) ? readdirSync(copies).filter((name) => /^rampa-\d/.test(name)) : []);
  const unfinished = () => readdirSync(copies).filter((name) => name.startsWith('.unfinished-'));
  const run = async (code: number, saying: RegExp, ...args: string[]) => {
    const ended = await rampa(args, env);
    const said = `${ended.out}${ended.err}`;
    if (ended.code !== code || !saying.test(said)) throw new Error(`rampa ${args.join(' ')}: ${ended.code}\n${said}`);
    if (said.includes(PASSWORD) || said.includes(env.RCLONE_CONFIG_PLACE_PASS ?? ''))
      throw new Error('A secret was told.');
  };

  await run(1, /В другое место копия не попала\. Место из BACKUP_TO недоступно\. rclone: /, 'backup');
  await start();
  await run(0, /И в другом месте: place:copies/, 'backup');
  const here = readdirSync(path.join(site, 'backups')).filter((name) => /^rampa-\d/.test(name));
  expect('what was missed is there too', archives(), here);
  const [name = ''] = here.toReversed();
  const bytes = readFileSync(path.join(site, 'backups', name));
  expect('its bytes', readFileSync(path.join(copies, name)).equals(bytes), true);
  await run(0, new RegExp(`Копии в другом месте, place:copies:\\n.*${name}`), 'backup', 'list');

  rmSync(path.join(site, 'backups', name));
  await run(0, /Копия исправна/, 'backup', '--check', name);
  const restored = mkdtempSync(path.join(tmpdir(), 'rampa-restored-'));
  const { code, err } = await rampa(['restore', name, '--yes'], { ...env, DATA_DIR: restored });
  expect(`restore: ${err}`, code, 0);
  expect('articles', (await digestsIn(restored)).articles, (await digestsIn(site)).articles);
  expect(
    'what was fetched is gone',
    readdirSync(path.join(restored, 'backups')).filter((each) => /tar$/.test(each)),
    [],
  );
  rmSync(restored, { recursive: true });

  await checkBroken(site, env, unfinished);
  writeFileSync(path.join(copies, 'photo.jpg'), '');
  await run(0, /И в другом месте/, 'backup');
  expect('what was left of the broken copy', unfinished(), []);
  expect('what is not ours', existsSync(path.join(copies, 'photo.jpg')), true);
  writeFileSync(path.join(copies, 'rampa-site.txt'), 'another\n');
  await run(1, /лежат копии другого сайта/, 'backup');
  stop();
  await run(1, /Место из BACKUP_TO недоступно/, 'backup', 'list');
}

/** An aborted copy takes its rclone along. */
async function checkBroken(site: string, env: NodeJS.ProcessEnv, unfinished: () => string[]): Promise<void> {
  const slow = path.join(site, 'backups', regularName(new Date(Date.now() - 3600_000)));
  writeFileSync(slow, '');
  truncateSync(slow, SLOW);
  const before = { ...process.env };
  Object.assign(process.env, env, { RCLONE_BWLIMIT: '1M' });
  const stopped = new AbortController();
  const ended = runInChild(readConfig(env), 'copy', stopped.signal).catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error;
  });
  await Promise.race([ended, until(() => unfinished().length > 0)]);
  stopped.abort();
  await ended;
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  expect(
    'rclone',
    left.filter((line) => line.startsWith('rclone') && line.includes(slow)),
    [],
  );
  expect('an archive by half', unfinished().length, 1);
  rmSync(slow);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + TIMEOUT; !(await isSo()); await sleep(20))
    if (Date.now() > end) throw new Error(`Not within ${TIMEOUT} ms: ${isSo}`);
}

function expect(what: string, found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one} in place of ${other}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
