import type { Db } from '../../db/tables.ts';
import { invalid } from '../../errors.ts';

/** Focal point of a crop, in per cent from the left and from the top. */
export interface Focus {
  x: number;
  y: number;
}

export interface ImageFacts {
  width: number; // pixels
  height: number;
  bytes: number;
  alt: string;
  credit: string;
  focus?: Focus; // default: the centre
}

/** Size, description and focal point by URL; unknown URLs are left out. */
export async function findImages(db: Db, urls: Iterable<string | null>): Promise<Map<string, ImageFacts>> {
  const names = [...new Set(urls)].flatMap((url) => /^\/uploads\/([\w.]+)$/.exec(url ?? '')?.[1] ?? []);
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'bytes', 'alt', 'credit', 'focus_x', 'focus_y'])
    .where('name', 'in', names)
    .execute();
  return new Map(
    rows.map(({ name, focus_x: x, focus_y: y, ...image }) => {
      const isCentred = x === 50 && y === 50;
      return [`/uploads/${name}`, { ...image, ...(!isCentred && { focus: { x, y } }) }];
    }),
  );
}

/** 400 unless `url` is null or a stored image. Call after writing the row: deleting an image waits for its lock. */
export async function assertImage(tx: Db, field: string, name: string, url: string | null): Promise<void> {
  if (url === null || (await findImages(tx, [url])).has(url)) return;
  throw invalid(field, `${name}: такой картинки на сайте нет. Загрузите её заново.`);
}
