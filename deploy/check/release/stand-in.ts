import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, BoundSocket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RESTARTED_AFTER = 1000; // RestartSec of the unit. In ms.

export interface Service {
  origin: string;
  starts: () => number;
  said: () => string;
  stop: () => Promise<void>;
}

/**
 * Replaces systemd for rampa.socket and rampa.service: holds the socket, runs the unit's command as
 * its user, again after each end, and takes `systemctl restart` and `show` from a command of that name, which needs curl.
 */
export async function standInForSystemd(root: string): Promise<Service> {
  const unit = readFileSync(path.join(root, 'etc/systemd/system/rampa.service'), 'utf8');
  const all = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const socket = new BoundSocket({ host: '127.0.0.1', port: 0 });
  const { port } = socket.address();
  const settings = readFileSync(path.join(root, all('EnvironmentFile')[0] ?? ''), 'utf8').trim();
  writeFileSync(path.join(root, all('EnvironmentFile')[0] ?? ''), `${settings}\nPORT=${port}\n`);
  const variables = [...all('Environment').flatMap((line) => line.split(' ')), ...settings.split('\n'), `PORT=${port}`];
  const script = `cd ${all('WorkingDirectory')[0]} && export LISTEN_PID=$$ && exec ${all('ExecStart')[0]}`;
  const user = all('User')[0] ?? '';
  const said: string[] = [];
  let starts = 0;
  let isOver = false;
  let child: ChildProcess | undefined;

  function start(): void {
    starts += 1;
    const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', 'sh', '-c', script];
    const own = spawn('chroot', [root, ...as], {
      env: {
        LISTEN_FDS: '1',
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        ...Object.fromEntries(variables.map((pair) => pair.split(/=(.*)/s))),
      },
      stdio: ['ignore', 'pipe', 'pipe', socket.fd()],
    });
    for (const stream of [own.stdout, own.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
    own.once('exit', async () => {
      await sleep(RESTARTED_AFTER);
      if (child === own && !isOver) start();
    });
    child = own;
  }

  async function end(): Promise<void> {
    const own = child;
    child = undefined;
    if (!own || own.exitCode !== null || own.signalCode !== null) return;
    own.kill('SIGTERM');
    await once(own, 'exit');
  }

  const control = createServer(async ({ url }, response) => {
    if (url === '/show') return response.end(String(starts));
    await end();
    start();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(control, 'listening');
  const command = path.join(root, 'usr/local/bin/systemctl');
  const { port: controlPort } = control.address() as AddressInfo;
  writeFileSync(
    command,
    `#!/bin/sh\ncase $1 in restart | show) curl -fsS http://127.0.0.1:${controlPort}/$1 ;; esac\n`,
  );
  chmodSync(command, 0o755);
  start();
  return {
    origin: `http://127.0.0.1:${port}`,
    starts: () => starts,
    said: () => said.join(''),
    async stop() {
      isOver = true;
      await end();
      control.close();
      socket.close();
    },
  };
}
