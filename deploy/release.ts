import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SIGNATURE } from '../ops/release/archive.ts';
import { SUMS } from '../ops/release/layout.ts';
import { sumOf, writeArchive } from './release/archive.ts';
import { headOf } from './release/commit.ts';
import { buildSource, treeOf } from './release/tree.ts';

// Archives of HEAD that need neither Node nor npm where they are unpacked: `npm run release [x64 | arm64] [--to folder] [--sign secret key]`, with git and
// a registry. The same commit gives the same bytes on machines with the same npm and libatomic. See docs/decisions/0037.

const ROOT = path.join(import.meta.dirname, '..');
const ARCHS = ['x64', 'arm64'];

const args = process.argv.slice(2);
const at = args.indexOf('--to');
const [, to = path.join(ROOT, 'release')] = at < 0 ? [] : args.splice(at, 2);
const signAt = args.indexOf('--sign');
const [, key] = signAt < 0 ? [] : args.splice(signAt, 2);
const work = mkdtempSync(path.join(tmpdir(), 'rampa-release-'));
try {
  await release(args.length > 0 ? args : ARCHS, path.resolve(to));
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function release(archs: string[], folder: string): Promise<void> {
  const commit = headOf();
  const source = path.join(work, 'source');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`rampa ${commit.version}: packages and pages …`);
  buildSource(commit, source);
  mkdirSync(folder, { recursive: true });
  const sums: string[] = [];
  const keep = (name: string) => sums.push(`${sumOf(readFileSync(path.join(folder, name)))}  ${name}\n`);
  for (const arch of archs) {
    const platform = `linux-${arch}`;
    const name = `rampa-${commit.version}-${platform}`;
    const tree = treeOf(source, commit, { work, arch });
    if (!tree.has('lib/libatomic.so.1'))
      say(`${name}: without libatomic, which this machine has not: its users need it from their system.`);
    say(`${name}: ${tree.size} files, packing …`);
    const about = { version: commit.version, commit: commit.hash, platform, time: commit.time };
    const archive = `${name}.tar.zst`;
    const { packed, unpacked } = await writeArchive(path.join(folder, archive), tree, about);
    if (key) sign(path.join(folder, archive), `rampa ${commit.version} ${platform}`);
    const bill = `${name}.cdx.json`;
    writeFileSync(path.join(folder, bill), tree.get('sbom.cdx.json')?.from ?? '');
    keep(archive);
    keep(bill);
    say(`${path.join(folder, archive)}: ${megabytes(packed)}, unpacked ${megabytes(unpacked)}`);
  }
  writeFileSync(path.join(folder, SUMS), sums.join(''));
  if (!key) say('Not signed: `rampa upgrade` takes these archives with --unsigned only. See docs/releases.md.');
}

/** minisign asks for the key's password on the terminal. */
function sign(file: string, comment: string): void {
  execFileSync('minisign', ['-S', '-s', key ?? '', '-m', file, '-x', `${file}${SIGNATURE}`, '-t', comment], {
    stdio: 'inherit',
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
