import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '..', '..');
const DEBIAN = 'trixie';
export const REPOSITORY = '/srv/rampa.git';
export const PERSON = 'olga';
/** Password of the database. */
export const PASSWORD = 'word';
export const SITE = 'http://127.0.0.1:3000';
/** Limit for one block of commands, a build included, and for a start. In ms. */
const BLOCK_WITHIN = 900_000;
const ANSWER_TIMEOUT = 300_000;

/** Replacements for values to fill in, and for what needs a running systemd or a public name. */
const STANDS_IN: [pattern: RegExp, command: string][] = [
  [/ВЕРСИЯ/g, 'N'],
  [/systemctl enable --now/g, 'systemctl enable'],
  // It asks at a terminal.
  [/^sudo rampa restore .*$/gm, '(sleep 5; echo да; sleep 5) | script -qec "$&" /dev/null'],
  [/^sudo rampa admin (add|password) .*$/gm, "echo 'лиловый трамвай у моста' | $&"],
  [/^sudo rampa admin delete .*$/gm, '$& --yes'],
  // Its exit code depends on its findings.
  [/^sudo rampa doctor$/gm, '$& || [ $? -le 2 ]'],
  [
    /^sudo -u postgres createuser --pwprompt (\w+)$/gm,
    `sudo -u postgres psql -qc "create user $1 password '${PASSWORD}'"`,
  ],
  [/(\/[\w/]+\/)rampa-2026-07-20T01-12-45Z\.tar/g, '$1$(sudo ls -t $1 | grep -m1 tar$)'],
  [/ rampa-2026-07-20T01-12-45Z\.tar/g, ' $(sudo ls -t /var/lib/rampa/backups | grep -m1 tar$)'],
  [/ИМЯ_КОПИИ\.tar/g, '$(sudo ls -t /var/lib/rampa/backups | grep -m1 tar$)'],
  [
    /^sudo certbot certonly .*$/gm,
    `sudo mkdir -p /etc/letsencrypt/live/festival.example
sudo openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=festival.example \\
  -out /etc/letsencrypt/live/festival.example/fullchain.pem -keyout /etc/letsencrypt/live/festival.example/privkey.pem 2>&1`,
  ],
];

export interface Debian {
  /** Runs commands as the administrator, in the directory where the last block ended. Returns their output. */
  type: (name: string, ...commands: string[]) => Promise<string>;
  /** Starts a program as this user, in a process group of its own. */
  start: (user: string, directory: string, command: string) => ChildProcess;
  installed: () => Promise<void>; // Until the unit and the command are there
  restart: () => Promise<void>; // Restarts rampa as its unit does, and waits for its home page
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A fresh Debian in the folder of `runAlone`, with the site's repository. For root. */
export function makeDebian(say: (line: string) => void): Debian {
  const root = process.env.RAMPA_ALONE;
  if (!root) throw new Error('This part runs in namespaces of its own.');
  const from = performance.now();
  execFileSync('debootstrap', ['--variant=minbase', '--include=sudo,systemd,ca-certificates', DEBIAN, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // As `/` is: everybody may enter.
  chmodSync(root, 0o755);
  for (const [type, folder] of [
    ['proc', 'proc'],
    ['sysfs', 'sys'],
    ['tmpfs', 'run'],
  ] as const)
    execFileSync('mount', ['-t', type, type, path.join(root, folder)]);
  execFileSync('mount', ['--rbind', '/dev', path.join(root, 'dev')]);
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, path.join(root, file));
  const inside = (command: string) => execFileSync('chroot', [root, 'sh', '-ec', command], { encoding: 'utf8' });
  // Packages start nothing: what listens here would listen on this machine.
  writeFileSync(path.join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  inside(`useradd --create-home --shell /bin/bash ${PERSON}
echo '${PERSON} ALL=(ALL:ALL) NOPASSWD: ALL' > /etc/sudoers.d/${PERSON}
printf '[safe]\\n\\tdirectory = *\\n' > /etc/gitconfig`);
  trustAsHere(root);
  execFileSync('git', ['clone', '--quiet', '--bare', ROOT, path.join(root, REPOSITORY)]);
  say(`  a Debian ${inside('cat /etc/debian_version').trim()}: ${seconds(from)}`);

  let place = `/home/${PERSON}`;
  let server: ChildProcess | undefined;
  const start: Debian['start'] = (user, directory, command) =>
    spawn(
      'chroot',
      [
        root,
        'setpriv',
        `--reuid=${user}`,
        `--regid=${user}`,
        '--init-groups',
        'sh',
        '-c',
        `cd ${directory} && exec ${command}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], detached: true, env: cleanEnv() },
    );
  const stop = async () => {
    const group = server?.pid;
    server = undefined;
    if (!group) return;
    process.kill(-group, 'SIGTERM');
    await until(async () => !isRunning(group));
  };
  return {
    start,
    stop,
    async type(name, ...commands) {
      const begun = performance.now();
      const script = STANDS_IN.reduce(
        (all, [pattern, command]) => all.replaceAll(pattern, command),
        commands.join('\n'),
      );
      const typed = `cd "${place}"\nset -e\n${script}\npwd > /tmp/place\n`;
      const options = { env: cleanEnv(), timeout: BLOCK_WITHIN, maxBuffer: 64 * 1024 * 1024 };
      const { stdout } = await promisify(execFile)('chroot', [root, 'su', '-', PERSON, '-c', typed], options).catch(
        ({ code, stdout, stderr }) => {
          throw new Error(`${name} ends with ${code}:\n${stdout}${stderr}`);
        },
      );
      place = readFileSync(path.join(root, 'tmp/place'), 'utf8').trim();
      say(`  ${name}: ${seconds(begun)}`);
      return stdout;
    },
    installed: () => until(async () => existsSync(path.join(root, 'usr/local/bin/rampa'))),
    async restart() {
      await stop();
      const unit = readFileSync(path.join(root, 'etc/systemd/system/rampa.service'), 'utf8');
      const all = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
      const one = (key: string) => all(key)[0] ?? '';
      inside(`for folder in /var/lib/${one('StateDirectory')} /var/cache/${one('CacheDirectory')}; do
  mkdir -p -m 0750 $folder; chown ${one('User')}:${one('Group')} $folder; done`);
      const settings = readFileSync(path.join(root, one('EnvironmentFile')), 'utf8')
        .trim()
        .split('\n');
      const variables = [
        ...all('Environment').flatMap((line) => (line.startsWith('"') ? [line.slice(1, -1)] : line.split(' '))),
        ...settings,
      ];
      const command = `env ${variables.map((pair) => `'${pair}'`).join(' ')} ${one('ExecStart')}`;
      server = start(one('User'), one('WorkingDirectory'), command);
      await until(async () => (await statusOf(`${SITE}/`)) === 200);
    },
    async remove() {
      await stop();
      execFileSync('umount', [
        '--recursive',
        '--lazy',
        ...['proc', 'sys', 'run', 'dev'].map((name) => path.join(root, name)),
      ]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Whether a process of the group is left: what no longer listens may still hold the lock of the data. */
function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** A machine behind a proxy that signs again has authorities of its own. */
function trustAsHere(root: string): void {
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (!authorities || !existsSync(authorities)) return;
  mkdirSync(path.join(root, 'etc/ssl/certs'), { recursive: true });
  cpSync(authorities, path.join(root, 'etc/ssl/extra.pem'), { dereference: true });
  writeFileSync(path.join(root, 'etc/sudoers.d/authorities'), 'Defaults env_keep += "NODE_EXTRA_CA_CERTS"\n');
  appendFileSync(path.join(root, 'etc/profile'), 'export NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem\n');
}

/** The environment after a login, with the machine's package sources. */
function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => /^(https?_proxy|no_proxy)$/i.test(name));
  const own = process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: '/etc/ssl/extra.pem' } : {};
  return {
    ...Object.fromEntries(kept),
    ...own,
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
  };
}

/** Undefined while nothing answers. */
export async function statusOf(address: string): Promise<number | undefined> {
  return (await fetch(address).catch(() => undefined))?.status;
}

/** Polls; throws on a timeout. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ANSWER_TIMEOUT;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`The server does not get there within ${ANSWER_TIMEOUT / 1000} s.`);
    await sleep(200);
  }
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(0)} s`;
}
