import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unpackRelease } from '../../../ops/release/archive.ts';
import { DESCRIPTION, SUMS } from '../../../ops/release/layout.ts';
import { type Tree, writeArchive } from '../../release/archive.ts';
import { filesIn } from '../../release/packages.ts';

/** Throw-away migrations for later versions. */
const GOOD_STEP = `export async function up(db) {
  await db.schema.alterTable('articles').addColumn('of_this_check', 'text', (column) => column.notNull().defaultTo('')).execute();
}\n`;
const BAD_STEP = `export async function up(db) {
  await db.schema.createTable('sponsors').addColumn('name', 'text').execute();
  throw new Error('this step fails');
}\n`;

export type Archives = Record<'same' | 'good' | 'bad' | 'deaf' | 'mute' | 'cut' | 'changed' | 'other', string>;

/** Of the archive, others that stand for later versions; all in /root of the Debian. */
export async function laterArchives(work: string, root: string, archive: string): Promise<Archives> {
  const folder = path.join(work, 'later');
  await unpackRelease(archive, folder);
  const later = async (version: string, { step = '', platform = `linux-${process.arch}`, fails = '' } = {}) => {
    const tree: Tree = new Map();
    for (const name of filesIn(folder, '.')) {
      const from = path.join(folder, name);
      if (name !== DESCRIPTION && name !== SUMS)
        tree.set(name, { from, isExecutable: (statSync(from).mode & 0o100) > 0 });
    }
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const made = (text: string) => ({ from: Buffer.from(text), isExecutable: false });
    tree.set('package.json', made(JSON.stringify({ ...manifest, version })));
    if (step) tree.set('db/migrations/0900-later.ts', made(step));
    if (fails) {
      const code = readFileSync(path.join(folder, 'boot/listen.ts'), 'utf8');
      const guard = `$1 if (${fails}) throw new Error('deaf');`;
      tree.set('boot/listen.ts', made(code.replace(/(export async function listen\(.*\{)$/m, guard)));
      for (const name of tree.keys()) if (name.startsWith('build/boot/')) tree.delete(name);
    }
    const to = path.join(root, 'root', `rampa-${version}-${platform}.tar.zst`);
    await writeArchive(to, tree, { version, commit: 'x', platform, time: 0, level: 1 });
    return to;
  };
  const archives = {
    same: await later('9.1.0'),
    good: await later('9.2.0', { step: GOOD_STEP }),
    bad: await later('9.3.0', { step: BAD_STEP }),
    other: await later('9.4.0', { platform: 'linux-riscv64' }),
    deaf: await later('9.5.0', { step: GOOD_STEP, fails: 'held !== undefined' }),
    // Listens in the trial only.
    mute: await later('9.6.0', { step: GOOD_STEP, fails: "process.env.DATA_DIR === '/var/lib/rampa'" }),
    cut: path.join(root, 'root/rampa-cut.tar.zst'),
    changed: path.join(root, 'root/rampa-changed.tar.zst'),
  };
  for (const name of ['cut', 'changed'] as const) copyFileSync(archives.same, archives[name]);
  truncateSync(archives.cut, Math.floor(statSync(archives.cut).size * 0.9));
  const bytes = readFileSync(archives.changed);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  writeFileSync(archives.changed, bytes);
  return Object.fromEntries(
    Object.entries(archives).map(([key, file]) => [key, `/${path.relative(root, file)}`]),
  ) as Archives;
}
