import { contains } from '../../../db/dialect.ts';
import type { Db } from '../../../db/tables.ts';
import { bodyFiles } from '../../body/blocks/attachment.ts';
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
  const names = [...urls.values()].map((url) => url.slice('/uploads/'.length));
  if (names.length === 0) return new Map();
  const files = await db.selectFrom('files').select(['name', 'bytes']).where('name', 'in', names).execute();
  const sizes = new Map(files.map(({ name, bytes }) => [`/uploads/${name}`, bytes]));
  return new Map(
    [...urls].flatMap(([slug, url]): [string, Recording][] => {
      const bytes = sizes.get(url);
      return bytes === undefined ? [] : [[slug, { url, bytes, type: typeOf(url)?.mime ?? '' }]];
    }),
  );
}
