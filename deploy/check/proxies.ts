import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { installNginxConf, replaceUpstreams } from './alone.ts';
import { checkLimits } from './limits.ts';

const DEPLOY = path.join(import.meta.dirname, '..');
const SITE = 'song.example';

/** nginx and Caddy read the configurations under the names that the guides give them. How they serve: `npm run bench -- proxies`. */
export async function checkProxies(say: (line: string) => void): Promise<void> {
  installNginxConf(SITE);
  expectGood('nginx', ['-t', '-q']);
  say('  nginx takes nginx.conf as its package has left the machine');
  await checkLimits(say);
  replaceUpstreams('10.0.0.13');
  expectGood('nginx', ['-t', '-q']);
  say('  and with the lists of nginx-many.conf');
  composeNginxConf();
  expectGood('nginx', ['-t', '-q']);
  say('  and what compose.yaml makes of both, with two servers');
  expectGood('caddy', ['validate', '--adapter', 'caddyfile', '--config', path.join(DEPLOY, 'Caddyfile')]);
  say('  Caddy takes its Caddyfile');
}

/** Runs the command of the container `front` up to the start of nginx. */
function composeNginxConf(): void {
  const { services } = parse(readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8'));
  const [shell, flag, script] = services.front.command as [string, string, string];
  const made = '/etc/nginx/conf.d/rampa.conf';
  const command = script
    .replaceAll('$$', '$')
    .replace('/rampa.conf', path.join(DEPLOY, 'nginx.conf'))
    .replace('/rampa-many.conf', path.join(DEPLOY, 'nginx-many.conf'))
    .replaceAll('/etc/nginx/conf.d/default.conf', made)
    .replace(/ && exec nginx.*/s, '');
  execFileSync(shell, [flag, command], { env: { PATH: process.env.PATH, SITE } });
  const conf = readFileSync(made, 'utf8');
  const servers = Array.from(conf.matchAll(/^ +server (\S+):3000/gm), ([, address]) => address);
  const own = [services['site-1'], services['site-2']].map((site) => site.networks.inside.ipv4_address);
  const expected = [...own, ...own];
  if (/festival\.example/.test(conf) || String(servers) !== String(expected))
    throw new Error(`compose.yaml: nginx would ask ${servers} in place of ${own}, or for another site.`);
}

function expectGood(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
