import type { Db } from '../../db/tables.ts';
import { typeOf } from '../uploads/types.ts';

export interface KnownFile {
  label: string; // «PDF»
  bytes: number;
  seconds: number | null; // of audio; null when unknown
}

/** By URL. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Type, size and duration of files for pages; unknown URLs are left out. */
export async function findFiles(db: Db, urls: Iterable<string>): Promise<KnownFiles> {
  const names = [...new Set(urls)].flatMap((url) => /^\/uploads\/([\w.]+)$/.exec(url)?.[1] ?? []);
  if (names.length === 0) return new Map();
  const rows = await db.selectFrom('files').select(['name', 'bytes', 'seconds']).where('name', 'in', names).execute();
  return new Map(
    rows.map(({ name, bytes, seconds }) => [`/uploads/${name}`, { label: typeOf(name)?.label ?? '', bytes, seconds }]),
  );
}

/** Title of a file; undefined when it has no row. */
export async function findTitle(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('files').select('title').where('name', '=', name).executeTakeFirst();
  return row?.title;
}
