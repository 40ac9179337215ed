import type { Db } from '../../../db/tables.ts';

/** Inserts rows directly: the API would take a minute. Not announced to servers. */
export async function insertLong(db: Db, count: number, letters: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    slug: `long-${at}`,
    title: `Длинная ${at}`,
    title_search: `длинная ${at}`,
    date: new Date(Date.UTC(2025, 0, 1 + (at % 50))).toISOString().slice(0, 10),
    content: `<p>${String(at).repeat(letters / String(at).length)}</p>`,
    lead: '',
    cover_image_url: null,
    cover_alt: '',
    group_id: null,
    publish_at: '2025-01-01T00:00:00.000Z',
    expires_at: null,
    created_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-01T00:00:00.000Z',
    updated_by: null,
    deleted_at: null,
    version: 1,
  }));
  for (let from = 0; from < count; from += 50)
    await db
      .insertInto('articles')
      .values(rows.slice(from, from + 50))
      .execute();
}
