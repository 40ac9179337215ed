/** A public page: a screen of `app/routes/public`. */
interface SitePage {
  path: string; // `:slug` stands for one segment
  file: string;
  /** Query parameters that affect rendering, besides the visitor's choices. */
  parameters?: readonly ('page' | 'screen' | 't' | 'q')[];
  endsWithVote?: boolean; // May contain the voting URL: never sent as stale once the vote is closed
  isOwn?: boolean; // Exists on every site, with editable texts: in the sitemap, and in the preview of texts
}

/** In matching order. Cache keys, reserved slugs, previews and the sitemap are derived from these. */
export const SITE_PAGES: readonly SitePage[] = [
  { path: '/', file: 'home', isOwn: true },
  { path: '/news', file: 'news', parameters: ['page'], isOwn: true },
  { path: '/news/:slug', file: 'article' },
  { path: '/news/tag/:slug', file: 'tag', parameters: ['page'] },
  { path: '/watch', file: 'watch', parameters: ['t'], isOwn: true },
  { path: '/vote', file: 'vote', endsWithVote: true, isOwn: true },
  { path: '/about', file: 'about', isOwn: true },
  { path: '/programme', file: 'programme' },
  { path: '/programme/:slug', file: 'contestant' },
  { path: '/results', file: 'results', parameters: ['screen'] },
  { path: '/history', file: 'history' },
  { path: '/history/:slug', file: 'edition' },
  { path: '/search', file: 'search', parameters: ['q'] },
  { path: '/:slug', file: 'page' },
];

/** Pages without parameters in their path: they have their own cache partition. */
export function isFixed({ path }: SitePage): boolean {
  return !path.includes(':');
}

const SHAPES = SITE_PAGES.map((page) => ({
  page,
  shape: new RegExp(`^${page.path.replace(':slug', '[^/]+')}$`),
}));

/** `path`: of a document, percent-encoded. */
export function findSitePage(path: string): SitePage | undefined {
  return SHAPES.find(({ shape }) => shape.test(path))?.page;
}

export const OWN_PAGES = SITE_PAGES.filter(({ isOwn }) => isOwn).map(({ path }) => path);

/** Other first segments that the site serves, and some for the future. Segments with a dot cannot be slugs. */
const OTHERS =
  '404 admin api assets contestants covers edit embed files healthz icons login metrics new og order pages participants player preview readyz rss static tag tags uploads';

/** A test compares these with the routes of server and pages. */
const RESERVED = new Set([...SITE_PAGES.map(({ path }) => path.split('/')[1] ?? ''), ...OTHERS.split(' ')]);

/** Whether no page may have this slug. */
export function isReservedPath(slug: string): boolean {
  return RESERVED.has(slug);
}
