import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** A Debian 13 with curl and zstd in `root`, and the users rampa and olga. */
export function makeBareDebian(root: string, say: (line: string) => void): void {
  mkdirSync(root);
  execFileSync('debootstrap', ['--variant=minbase', '--include=curl,zstd', 'trixie', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  chmodSync(root, 0o755);
  execFileSync('mount', ['-t', 'proc', 'proc', path.join(root, 'proc')]);
  execFileSync('mount', ['--rbind', '/dev', path.join(root, 'dev')]);
  inside(root, 'useradd --system --home /opt/rampa rampa && useradd --create-home olga');
  const missing = inside(
    root,
    'for name in node npm git gcc python3; do command -v $name || true; done; ls /usr/lib/*/libatomic* 2>/dev/null || true',
  );
  if (missing.trim() !== '') throw new Error(`This Debian has ${missing}.`);
  say(`  a Debian ${inside(root, 'cat /etc/debian_version').trim()} with curl and zstd: no Node, npm, git, libatomic`);
}

export function run(root: string, command: string): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const said: string[] = [];
    const child = spawn('chroot', [root, 'sh', '-c', command], {
      env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
    child.once('close', (code) => resolve({ code, said: said.join('') }));
  });
}

/** Output of a command inside of it; throws when it fails. */
export function inside(root: string, command: string): string {
  const done = spawnSync('chroot', [root, 'sh', '-ec', command], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  if (done.status !== 0) throw new Error(`${command} ends with ${done.status}:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
