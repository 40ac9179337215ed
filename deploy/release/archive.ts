import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, renameSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { DESCRIPTION, type Description, SUMS } from '../../ops/release/layout.ts';
import { BLOCK, paddingOf, tarHeader } from '../../ops/tar.ts';

/** A file of a release: from the disk, or made here. */
export interface Source {
  from: string | Buffer;
  isExecutable: boolean;
}

/** By path inside the release, `/` between folders. */
export type Tree = Map<string, Source>;

const NAME_LENGTH = 100;
const SMALLEST = 22; // The level with the smallest archive; its window fits the limits of `zstd` and Node for unpacking
const PARAMS = {
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_checksumFlag]: 1,
  // Threads would make the bytes depend on their number.
  [constants.ZSTD_c_nbWorkers]: 0,
};

/** Writes the archive: the same bytes for the same tree, version and time (Unix seconds). */
export async function writeArchive(
  to: string,
  tree: Tree,
  about: About,
): Promise<{ packed: number; unpacked: number }> {
  const { time, level, ...rest } = about;
  const files = [...tree].sort(([one], [other]) => (one < other ? -1 : 1));
  const bytes = files.reduce((sum, [, { from }]) => sum + contentOf(from).length, 0);
  const description: Description = { format: 1, ...rest, bytes, files: files.length };
  const first = Buffer.from(`${JSON.stringify(description, null, 1)}\n`);
  const sums = [[DESCRIPTION, first] as const, ...files.map(([name, { from }]) => [name, contentOf(from)] as const)];
  const list = sums.map(([name, content]) => `${sumOf(content)}  ${name}\n`).join('');
  const folder = `rampa-${rest.version}-${rest.platform}`;
  const plain = (from: Buffer): Source => ({ from, isExecutable: false });
  const all: [string, Source][] = [[DESCRIPTION, plain(first)], [SUMS, plain(Buffer.from(list))], ...files];
  const entries = function* () {
    for (const [name, source] of all) yield* entryOf(`${folder}/${name}`, source, time);
    yield Buffer.alloc(2 * BLOCK);
  };
  const params = { ...PARAMS, [constants.ZSTD_c_compressionLevel]: level ?? SMALLEST };
  // Under another name until it is whole: a copy taken meanwhile would be cut off.
  const part = `${to}.part`;
  const target = createWriteStream(part);
  await pipeline(entries, createZstdCompress({ params }), target);
  renameSync(part, to);
  return { packed: target.bytesWritten, unpacked: bytes };
}

interface About extends Omit<Description, 'format' | 'bytes' | 'files'> {
  time: number;
  level?: number; // Level of zstd, where size does not matter
}

function* entryOf(full: string, { from, isExecutable }: Source, time: number): Generator<Buffer> {
  const content = contentOf(from);
  yield tarHeader({ ...splitName(full), size: content.length, time, mode: isExecutable ? 0o755 : 0o644 });
  yield content;
  yield Buffer.alloc(paddingOf(content.length));
}

/** ustar splits a long path at a slash into two fields. */
function splitName(full: string): { name: string; prefix?: string } {
  if (Buffer.byteLength(full) <= NAME_LENGTH) return { name: full };
  const at = full.indexOf('/', Buffer.byteLength(full) - NAME_LENGTH - 1);
  return { name: full.slice(at + 1), prefix: full.slice(0, at) };
}

export function contentOf(from: Source['from']): Buffer {
  return typeof from === 'string' ? readFileSync(from) : from;
}

export function sumOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
