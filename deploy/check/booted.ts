import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SUMS } from '../../ops/release/layout.ts';
import { sumOf } from '../release/archive.ts';
import { until } from './debian.ts';
import { blocksOf } from './papers.ts';
import { laterArchives } from './release/archives.ts';
import { assertPictures, releaseArchive } from './release.ts';

const PACKAGES = 'systemd,systemd-sysv,dbus,sudo,curl,zstd,caddy';
const ASK = 'curl -sS --retry 60 --retry-connrefused --retry-delay 1 -o /dev/null -w "%{http_code}"';

/**
 * The steps of docs/ru/установка.md in a Debian 13 that systemd has booted, in a container of systemd-nspawn: the service with its
 * sandbox, HTTPS by Caddy with an authority of its own, an upgrade with a migration and the way back.
 */
export async function checkBooted(say: (line: string) => void): Promise<void> {
  const work = process.env.RAMPA_ALONE ?? '';
  const archive = releaseArchive(work);
  const root = path.join(work, 'booted');
  mkdirSync(root);
  execFileSync('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'trixie', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  chmodSync(root, 0o755);
  writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost festival.example\n');
  const { good } = await laterArchives(work, root, archive);
  const name = path.basename(archive);
  copyFileSync(archive, path.join(root, 'root', name));
  writeFileSync(path.join(root, 'root', SUMS), `${sumOf(readFileSync(archive))}  ${name}\n`);
  const machine = await boot(root);
  try {
    const version = /^rampa-(.+)-linux-/.exec(name)?.[1] ?? '';
    await exercise(machine, version, good, say);
  } finally {
    machine.end();
  }
}

interface Booted {
  type: (command: string, code?: number) => string; // Output of a command; throws when it does not end with this code
  end: () => void;
}

async function exercise({ type }: Booted, version: string, later: string, say: (line: string) => void): Promise<void> {
  say(`  ${type('systemctl --version').split('\n')[0]}: ${type('systemctl is-system-running || true').trim()}`);
  const paper = blocksOf('docs/ru/установка.md');
  paper.take('sudo apt update');
  const from = performance.now();
  type(paper.take('sha256sum').replaceAll('ВЕРСИЯ', version));
  const page = () => expectText('the first page', type(`${ASK} http://127.0.0.1:3000/`), '200');
  page();
  say(`  archive to first page by the paper: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  expectText('units', type('systemctl is-active rampa.socket rampa.service'), 'active\nactive\n');
  type(paper.take('sudo cat /var/lib/rampa/first-password'));
  await assertPictures((command) => type(`${command} || [ $? -le 2 ]`));
  compareSettings(type);
  const https = paper.take('sed').replace('/etc/caddy/Caddyfile', '/etc/caddy/Caddyfile >/dev/null');
  // The authority of Caddy's own in place of the public one.
  const ownAuthority = "sed -i '0,/^{$/s//{\\n\\tlocal_certs/' /etc/caddy/Caddyfile";
  type(https.replace('sudo systemctl', `${ownAuthority}\nsudo systemctl`));
  const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
  const secure = `--retry-all-errors --cacert ${authority} https://festival.example/`;
  expectText('HTTPS', type(`until [ -e ${authority} ]; do sleep 1; done; ${ASK} ${secure}`), '200');
  type('systemctl kill --signal=KILL rampa.service');
  page();
  say('  the service runs in its sandbox, makes pictures, answers by HTTPS and comes back after SIGKILL');
  type(`rampa upgrade --unsigned ${later}`);
  expectText('after the upgrade', type('rampa --version'), 'rampa 9.2.0\n');
  page();
  type('rampa rollback', 1);
  type('rampa rollback --yes');
  expectText('after the rollback', type('rampa --version'), `rampa ${version}\n`);
  page();
  say('  upgraded with a migration, and rolled back');
}

/** Blanks, line ends of Windows, quotes, escapes and lines that go on. */
const SETTINGS = String.raw`# ODD_A=comment
; ODD_A=comment
 ODD_B="quoted"${' '}
ODD_C = 'single "quotes" \ $HOME'
ODD_D=goes \
on
ODD_E="a \"b\" \\ \$c \d"
ODD_F=a\ b\$c \\
ODD_G=
ODD_H=postgres://u:p$w&x=1#y
ODD_I="line of Windows"${'\r'}
`;

/** The command must take the settings that systemd gives to the service. */
function compareSettings(type: Booted['type']): void {
  type(`printf %s '${SETTINGS.replaceAll("'", `'\\''`)}' > odd.env
mkdir -p odd/bin && printf '#!/bin/sh\nenv\n' > odd/bin/rampa && chmod +x odd/bin/rampa`);
  const bySystemd = type('systemd-run --quiet --wait --pipe -p EnvironmentFile=/root/odd.env env | grep ^ODD_ | sort');
  const own = 'RAMPA_HOME=/root/odd RAMPA_ENV=/root/odd.env RAMPA_USER=root';
  expectText('settings of the command', type(`${own} rampa admin list | grep ^ODD_ | sort`), bySystemd);
  expectText('settings read', type(`${own} rampa admin list | grep -c ^ODD_`), '8\n');
}

function expectText(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${what}: ${found}`);
}

async function boot(root: string): Promise<Booted> {
  // systemd boots with the first version of cgroups only when asked to, and not where a part of the second is mounted as well.
  const isLegacy = !existsSync('/sys/fs/cgroup/cgroup.controllers');
  if (isLegacy) spawnSync('umount', ['/sys/fs/cgroup/unified']);
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  const line = isLegacy ? 'systemd.unified_cgroup_hierarchy=0 SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1' : '';
  const apart = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--console=pipe'];
  const container = spawn(
    'systemd-nspawn',
    [...apart, `--directory=${root}`, `--setenv=SYSTEMD_PROC_CMDLINE=${line}`, '--boot'],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: isLegacy ? '0' : '1' },
    },
  );
  const pid = await firstProcess(container);
  const type = (command: string, code = 0): string => {
    const inside = ['--target', pid, '--mount', '--pid', '--uts', '--ipc', '--net', '--root', '--wd'];
    const shell = [
      'env',
      '-i',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'HOME=/root',
      'LANG=C.UTF-8',
    ];
    const typed = spawnSync('nsenter', [...inside, ...shell, 'sh', '-ec', `cd\n${command}`], { encoding: 'utf8' });
    if (typed.status !== code) throw new Error(`${command} ends with ${typed.status}:\n${typed.stdout}${typed.stderr}`);
    return typed.stdout;
  };
  await until(async () => /running|degraded/.test(type('systemctl is-system-running || true')));
  return { type, end: () => void container.kill('SIGKILL') };
}

/** systemd in the container: this part of the check has process ids of its own. */
async function firstProcess(container: ChildProcess): Promise<string> {
  let pid = '';
  await until(async () => {
    if (container.exitCode !== null) throw new Error('systemd-nspawn cannot boot here.');
    pid = spawnSync('pgrep', ['--exact', 'systemd'], { encoding: 'utf8' }).stdout.split('\n')[0] ?? '';
    return pid !== '';
  });
  return pid;
}
