import type { Db } from '../../../db/tables.ts';
import { filesOf } from '../../../model/uploads/names.ts';
import type { UploadStorage } from '../../../model/uploads/storage.ts';
import { summed } from './checksums.ts';
import { imageEntry } from './manifest.ts';
import type { Progress } from './reader.ts';
import type { TarWriter } from './tar.ts';

interface PackedImages {
  files: Record<string, { bytes: number; sha256: string }>;
  absent: string[];
}

export async function packImages(
  tar: TarWriter,
  storage: UploadStorage,
  names: string[],
  progress: Progress,
): Promise<PackedImages> {
  const packed: PackedImages = { files: {}, absent: [] };
  for (const [at, name] of names.entries()) {
    for (const each of filesOf(name)) {
      const found = await pack(tar, storage, each);
      if (found) packed.files[each] = found;
      else if (each === name) packed.absent.push(name);
    }
    progress('Копирую картинки', at + 1, names.length);
  }
  return packed;
}

/** File names of all images in a database, sorted. */
export async function listPictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('images').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function pack(tar: TarWriter, storage: UploadStorage, name: string) {
  const picture = await storage.open([name]);
  if (!picture) return undefined;
  const { bytes, sum } = summed(picture.read());
  await tar.add(imageEntry(name), picture.size, bytes);
  return { bytes: picture.size, sha256: sum() };
}
