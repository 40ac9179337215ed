import { FINAL } from '../programme/show.ts';
import type { TestApp } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';

/** Fills an empty site with a festival in short texts: what the tables of queries are asked of. */
export async function addFestival({ editor }: Pick<TestApp, 'editor'>): Promise<void> {
  const { id: show } = (await editor('POST', '/api/admin/shows', FINAL)).json();
  for (const [name, song, region, text] of rowsIn<[string, string, string, string]>(
    'search/festival.txt',
    'contestants',
  ))
    await editor('POST', '/api/admin/contestants', { name, song, region, text, shows: [show] });
  const content = (text: string) => `<p>${text}</p>`;
  for (const [at, [slug, title, text]] of rowsIn<[string, string, string]>('search/festival.txt', 'news').entries()) {
    const date = `2025-07-${String((at % 28) + 1).padStart(2, '0')}`;
    await editor('POST', '/api/admin/news', { slug, title, content: content(text), date });
  }
  for (const [slug, title, text] of rowsIn<[string, string, string]>('search/festival.txt', 'pages'))
    await editor('POST', '/api/admin/pages', { slug, title, content: content(text), status: 'published' });
}
