import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { canMount } from '../rig/database/small-disk.ts';
import { listen } from '../rig/sockets.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const STUBS = ['id', 'useradd', 'chgrp', 'chown'];

let folder: string;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rampa-install-'));
  const probe = createServer();
  port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  for (const each of ['release/bin', 'release/deploy', 'stubs', 'etc/systemd/system', 'opt', 'local'])
    mkdirSync(path.join(folder, each), { recursive: true });
  cpSync(path.join(ROOT, 'deploy/systemd'), path.join(folder, 'release/deploy/systemd'), { recursive: true });
  const socket = path.join(folder, 'release/deploy/systemd/rampa.socket');
  writeFileSync(socket, readFileSync(socket, 'utf8').replace(':3000', `:${port}`));
  script('release/bin/rampa', 'echo "rampa 9.9.9"');
  script('release/bin/node', `exec ${process.execPath} "$@"`);
  for (const name of STUBS) script(`stubs/${name}`, name === 'id' ? 'echo 0' : ':');
});

function script(name: string, text: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(path.join(folder, name), 0o755);
}

/** In a mount namespace: the machine's own /opt, /etc and /usr/local/bin stay as they are. */
function install(name: string, serve: string) {
  script('stubs/systemctl', `case $1 in start) ${serve} ;; esac`);
  const mounts = ['opt /opt', 'etc /etc', 'local /usr/local/bin'].map((each) => `mount --bind ${folder}/${each}`);
  const inside = `${mounts.join(' && ')} && PATH=${folder}/stubs:$PATH exec ${folder}/release/deploy/systemd/install "$0"`;
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', inside, name], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const answering = (status: number) =>
  `${process.execPath} -e 'require("http").createServer((q, r) => r.writeHead(q.url === "/readyz" ? ${status} : 404).end())
    .listen(${port}, "127.0.0.1"); setTimeout(process.exit, 60000)' >/dev/null 2>&1 & echo $! >${folder}/pid`;
const end = () => process.kill(Number(readFileSync(path.join(folder, 'pid'), 'utf8')));

describe.runIf(canMount())('the installation', () => {
  test.each([
    ['festival.example', 'https://festival.example'],
    ['https://festival.example', 'https://festival.example'],
    ['HTTPS://Festival.Example/', 'https://festival.example'],
    ['http://festival.example:8443/news', 'https://festival.example:8443'],
  ])('takes %s for the name of the site and says that it answers once it does', (name, address) => {
    const { status, stdout, stderr } = install(name, answering(200));
    end();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`rampa 9.9.9 отвечает на 127.0.0.1:${port}`);
    // This site made none.
    expect(stdout).not.toContain('first-password');
    const settings = readFileSync(path.join(folder, 'etc/rampa.env'), 'utf8').trim().split('\n');
    const env = Object.fromEntries(settings.map((line) => line.split('=')));
    expect(readConfig(env)).toMatchObject({ publicUrl: address, trustProxy: ['127.0.0.1/32'] });
  });

  const NAMES = ['', 'https://', 'ftp://a.example', 'two words', 'me@a.example', 'a.example:port', 'a$b', "it's", '-x'];
  test.each(NAMES)('refuses «%s» and does nothing', (name) => {
    const { status, stdout, stderr } = install(name, ':');
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('festival.example\n')]);
  });

  test('claims nothing of a site that does not get ready', { timeout: 60_000 }, () => {
    const { status, stdout, stderr } = install('festival.example', answering(503));
    end();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`за 30 секунд не ответил на http://127.0.0.1:${port}/readyz`);
  });
});
