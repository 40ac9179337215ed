import type { Db } from '../../db/tables.ts';

/** Size in pixels and description by URL; unknown URLs are left out. */
export async function findImages(
  db: Db,
  urls: Iterable<string>,
): Promise<Map<string, { width: number; height: number; alt: string }>> {
  const names = [...new Set(urls)].flatMap((url) => /^\/uploads\/([\w.]+)$/.exec(url)?.[1] ?? []);
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'alt'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, width, height, alt }) => [`/uploads/${name}`, { width, height, alt }]));
}
