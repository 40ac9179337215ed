import { execFile, spawn } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import type { Progress } from '../backup/archive/reader.ts';
import { ReleaseError } from '../errors.ts';
import { sumOf, tap } from '../tar.ts';
import { DESCRIPTION, type Description, parseDescription, SUMS } from './layout.ts';

/** `assertTrusted` runs before anything is unpacked. ReleaseError for any other file. */
export async function describeArchive(file: string, assertTrusted = async (_file: string) => {}): Promise<Description> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new ReleaseError(`Файла ${file} нет.`);
  if (!found.isFile()) throw new ReleaseError(`${file} — не файл.`);
  const usual = `rampa-ВЕРСИЯ-${process.platform}-${process.arch}.tar.zst`;
  if (!(await isZstd(file))) throw new ReleaseError(`${file} — не архив rampa. Он называется ${usual}.`);
  await assertTrusted(file);
  return parseDescription(await untar(file, ['--to-stdout', '--occurrence=1', '--wildcards', `*/${DESCRIPTION}`]));
}

/** Detects zstd by its first bytes (RFC 8878, 3.1.1). */
async function isZstd(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.readUInt32LE(0) === 0xfd2fb528;
}

/** Public halves of the keys that sign releases, as minisign writes them; the private ones stay with the maintainers (docs/releases.md). */
export const RELEASE_KEYS = ['RWRDsZazK4hAqdOkRkw99G7+zXQ4OjMB3JjTEp/qMjEsmoAjEO510hJn'];

export const SIGNATURE = '.minisig'; // Added to an archive's name
const MAX_BYTES = 10_000; // An ordinary one has 300 bytes
const ED25519 = 64; // bytes of a signature

/** Verifies the minisign signature beside `file` and its trusted comment with one of `keys`. ReleaseError. */
export async function assertSigned(file: string, keys = RELEASE_KEYS): Promise<void> {
  const beside = `${file}${SIGNATURE}`;
  const text = await readFile(beside, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw refused(`Подписи ${path.basename(beside)} рядом с архивом нет. Загрузите её в ту же папку.`);
  const signature = text.length > MAX_BYTES ? undefined : parse(text);
  if (!signature) throw refused(`${path.basename(beside)} — не подпись minisign. Загрузите её ещё раз.`);
  const key = keys.map(publicKey).find(({ id }) => id.equals(signature.keyId));
  if (!key) throw refused(`${path.basename(file)} подписан чужим ключом: эта версия ему не верит.`);
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(file), hash);
  const isGenuine =
    verify(null, hash.digest(), key.key, signature.ofFile) &&
    verify(null, Buffer.concat([signature.ofFile, Buffer.from(signature.comment)]), key.key, signature.ofComment);
  if (!isGenuine)
    throw refused(`Подпись не сходится: ${path.basename(file)} изменён или повреждён. Загрузите его ещё раз.`);
}

/** The four lines of a signature; undefined for anything else. Only prehashed ones («ED»), minisign's default since 0.10. */
function parse(text: string) {
  const lines = /^untrusted comment: .*\r?\n(\S+)\r?\ntrusted comment: (.*?)\r?\n(\S+)\r?\n?$/.exec(text);
  const [body, ofComment] = [lines?.[1], lines?.[3]].map((line = '') => Buffer.from(line, 'base64'));
  if (!lines || body?.length !== 10 + ED25519 || ofComment?.length !== ED25519) return undefined;
  if (body.toString('latin1', 0, 2) !== 'ED') return undefined;
  return { keyId: body.subarray(2, 10), ofFile: body.subarray(10), comment: lines[2] ?? '', ofComment };
}

function publicKey(text: string) {
  const bytes = Buffer.from(text, 'base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url', 10) };
  return { id: bytes.subarray(2, 10), key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

function refused(why: string): ReleaseError {
  return new ReleaseError(`${why} Ничего не изменено. Архив собственной сборки ставит ключ --unsigned.`);
}

/** Unpacks into the new `folder` and verifies checksums; a ReleaseError removes the folder. `progress` in bytes. */
export async function unpackRelease(file: string, folder: string, progress = (_done: number) => {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await untar(file, ['--strip-components=1', '--directory', folder], progress);
    await compareAll(folder);
    // Fsync, or a power cut could leave empty files. One `sync -f`: fsync of each file takes ten times as long.
    await promisify(execFile)('sync', ['-f', folder]);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** `tar` closes its input early at the end or at an error, which it reports itself. */
const LEFT_EARLY = ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'];

/** Extracts with the system's `tar` and returns its output. ReleaseError when the archive is truncated or damaged, or the disk is full. */
async function untar(file: string, args: string[], progress = (_done: number) => {}): Promise<string> {
  const tar = spawn('tar', ['--extract', '--no-same-owner', ...args], { env: { ...process.env, LC_ALL: 'C' } });
  const watched = (unpacked: AsyncIterable<Buffer>) => tap(unpacked, progress);
  const feeding = pipeline(createReadStream(file), createZstdDecompress(), watched, tar.stdin);
  const [fault, output, complaint, [code]] = await Promise.all([
    feeding.catch((error: NodeJS.ErrnoException) => error),
    text(tar.stdout),
    text(tar.stderr),
    once(tar, 'close'),
  ]);
  const cause = fault && !LEFT_EARLY.includes(fault.code ?? '') ? fault : undefined;
  if (code === 0 && !cause) return output;
  if (/No space left|quota exceeded/.test(complaint))
    throw new ReleaseError(`На диске не хватило места: ${args.at(-1)}.`);
  const what = cause ? 'Архив повреждён или обрывается.' : 'Архив повреждён, или это не архив rampa.';
  throw new ReleaseError(`${what} Загрузите его ещё раз.`, { cause: cause ?? complaint });
}

/** ReleaseError unless every file has its checksum and there are no other files. */
async function compareAll(folder: string): Promise<void> {
  const listed = await readSums(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || (name !== SUMS && !listed.has(name))) throw different(name);
  }
  await compare(folder, listed, different);
}

/** Compares every file of an unpacked release with its checksum. ReleaseError when one differs or is missing. */
export async function verifyUnpacked(folder: string, progress?: Progress): Promise<void> {
  const listed = await readSums(folder);
  if (listed.size === 0) throw different(SUMS);
  const changed = (name: string) =>
    new ReleaseError(`${path.join(folder, name)} изменён или пропал. Обновите сайт из архива этой версии.`);
  await compare(folder, listed, changed, progress);
}

async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(folder, SUMS), 'utf8').catch(() => '');
  return new Map(Array.from(text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm), ([, sum = '', name = '']) => [name, sum]));
}

/** Throws `fault` for a file that is missing or differs from its checksum. */
async function compare(folder: string, listed: Map<string, string>, fault: typeof different, progress?: Progress) {
  for (const [at, [name, sum]] of [...listed].entries()) {
    if ((await sumOf(createReadStream(path.join(folder, name))).catch(() => undefined)) !== sum) throw fault(name);
    progress?.('Сверяю файлы', at + 1, listed.size);
  }
}

function different(name: string): ReleaseError {
  return new ReleaseError(`Архив повреждён: ${name} не сходится со своей контрольной суммой. Загрузите его ещё раз.`);
}
