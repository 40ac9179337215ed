import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = path.join(import.meta.dirname, '..', '..');
const TIMEOUT = 600_000; // On a busy machine, a build included. In ms.
/** What npm sets for its scripts, as opposed to where it finds packages. */
const OF_NPM = /^(npm_(?!config_(registry|userconfig|cache|\w*proxy|cafile)$)|NODE$|INIT_CWD$|NODE_OPTIONS$)/i;

/** A machine with one Node and one npm, both as packages in a temporary folder, and a fresh clone of the last commit in `site`. */
export interface Machine {
  site: string;
  node: string;
  env: NodeJS.ProcessEnv;
  /** Starts npm in the site, as the leader of a process group. */
  start: (args: string[], env?: NodeJS.ProcessEnv) => ChildProcess;
  npm: (args: string[], env?: NodeJS.ProcessEnv) => Promise<string>; // Output of npm; thrown when npm fails
  remove: () => void;
}

/** `node` is a major version, `npm` a version or tag. */
export function makeMachine(npm: string, node: string): Machine {
  const folder = mkdtempSync(path.join(tmpdir(), 'rampa-machine-'));
  const [tools, site] = [path.join(folder, 'tools'), path.join(folder, 'site')];
  const packages = path.join(tools, 'node_modules');
  execFileSync('npm', ['install', '--prefix', tools, `npm@${npm}`, `node@npm:${packageOfNode()}@${node}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('git', ['clone', '--quiet', ROOT, site]);
  const command = path.join(packages, 'npm', 'bin', 'npm-cli.js');
  const runtime = path.join(packages, 'node', 'bin', 'node');
  const env = { ...outsideNpm(), PATH: `${path.dirname(runtime)}:${systemPath()}` };
  const start = (args: string[], own: NodeJS.ProcessEnv = {}) =>
    spawn(runtime, [command, ...args], {
      cwd: site,
      env: { ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  return {
    site,
    node: execFileSync(runtime, ['--version'], { encoding: 'utf8' }).trim(),
    env,
    start,
    npm: (args, own) => finish(start(args, own), args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function finish(child: ChildProcess, args: string[]): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('npm has no output to read.');
  const timer = setTimeout(() => endGroup(child, 'SIGKILL'), TIMEOUT);
  const [said, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearTimeout(timer);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ends with ${code}:\n${said}${complaints}`);
  return said;
}

/** npm does not forward signals to the children of its shell. */
export function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The platform package that "npm ci" took for this machine; older versions of Node have one of the same name. */
function packageOfNode(): string {
  const suffix = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const found = readdirSync(path.join(ROOT, 'node_modules')).find((name) =>
    new RegExp(`^node-(bin-)?${suffix}$`).test(name),
  );
  if (!found) throw new Error('This machine has no Node from npm: run "npm ci --include=optional".');
  return found;
}

/** The environment of this process as it would be without `npm run`. */
export function outsideNpm(): NodeJS.ProcessEnv {
  const outer = Object.entries(process.env).filter(([name]) => !OF_NPM.test(name));
  return { ...Object.fromEntries(outer), PATH: systemPath() };
}

/** Without the packages of this checkout. */
export function systemPath(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
}
