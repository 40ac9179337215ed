import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..');
const LETTERS = 8;

export interface Commit {
  hash: string;
  time: number; // Unix seconds
  version: string;
}

/** What HEAD is called: `0.2.0` where the tag v0.2.0 stands, `0.2.0-12-g1a2b3c4d` twelve commits later. */
export function headOf(repository = ROOT): Commit {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' }).trim();
  const [hash = '', time] = git('log', '-1', '--format=%H %ct').split(' ');
  return { hash, time: Number(time), version: versionOf(hash, describe(git)) };
}

/** `described` is what `git describe --long` says of tags such as v0.2.0. */
export function versionOf(hash: string, described: string): string {
  const [, tag = '', commits] = /^v(.+)-(\d+)-g[0-9a-f]+$/.exec(described) ?? [];
  if (!/^\d+\.\d+\.\d+$/.test(tag)) throw new Error(`"${described}" names no version such as v0.2.0.`);
  return commits === '0' ? tag : `${tag}-${commits}-g${hash.slice(0, LETTERS)}`;
}

function describe(git: (...args: string[]) => string): string {
  try {
    return git('describe', '--tags', '--long', '--match', 'v[0-9]*');
  } catch {
    // Before the first tag everything counts from the version of package.json.
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    return `v${version}-${git('rev-list', '--count', 'HEAD')}-g0`;
  }
}
