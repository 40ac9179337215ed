import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

const DEPLOY = path.join(import.meta.dirname, '..');

/** nginx reads the configuration that compose.yaml makes of nginx.conf, and Caddy its own. How they serve: `npm run bench -- proxies`. */
export function checkProxies(say: (line: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-proxies-'));
  try {
    makeCertificate(folder);
    const conf = composedConf(folder);
    writeFileSync(path.join(folder, 'nginx.conf'), `error_log stderr; pid ${folder}/pid; events {} http { ${conf} }`);
    expectGood('nginx', ['-t', '-q', '-c', path.join(folder, 'nginx.conf')]);
    say('  nginx takes what compose.yaml makes of nginx.conf, with two servers');
    expectGood('caddy', ['validate', '--adapter', 'caddyfile', '--config', path.join(DEPLOY, 'Caddyfile')]);
    say('  Caddy takes its Caddyfile');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command of the container `front` up to the start of nginx. */
function composedConf(folder: string): string {
  const { services } = parse(readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8'));
  const [shell, flag, script] = services.front.command as [string, string, string];
  const made = path.join(folder, 'made.conf');
  const command = script
    .replaceAll('$$', '$')
    .replace('/rampa.conf', path.join(DEPLOY, 'nginx.conf'))
    .replace('/rampa-many.conf', path.join(DEPLOY, 'nginx-many.conf'))
    .replaceAll('/etc/nginx/conf.d/default.conf', made)
    .replace(/ && exec nginx.*/s, '');
  execFileSync(shell, [flag, command], { env: { PATH: process.env.PATH, SITE: 'song.example' } });
  const conf = readFileSync(made, 'utf8');
  const servers = Array.from(conf.matchAll(/^ +server (\S+):3000/gm), ([, address]) => address);
  const own = [services['site-1'], services['site-2']].map((site) => site.networks.inside.ipv4_address);
  const expected = [...own, ...own];
  if (/festival\.example/.test(conf) || String(servers) !== String(expected))
    throw new Error(`compose.yaml: nginx would ask ${servers} in place of ${own}, or for another site.`);
  return conf
    .replaceAll('/var/cache/nginx/', `${folder}/`)
    .replaceAll('/etc/letsencrypt/live/song.example/', `${folder}/`);
}

function makeCertificate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = ['-out', `${folder}/fullchain.pem`, '-keyout', `${folder}/privkey.pem`];
  const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=song.example', ...files];
  execFileSync('openssl', asked, { stdio: 'ignore' });
}

function expectGood(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
