import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DEPLOY = path.join(import.meta.dirname, '..');
const INSIDE = 'RAMPA_ALONE';
/** A network with every port free, a writable /etc, and of nginx only the files of its package: /var/cache is empty on Debian. */
const SETUP = `set -e
ip link set lo up
cp -a /etc "$${INSIDE}/etc"
mount --bind "$${INSIDE}/etc" /etc
for folder in /var/cache /var/log /var/lib/nginx /run; do mount -t tmpfs -o mode=755 tmpfs "$folder"; done
mkdir /var/log/nginx
rm -f /etc/nginx/sites-enabled/default
exec "$0" "$@"`;

export const isAlone = process.env[INSIDE] !== undefined;

/** Namespaces of a part: network and the folders that SETUP makes, or processes, which all end with it. */
const UNSHARED = {
  network: ['--mount', '--net', 'sh', '-c', SETUP],
  processes: ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
};

/** Runs this part of `npm run check:deploy` again in namespaces of its own, with files at their documented paths. For root. */
export function runAlone(part: string, own: keyof typeof UNSHARED): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-alone-'));
  const again = [process.execPath, '--import', './boot/runtime.mjs', 'deploy/check.ts', part];
  try {
    const { status, error } = spawnSync('unshare', [...UNSHARED[own], ...again], {
      cwd: path.join(DEPLOY, '..'),
      env: { ...process.env, [INSIDE]: folder },
      stdio: 'inherit',
    });
    if (error) throw error;
    if (status !== 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Step 4 of docs/ru/установка.md for this site, with a certificate of its own making in place of certbot's. */
export function installNginxConf(site: string): void {
  const certificates = `/etc/letsencrypt/live/${site}`;
  mkdirSync(certificates, { recursive: true });
  const files = ['-out', `${certificates}/fullchain.pem`, '-keyout', `${certificates}/privkey.pem`];
  const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${site}`, ...files];
  execFileSync('openssl', asked, { stdio: 'ignore' });
  const conf = readFileSync(path.join(DEPLOY, 'nginx.conf'), 'utf8');
  writeFileSync('/etc/nginx/conf.d/rampa.conf', conf.replaceAll('festival.example', site));
  execFileSync('sed', ['-i', 's/worker_connections .*/worker_connections 16384;/', '/etc/nginx/nginx.conf']);
  writeFileSync('/etc/nginx/modules-enabled/90-rampa.conf', 'worker_rlimit_nofile 32768;');
}

/** As the first lines of nginx-many.conf say, without the lines of the server `leftOut`. */
export function replaceUpstreams(leftOut: string): void {
  const file = '/etc/nginx/conf.d/rampa.conf';
  const many = readFileSync(path.join(DEPLOY, 'nginx-many.conf'), 'utf8');
  const lines = many.split('\n').filter((line) => !line.includes(` ${leftOut}:`));
  const conf = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    conf.replace(/^upstream rampa \{.*^upstream rampa_changes \{[^}]*\}/ms, () => lines.join('\n')),
  );
}
