/**
 * First path segments that the site answers itself, and some for later. Those with a dot are no slugs. A test walks the
 * routes of the server and of the pages.
 */
const RESERVED: ReadonlySet<string> = new Set([
  '404',
  'about',
  'admin',
  'api',
  'assets',
  'contestants',
  'covers',
  'edit',
  'embed',
  'files',
  'healthz',
  'icons',
  'login',
  'metrics',
  'new',
  'news',
  'og',
  'order',
  'pages',
  'participants',
  'player',
  'preview',
  'programme',
  'readyz',
  'results',
  'rss',
  'search',
  'static',
  'tag',
  'tags',
  'uploads',
  'vote',
  'watch',
]);

/** Whether no page may have this slug. */
export function isReservedPath(slug: string): boolean {
  return RESERVED.has(slug);
}
