import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { isDiskFull } from '../../db/errors.ts';
import { ReleaseError } from '../errors.ts';
import { sumOf } from '../tar.ts';
import { DESCRIPTION, type Description, parseDescription, SUMS } from './layout.ts';
import { type Entry, readArchive } from './reader.ts';

type Progress = (what: string, done: number, total: number) => void;

/** `assertTrusted` runs before anything is unpacked. ReleaseError unless it is the archive of SHA256SUMS beside it. */
export async function describeArchive(
  file: string,
  assertTrusted: (file: string) => Promise<void> | void = () => {},
): Promise<Description> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new ReleaseError(`Файла ${file} нет.`);
  if (!found.isFile()) throw new ReleaseError(`${file} — не файл.`);
  await compareWithSums(file);
  if (!(await isZstd(file))) throw foreign(file);
  await assertTrusted(file);
  for await (const entry of readArchive(file)) {
    if (withoutFolder(entry.name) !== DESCRIPTION || entry.size > 1_000_000) break;
    return parseDescription(await text(entry.bytes));
  }
  throw foreign(file);
}

function foreign(file: string): ReleaseError {
  const name = `rampa-ВЕРСИЯ-${process.platform}-${process.arch}.tar.zst`;
  return new ReleaseError(`${file} — не архив rampa. Он называется ${name}.`);
}

/** By its first bytes (RFC 8878, 3.1.1). */
async function isZstd(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.readUInt32LE(0) === 0xfd2fb528;
}

/** Unpacks into the new `folder`, each file compared with its sum; a ReleaseError leaves nothing of it. */
export async function unpackRelease(file: string, folder: string, progress: Progress = () => {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await unpackInto(file, folder, progress);
    // After a power cut the link in use must not lead to empty files. Of all files at once: one by one takes ten times as long.
    await promisify(execFile)('sync', ['-f', folder]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw isDiskFull(error) ? new ReleaseError(`На диске не хватило места: ${folder}.`, { cause: error }) : error;
  }
}

async function unpackInto(file: string, folder: string, progress: Progress): Promise<void> {
  const listed = new Map<string, string>();
  const found = new Map<string, string>();
  let description: Description | undefined;
  let done = 0;
  for await (const entry of readArchive(file)) {
    const name = withoutFolder(entry.name);
    const to = path.join(folder, name);
    mkdirSync(path.dirname(to), { recursive: true });
    found.set(name, await write(entry, to));
    if (name === DESCRIPTION) description = parseDescription(readFileSync(to, 'utf8'));
    if (name === SUMS) for (const [of, sum] of parseSums(readFileSync(to, 'utf8'))) listed.set(of, sum);
    done += entry.size;
    progress('Распаковываю', done, description?.bytes ?? done);
  }
  for (const [name, sum] of listed) if (found.get(name) !== sum) throw different(name);
  const extra = [...found.keys()].find((name) => name !== SUMS && !listed.has(name));
  if (extra !== undefined) throw different(extra);
}

/** Compares every file of an unpacked release with its sum. ReleaseError when one differs or is missing. */
export async function verifyUnpacked(folder: string, progress: Progress = () => {}): Promise<void> {
  const listed = parseSums(await readFile(path.join(folder, SUMS), 'utf8').catch(() => ''));
  if (listed.size === 0) throw different(SUMS);
  let done = 0;
  for (const [name, sum] of listed) {
    const found = await sumOf(createReadStream(path.join(folder, name))).catch(() => undefined);
    if (found !== sum)
      throw new ReleaseError(`${path.join(folder, name)} изменён или пропал. Обновите сайт из архива этой версии.`);
    done += 1;
    progress('Сверяю файлы', done, listed.size);
  }
}

/** Gives the sum. Thousands of small files: streams would take longer than the disk. */
async function write(entry: Entry, to: string): Promise<string> {
  const hash = createHash('sha256');
  // Keeps only the executable bit: readable by all, writable by the owner.
  const file = openSync(to, 'wx', entry.mode & 0o100 ? 0o755 : 0o644);
  try {
    for await (const piece of entry.bytes) {
      hash.update(piece);
      for (let written = 0; written < piece.length; ) written += writeSync(file, piece, written);
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/** The file that lies beside a download, if it names this archive. */
async function compareWithSums(file: string): Promise<void> {
  const list = path.join(path.dirname(file), SUMS);
  if (!existsSync(list)) return;
  const listed = parseSums(readFileSync(list, 'utf8')).get(path.basename(file));
  if (listed === undefined) return;
  if ((await sumOf(createReadStream(file))) !== listed)
    throw new ReleaseError(`${file} не сходится с контрольной суммой в ${list}. Загрузите его ещё раз.`);
}

function parseSums(text: string): Map<string, string> {
  return new Map(Array.from(text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm), ([, sum = '', name = '']) => [name, sum]));
}

/** Every archive holds one folder. */
function withoutFolder(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function different(name: string): ReleaseError {
  return new ReleaseError(`Архив повреждён: ${name} не сходится со своей контрольной суммой. Загрузите его ещё раз.`);
}
