import { open } from 'node:fs/promises';
import { sourceOf } from '../../../model/files/content/source.ts';
import { readEntry, readZip, type ZipEntry } from '../../../model/files/content/zip.ts';
import { PICTURE_BYTES } from '../../../model/images/images.ts';

export interface Archive {
  names: string[];
  read: (name: string, most?: number) => Promise<Buffer | undefined>;
  close: () => Promise<void>;
}

/** A ZIP of at most 4 GiB; nothing is unpacked but what is read. 422 when it is damaged. */
export async function openZip(file: string): Promise<Archive> {
  const handle = await open(file);
  const source = sourceOf(handle, (await handle.stat()).size);
  try {
    const entries = new Map<string, ZipEntry>((await readZip(source, LARGEST)).map((entry) => [entry.name, entry]));
    return {
      names: [...entries.keys()],
      read: async (name, most = PICTURE_BYTES) => {
        const entry = entries.get(name);
        return entry && readEntry(source, entry, most);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const LARGEST = { directory: 64 * 1024 * 1024, unpacked: 64 * 1024 ** 3 }; // bytes: all pictures of a site
