import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, makeFolder, type Nginx, type Ports, startNginx } from './nginx.ts';

/** A proxy from deploy/ in front of the server at `origin`, with a certificate of its own making for SITE. */
export interface Front {
  origin: string;
  plain: string; // Where it answers without TLS
  certificate: string; // The file of its certificate
  log: () => Promise<string[]>; // What the proxy noted of each answer it passed on; nothing where it notes none
  stop: () => Promise<void>;
}

export const SITE = 'festival.example';
const DEPLOY = path.join(import.meta.dirname, '..', '..', 'deploy');
/** Where an answer came from, and what would forbid keeping it. */
const LOGGED =
  'log_format came "$upstream_cache_status $request_uri $upstream_http_cache_control $upstream_http_set_cookie";';

/** deploy/nginx.conf as it is delivered, but for ports, names of files and a log. */
export async function startNginxFront(origin: string, ports?: Ports): Promise<Front> {
  const folder = await makeFolder();
  makeCertificate(folder);
  const log = path.join(folder, 'files', 'origin.log');
  const conf = (await readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replaceAll('server 127.0.0.1:3000 ', `server ${origin.replace('http://', '')} `)
    .replaceAll('/var/cache/', `${folder}/`)
    .replaceAll(/ *listen \[::\].*\n/g, '')
    .replace('listen 80;', 'listen 127.0.0.1:PLAIN;')
    .replace('listen 443 ssl http2;', 'listen 127.0.0.1:PORT ssl http2;')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/files/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/files/key.pem;`)
    .replaceAll('server_tokens off;', `server_tokens off; access_log ${log} came;`);
  const nginx: Nginx = await startNginx(folder, 'worker_processes 1;', `${LOGGED} ${conf}`, 'https', ports);
  return {
    origin: nginx.origin,
    plain: `http://127.0.0.1:${nginx.plainPort}`,
    certificate: `${folder}/files/cert.pem`,
    log: async () => (await readFile(log, 'utf8')).trim().split('\n'),
    stop: nginx.stop,
  };
}

/** deploy/Caddyfile as it is delivered, but for ports, the certificate and the folder of its state. */
export async function startCaddyFront(origin: string): Promise<Front> {
  const folder = await makeFolder();
  makeCertificate(folder);
  const [port, plain] = [await freePort(), await freePort()];
  const conf = (await readFile(path.join(DEPLOY, 'Caddyfile'), 'utf8'))
    .replaceAll('127.0.0.1:3000', origin.replace('http://', ''))
    .replace('{\n', `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n`)
    .replace(`\nhttp://${SITE} {`, `\nhttp://${SITE}, http://127.0.0.1 {`)
    .replace(`\n${SITE} {`, `\n${SITE}, 127.0.0.1 {\n\ttls ${folder}/files/cert.pem ${folder}/files/key.pem`);
  await writeFile(path.join(folder, 'Caddyfile'), conf);
  const child = spawn('caddy', ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  const front = `https://127.0.0.1:${port}`;
  for (let tries = 1; !(await fetch(`${front}/healthz`).catch(() => undefined)); tries += 1) {
    if (tries === 600) child.kill('SIGKILL');
    if (child.exitCode !== null || child.killed) throw new Error('Caddy does not answer.');
    await sleep(50);
  }
  return {
    origin: front,
    plain: `http://127.0.0.1:${plain}`,
    certificate: `${folder}/files/cert.pem`,
    log: async () => [],
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificate(folder: string): void {
  const files = ['-out', `${folder}/files/cert.pem`, '-keyout', `${folder}/files/key.pem`];
  const names = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE},DNS:localhost,IP:127.0.0.1`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names, ...files], {
    stdio: 'ignore',
  });
}
