import type { Db } from '../../../db/tables.ts';
import { isPublic } from '../visibility.ts';

/** Most addresses of a part; cut by id, so that a change affects one part only. */
export const PART_SIZE = 10_000;

export interface Address {
  slug: string;
  updated_at: string;
  cover_image_url: string | null;
}

/** Addresses of the public articles of a part (from 1), oldest first. */
export function publicAddresses(db: Db, part: number): Promise<Address[]> {
  return inPart(db, part).select(['slug', 'updated_at', 'cover_image_url']).orderBy('id').execute();
}

/** Numbers of the parts with a public article; at least [1]. */
export async function addressParts(db: Db): Promise<number[]> {
  const { last } = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const parts = Array.from({ length: Math.ceil((last ?? 0) / PART_SIZE) }, (_, at) => at + 1);
  const filled: number[] = [];
  for (const part of parts) if (await inPart(db, part).select('id').executeTakeFirst()) filled.push(part);
  return filled.length > 0 ? filled : [1];
}

function inPart(db: Db, part: number) {
  return db
    .selectFrom('articles')
    .where('id', '>', (part - 1) * PART_SIZE)
    .where('id', '<=', part * PART_SIZE)
    .where(isPublic());
}
