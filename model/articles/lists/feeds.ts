import { contains } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { bodyFiles } from '../../body/blocks/attachment.ts';
import { findFiles } from '../../files/library.ts';
import { typeOf } from '../../uploads/types.ts';
import { isPublic } from '../visibility.ts';

export interface Recording {
  url: string; // `/uploads/…`
  bytes: number;
  type: string; // MIME
}

/** The first piece of audio that each public article plays, by slug. */
export async function firstAudio(db: Db, slugs: string[]): Promise<Map<string, Recording>> {
  if (slugs.length === 0) return new Map();
  const articles = await db
    .selectFrom('articles')
    .select(['slug', 'content'])
    .where('slug', 'in', slugs)
    .where(isPublic())
    .where(contains(db, 'content', '<figure class="audio">'))
    .execute();
  const urls = new Map(articles.map(({ slug, content }) => [slug, bodyFiles(content, 'audio')[0] ?? '']));
  const files = await findFiles(db, urls.values());
  return new Map(
    [...urls].flatMap(([slug, url]): [string, Recording][] => {
      const known = files.get(url);
      return known ? [[slug, { url, bytes: known.bytes, type: typeOf(url)?.mime ?? '' }]] : [];
    }),
  );
}

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
