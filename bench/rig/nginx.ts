import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Nginx {
  origin: string;
  plainPort: number; // Where PLAIN stood
  pid: number; // Of its master
  stop: () => Promise<void>;
}

/** A response that a server of the rig sends from memory or a file. nginx sends only two of its headers. */
export interface StaticAnswer {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Debian's nginx with one worker on `core`, as fast as it can be made for this: no log, files kept open, sendfile. Each answer is
 * a file with the bytes our server sent, already compressed, under its number: `/0`, `/1`, …
 */
export async function startStaticNginx(answers: StaticAnswer[], core: number): Promise<Nginx> {
  const folder = await makeFolder();
  for (const [at, { body }] of answers.entries()) await writeFile(path.join(folder, 'files', String(at)), body);
  const locations = answers.map(
    ({ headers: { 'content-type': type = '', 'content-encoding': encoding = 'identity' } }, at) =>
      `location = /${at} { default_type "${type}"; add_header Content-Encoding ${encoding}; root ${folder}/files; }`,
  );
  const server = `sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 100000000;
    server { listen 127.0.0.1:PORT; ${locations.join('\n')} }`;
  return startNginx(folder, `worker_processes 1; worker_cpu_affinity ${core === 0 ? '01' : '10'};`, server);
}

export interface Ports {
  tls: number;
  plain: number;
}

/** Starts nginx in the foreground with its own folder; `http` has PORT and perhaps PLAIN where free ones go, or the given ones. */
export async function startNginx(
  folder: string,
  main: string,
  http: string,
  scheme = 'http',
  ports?: Ports,
): Promise<Nginx> {
  const [port, plain] = [ports?.tls ?? (await freePort()), ports?.plain ?? (await freePort())];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const conf = `daemon off; error_log ${folder}/error.log error; pid ${folder}/pid; ${main}
    events { worker_connections 4096; }
    http { access_log off; ${temporary.join(' ')} ${http.replaceAll('PORT', String(port)).replaceAll('PLAIN', String(plain))} }`;
  await writeFile(path.join(folder, 'nginx.conf'), conf);
  const child = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const origin = `${scheme}://127.0.0.1:${port}`;
  await untilListening(child, origin);
  return {
    origin,
    plainPort: plain,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGQUIT');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that the worker may read, whoever it runs as. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rampa-nginx-'));
  await chmod(folder, 0o755);
  await mkdir(path.join(folder, 'files'));
  return folder;
}

async function untilListening(child: ChildProcess, origin: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if (child.exitCode !== null) throw new Error('nginx ended at once.');
    if (await fetch(`${origin}/0`).catch(() => undefined)) return;
    if (tries === 600) {
      child.kill('SIGKILL');
      throw new Error('nginx does not answer.');
    }
    await sleep(50);
  }
}

/** A port of this machine that nobody uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
