import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { printTable } from '../../bench/rig/table.ts';
import type { Report } from '../../ops/doctor/report.ts';
import { ADMIN } from '../../test/rig/server.ts';
import { statusOf, until } from './debian.ts';
import { laterArchives } from './release/archives.ts';
import { inside, makeBareDebian, run } from './release/debian.ts';
import { exercise } from './release/exercise.ts';
import { standInForSystemd } from './release/stand-in.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Bounds of an archive in bytes, and from the archive to the first page in ms. */
const PACKED = 65_000_000;
const UNPACKED = 250_000_000;
const FIRST_PAGE_WITHIN = 20_000;
/**
 * A release of HEAD (or the archive in RELEASE) in a Debian 13 with nothing but curl and zstd: its first page, then upgrades and
 * rollbacks under load, with and without changes of the schema; archives that are cut, changed, for another machine or that fail.
 */
export async function checkRelease(say: (line: string) => void): Promise<void> {
  const root = process.env.RAMPA_ALONE ?? '';
  const archive = releaseArchive(root);
  const debian = path.join(root, 'debian');
  makeBareDebian(debian, say);
  try {
    const rows = [...(await firstPage(debian, archive))];
    printTable(['archive', 'figure'], rows);
    const archives = await laterArchives(root, debian, archive);
    install(debian, archive);
    const service = await standInForSystemd(debian);
    try {
      await until(async () => (await statusOf(`${service.origin}/readyz`)) === 200);
      await assertPictures(async (command) => (await run(debian, command)).said);
      await exercise({ debian, service, archives, say });
    } finally {
      await service.stop();
    }
  } finally {
    execFileSync('umount', ['--recursive', '--lazy', path.join(debian, 'proc'), path.join(debian, 'dev')]);
  }
}

/** The archive in RELEASE, or one that is made of HEAD in `root`. */
export function releaseArchive(root: string): string {
  if (process.env.RELEASE) return process.env.RELEASE;
  const folder = path.join(root, 'release');
  const command = ['--import', './boot/runtime.mjs', 'deploy/release.ts', process.arch, '--to', folder];
  execFileSync(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith('.tar.zst')) ?? '');
}

/** Archive to first page in three commands, the last one without a PATH. */
async function firstPage(root: string, archive: string): Promise<string[][]> {
  const name = path.basename(archive);
  copyFileSync(archive, path.join(root, 'home/olga', name));
  const port = 3999;
  const from = performance.now();
  inside(root, `su olga -c 'cd && tar --zstd -xf ${name}'`);
  const unpacked = performance.now() - from;
  const command = `cd /home/olga/${name.replace('.tar.zst', '')} && exec env -i PATH=/nonexistent PORT=${port} bin/rampa start`;
  const server = spawn('chroot', [root, 'su', 'olga', '-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  server.stdout?.resume();
  try {
    await until(async () => (await statusOf(`http://127.0.0.1:${port}/`)) === 200);
    const took = performance.now() - from;
    const bytes = Number(inside(root, `du -sb /home/olga/${name.replace('.tar.zst', '')} --exclude=data | cut -f1`));
    const packed = statSync(archive).size;
    if (packed > PACKED || bytes > UNPACKED || took > FIRST_PAGE_WITHIN)
      throw new Error(`${packed} bytes, ${bytes} unpacked, ${took} ms.`);
    return [
      ['packed', `${(packed / 1e6).toFixed(1)} MB`],
      ['unpacked', `${(bytes / 1e6).toFixed(1)} MB`],
      ['unpacking (tar)', `${(unpacked / 1000).toFixed(1)} s`],
      ['archive to first page', `${(took / 1000).toFixed(1)} s`],
    ];
  } finally {
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
    await until(async () => !(await statusOf(`http://127.0.0.1:${port}/healthz`)));
    rmSync(path.join(root, 'home/olga'), { recursive: true });
  }
}

/** A program of its own makes them: it too needs what this Debian lacks. */
export async function assertPictures(type: (command: string) => string | Promise<string>): Promise<void> {
  const { groups } = JSON.parse(await type('rampa doctor --json')) as Report;
  const found = groups.flatMap(({ lines }) => lines).find(({ id }) => id === 'pictures');
  if (found?.state !== 'good') throw new Error(`Pictures: ${found?.text}`);
}

/** As docs/ru/установка.md says, without systemd's part. */
function install(root: string, archive: string): void {
  copyFileSync(archive, path.join(root, 'root/first.tar.zst'));
  inside(
    root,
    `mkdir -p /opt/rampa/releases/first /etc/systemd/system /usr/local/bin
tar --zstd -xf /root/first.tar.zst -C /opt/rampa/releases/first --strip-components=1 --no-same-owner
ln -s releases/first /opt/rampa/current
cd /opt/rampa/current/deploy/systemd
cp rampa.service rampa.socket /etc/systemd/system/ && cp rampa /usr/local/bin/
printf 'ADMIN_PASSWORD=${ADMIN.password}\\nMETRICS_TOKEN=for-this-check-only\\n' > /etc/rampa.env
mkdir -p /var/lib/rampa /var/cache/rampa && chown rampa:rampa /var/lib/rampa /var/cache/rampa && chmod 750 /var/lib/rampa`,
  );
}
