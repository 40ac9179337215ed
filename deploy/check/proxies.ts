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

/** Runs the command of the container `front` up to the start of nginx; its two servers have no names here, so they become addresses. */
function composedConf(folder: string): string {
  const { services } = parse(readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8'));
  const [shell, flag, script] = services.front.command as [string, string, string];
  const made = path.join(folder, 'made.conf');
  const command = script
    .replaceAll('$$', '$')
    .replace('/rampa.conf', path.join(DEPLOY, 'nginx.conf'))
    .replace('/etc/nginx/conf.d/default.conf', made)
    .replace(/ && exec nginx.*/s, '');
  execFileSync(shell, [flag, command], { env: { PATH: process.env.PATH, SITE: 'song.example' } });
  const conf = readFileSync(made, 'utf8');
  if (/festival\.example/.test(conf) || !/server site-1:3000; server site-2:3000;/.test(conf))
    throw new Error('compose.yaml: the configuration of nginx still has the name or the server of nginx.conf.');
  return conf
    .replace('site-1:3000', '127.0.0.1:3001')
    .replace('site-2:3000', '127.0.0.1:3002')
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
