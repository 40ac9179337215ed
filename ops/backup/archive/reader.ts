import { type FileHandle, open, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { BackupError, damaged, toBackupError } from '../../errors.ts';
import { readEntry, readTar, sumOf, type TarEntry } from '../../tar.ts';
import {
  DATABASE,
  FOLDER,
  MANIFEST,
  MAX_LIST_BYTES,
  type Manifest,
  parseManifest,
  parseSums,
  SUMS,
  uploadEntry,
  uploadOf,
} from './manifest.ts';

export interface Archive {
  manifest: Manifest;
  database: TarEntry;
  pictures: Map<string, TarEntry>;
  file: FileHandle;
}

export type Progress = (what: string, done: number, total: number) => void;

/** Verifies the whole archive before `use` gets it; writes nothing. BackupError names the fault. */
export async function withArchive<T>(
  path: string,
  use: (archive: Archive) => Promise<T>,
  progress: Progress = () => {},
): Promise<T> {
  await using file = await openPlain(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`Файл ${path} не открывается: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
  const archive = await check(file, progress).catch((error) => {
    throw toBackupError(error, path);
  });
  return await use(archive);
}

/** The manifest alone: nothing else is read or verified. BackupError. */
export async function readManifest(path: string): Promise<Manifest> {
  await using file = await openPlain(path);
  for await (const entry of readTar(file))
    if (entry.name === FOLDER + MANIFEST)
      return parseManifest(await readText(file, new Map([[entry.name, entry]]), MANIFEST));
  throw damaged(`нет файла ${MANIFEST}`);
}

const REASONS: Record<string, string> = { ENOENT: 'его нет', EACCES: 'нет прав на чтение' };

/** Opening a named pipe would block until it has a writer. */
async function openPlain(path: string): Promise<FileHandle> {
  if (!(await stat(path)).isFile())
    throw new BackupError(`${path} — не файл. Укажите файл копии, например rampa-2026-07-20T01-12-45Z.tar.`);
  return open(path, 'r');
}

const OWN = new Set([DATABASE, MANIFEST, SUMS].map((name) => FOLDER + name));

async function check(file: FileHandle, progress: Progress): Promise<Archive> {
  const { size } = await file.stat();
  const entries = new Map<string, TarEntry>();
  const sums = new Map<string, string>();
  for await (const entry of readTar(file)) {
    if (!OWN.has(entry.name) && uploadOf(entry.name) === undefined)
      throw new BackupError(`В архиве есть посторонний файл «${entry.name}»: это не копия rampa.`);
    if (entries.has(entry.name)) throw damaged(`${entry.name} встречается дважды`);
    entries.set(entry.name, entry);
    sums.set(entry.name, await sumOf(readEntry(file, entry)));
    progress('Проверяю архив', entry.start + entry.size, size);
  }
  const listed = parseSums(await readText(file, entries, SUMS));
  compareSums(listed, sums);
  const manifest = parseManifest(await readText(file, entries, MANIFEST));
  const archive = { manifest, database: find(entries, DATABASE), pictures: uploadsIn(entries), file };
  compareUploads(archive, sums);
  return archive;
}

async function readText(file: FileHandle, entries: Map<string, TarEntry>, name: string): Promise<string> {
  const entry = find(entries, name);
  if (entry.size > MAX_LIST_BYTES) throw damaged(`${name} слишком велик`);
  return text(readEntry(file, entry));
}

function find(entries: Map<string, TarEntry>, name: string): TarEntry {
  const entry = entries.get(FOLDER + name);
  if (!entry) throw damaged(`нет файла ${name}`);
  return entry;
}

function compareSums(listed: Map<string, string>, found: Map<string, string>): void {
  for (const [name, sum] of listed) {
    if (!found.has(name)) throw damaged(`нет файла ${shown(name)}`);
    if (found.get(name) !== sum) throw damaged(`файл ${shown(name)} не сходится со своей контрольной суммой`);
  }
  const extra = [...found.keys()].find((name) => name !== FOLDER + SUMS && !listed.has(name));
  if (extra) throw damaged(`для файла ${shown(extra)} нет контрольной суммы`);
}

function shown(entry: string): string {
  return entry.slice(FOLDER.length);
}

function uploadsIn(entries: Map<string, TarEntry>): Map<string, TarEntry> {
  return new Map(
    [...entries].flatMap(([entry, place]) => {
      const name = uploadOf(entry);
      return name ? [[name, place]] : [];
    }),
  );
}

function compareUploads({ manifest, pictures }: Archive, sums: Map<string, string>): void {
  const listed = manifest.pictures ?? {};
  for (const [name, { bytes, sha256 }] of Object.entries(listed)) {
    const entry = pictures.get(name);
    if (!entry || entry.size !== bytes || sums.get(uploadEntry(name)) !== sha256)
      throw damaged(`загруженный файл ${name}`);
  }
  const extra = [...pictures.keys()].find((name) => !(name in listed));
  if (extra) throw damaged(`загруженного файла ${extra} нет в описании`);
}
