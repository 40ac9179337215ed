import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SUMS } from '../../ops/release/layout.ts';
import { sumOf } from '../release/archive.ts';
import { type Debian, makeDebian, PASSWORD, PERSON, REPOSITORY, SITE, statusOf, until } from './debian.ts';
import { releaseArchive } from './release.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/**
 * Types the commands of docs/ru (установка, администратору, резервные-копии, переезд, обновление) and README.md, as they stand, into
 * a Debian 13 of debootstrap's making. No systemd runs in it: its tools write their links, and this check runs the unit's command.
 */
export async function checkPapers(say: (line: string) => void): Promise<void> {
  const debian = makeDebian(say);
  try {
    bringArchive(process.env.RAMPA_ALONE ?? '');
    const install = blocksOf('docs/ru/установка.md');
    await debian.type('установка.md, 1', install.take('sudo apt update'));
    // The installation ends when the site answers.
    const installation = debian.type('установка.md, 2', install.take('sha256sum'));
    await Promise.race([installation, debian.installed()]);
    await Promise.all([installation, debian.restart()]);
    await debian.type('пароль', install.take('sudo cat /var/lib/rampa/first-password'));
    await checkCommands(debian);
    await checkMove(debian);
    await debian.type(
      'установка.md, 4, Caddy',
      install.take('sed'),
      'caddy validate --config /etc/caddy/Caddyfile 2>&1',
    );
    await debian.type('установка.md, 4, nginx', install.take('sudo apt install -y nginx'));
    await checkNginx(debian);
    await debian.type('установка.md, журнал', install.take('sudo apt install -y systemd-journal-remote'));
    install.end();

    const upgrade = blocksOf('docs/ru/обновление.md');
    // With a service that restarts: `npm run check:deploy -- release`.
    upgrade.take('sudo rampa upgrade');
    upgrade.take('sudo rampa rollback');
    const named = 'sudo ln -s "$(basename "$(readlink /opt/rampa/current)")" /opt/rampa/releases/N';
    await debian.type('копия', 'sudo rampa backup', named);
    await debian.stop();
    await debian.type('обновление.md, возврат с копией', upgrade.take('sudo systemctl stop'));
    await debian.restart();
    upgrade.end();
    await debian.stop();
    await checkReadme(debian);
  } finally {
    await debian.remove();
  }
}

/** Under the names that the docs give to a download. */
function bringArchive(root: string): void {
  const made = releaseArchive(path.join(root, 'root'));
  const archive = path.join(root, 'home', PERSON, 'rampa-N-linux-x64.tar.zst');
  copyFileSync(made, archive);
  // The folder in it has the real name.
  symlinkSync(path.basename(made, '.tar.zst'), archive.replace('.tar.zst', ''));
  writeFileSync(path.join(path.dirname(archive), SUMS), `${sumOf(readFileSync(archive))}  ${path.basename(archive)}\n`);
}

/** The shell blocks of a document, taken in order by their beginnings: a new one fails the check. */
export function blocksOf(document: string): { take: (start: string) => string; end: () => void } {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const found = text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms);
  const blocks = [...found].map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
  const next = () => `"${blocks[0]?.split('\n')[0] ?? 'its end'}"`;
  return {
    take(start) {
      if (!blocks[0]?.startsWith(start)) throw new Error(`${document}: ${next()} comes where "${start}" was expected.`);
      return blocks.shift() ?? '';
    },
    end() {
      if (blocks.length > 0) throw new Error(`${document}: nothing types ${next()}.`);
    },
  };
}

/** The pages about daily work, on a running server and, for a restore, without one. */
async function checkCommands({ type, stop, restart }: Debian): Promise<void> {
  const daily = blocksOf('docs/ru/администратору.md');
  daily.take('npm ci && npm start');
  const commands = ['sudo rampa config', 'sudo rampa admin list', 'sudo rampa doctor'].map(daily.take);
  await type('администратору.md', ...commands);
  daily.end();
  const copies = blocksOf('docs/ru/резервные-копии.md');
  await type('диски для копий', 'sudo install -d -o rampa -g rampa -m 700 /mnt/usb /mnt/copies/rampa');
  await type('резервные-копии.md', copies.take('sudo rampa backup'), copies.take('sudo rampa backup --accept-loss'));
  await type(
    'BACKUP_TO',
    `echo '${copies.take('BACKUP_TO=').trim()}' | sudo tee -a /etc/rampa.env`,
    'sudo rampa backup',
  );
  await type('резервные-копии.md, другое место', copies.take('sudo rampa backup list'));
  // Asks for keys of a cloud: `npm run check:deploy -- rclone` does it against servers of its own.
  copies.take('sudo -u rampa rclone');
  // In a checkout, and to another machine.
  copies.take('DATA_DIR=/tmp/proba');
  copies.take('rsync');
  await stop();
  await type('резервные-копии.md, восстановление', copies.take('sudo systemctl stop'));
  await restart();
  copies.end();
}

/** To a PostgreSQL of Debian's and back. */
async function checkMove({ type, stop, restart }: Debian): Promise<void> {
  const file = 'docs/ru/переезд.md';
  const move = blocksOf(file);
  const [, setting = ''] = /^ *(MOVE_TO=.*)$/m.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
  const start = 'sudo pg_ctlcluster $(pg_lsclusters -h | cut -d" " -f1,2) start';
  await type('PostgreSQL', 'sudo apt-get install -y -qq postgresql >/dev/null 2>&1', start);
  await type('переезд.md, база', move.take('sudo -u postgres'));
  await stop();
  const noted = `echo '${setting.replace('пароль', PASSWORD)}' | sudo tee -a /etc/rampa.env`;
  await type('переезд.md, туда', noted, move.take('sudo systemctl stop'), move.take('sudo sed'));
  await restart();
  await stop();
  await type('переезд.md, обратно', move.take('sudo systemctl stop'));
  await restart();
  // It asks at a terminal.
  move.take('read -rs');
  move.end();
  await type('PostgreSQL', start.replace(/start$/, 'stop'));
}

/** README.md's first command, without sudo. */
async function checkReadme({ type, start }: Debian): Promise<void> {
  const command = blocksOf('README.md').take('npm ci && npm start').trim();
  await type('Node and npm', 'sudo apt-get install -y -qq nodejs npm git libatomic1 >/dev/null 2>&1');
  await type('README.md', `cd && git clone -q ${REPOSITORY} rampa`, 'cd rampa', command.split('&&')[0] ?? '');
  const server = start(PERSON, `/home/${PERSON}/rampa`, 'npm start');
  await until(async () => (await statusOf(`${SITE}/`)) === 200);
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  await until(async () => !(await statusOf(`${SITE}/healthz`)));
  await type('rm', 'cd', 'rm -r rampa');
}

/** nginx with the configuration of step 4, asked as a visitor asks it. */
async function checkNginx({ type }: Debian): Promise<void> {
  const ask = 'curl -sSk --retry 9 --retry-connrefused --retry-delay 1 -o /dev/null -w "%{http_code} %{http_version}"';
  const said = await type(
    'nginx',
    'sudo apt-get install -y -qq curl >/dev/null 2>&1',
    'sudo nginx',
    `${ask} --resolve festival.example:443:127.0.0.1 https://festival.example/`,
    'sudo nginx -s stop',
  );
  if (said.trim() !== '200 2') throw new Error(`nginx answers ${said}.`);
}
