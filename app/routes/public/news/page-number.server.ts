import { redirect } from 'react-router';

/** `?page=` of a list at `path`. Redirects `?page=1`: one URL for the first page. Undefined unless a positive integer. */
export function pageNumber({ searchParams }: URL, path: string): number | undefined {
  const asked = searchParams.get('page');
  if (asked === null) return 1;
  if (asked === '1') throw redirect(path, { status: 301, headers: { 'Cache-Control': 'no-cache' } });
  return /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : undefined;
}
