import type { Db } from '../../../db/tables.ts';
import { filesOf } from '../../../model/uploads/storage/names.ts';
import type { UploadStorage } from '../../../model/uploads/storage/storage.ts';
import { listUploads } from '../../../model/uploads/storage/transfer.ts';
import { summed } from './checksums.ts';
import { uploadEntry } from './manifest.ts';
import type { Progress } from './reader.ts';
import type { TarWriter } from './tar.ts';

interface PackedUploads {
  files: Record<string, { bytes: number; sha256: string }>;
  absent: string[];
}

export async function packUploads(
  tar: TarWriter,
  storage: UploadStorage,
  names: string[],
  progress: Progress,
): Promise<PackedUploads> {
  const packed: PackedUploads = { files: {}, absent: [] };
  for (const [at, name] of names.entries()) {
    for (const each of filesOf(name)) {
      const found = await pack(tar, storage, each);
      if (found) packed.files[each] = found;
      else if (each === name) packed.absent.push(name);
    }
    progress('Копирую картинки и файлы', at + 1, names.length);
  }
  return packed;
}

/** Names of all uploads in a database, sorted. */
export async function listNames(db: Db): Promise<string[]> {
  return (await listUploads(db)).map(({ name }) => name).sort();
}

async function pack(tar: TarWriter, storage: UploadStorage, name: string) {
  const picture = await storage.open([name]);
  // A full or failing disk may have left an empty file.
  if (!picture?.size) return undefined;
  const { bytes, sum } = summed(picture.read());
  await tar.add(uploadEntry(name), picture.size, bytes);
  return { bytes: picture.size, sha256: sum() };
}
