/** A public page: a screen of `app/routes/public`. */
export interface SitePage {
  path: string; // `:slug` stands for one segment
  file: string;
  /** Query parameters that change what is rendered, besides the choices of a visitor. */
  parameters?: readonly ('page' | 'screen' | 't' | 'q')[];
  endsWithVote?: boolean; // May hold the address of the vote: never sent as stale once the vote is closed
  isOwn?: boolean; // There on every site, with words of an editor: in the sitemap, and in the preview of texts
}

/** In the order in which they are matched. Cache keys, reserved slugs, previews and the sitemap follow from them. */
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

/** Pages of which every site has the same number: they have room of their own in the cache. */
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

/** Other first segments that the site answers itself, and some for later. Those with a dot are no slugs. */
const OTHERS =
  '404 admin api assets contestants covers edit embed files healthz icons login metrics new og order pages participants player preview readyz rss static tag tags uploads';

/** A test walks the routes of the server and of the pages. */
const RESERVED = new Set([...SITE_PAGES.map(({ path }) => path.split('/')[1] ?? ''), ...OTHERS.split(' ')]);

/** Whether no page may have this slug. */
export function isReservedPath(slug: string): boolean {
  return RESERVED.has(slug);
}
