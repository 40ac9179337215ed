import type { CacheKey } from './cache/key.ts';
import { kindOf } from './pages/csp.ts';
import { readView, spellView, VIEW_PARAMETER } from './view-choices.ts';

const MAX_PATH = 300;
const UNKNOWN = '/404';

/** Splits a request target at the first question mark. */
export function splitTarget(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/** Canonical path of a page; undefined when none can match: empty segments, line breaks, capitals outside previews. */
export function plainPath(path: string): string | undefined {
  const { pathname } = new URL(`http://site${path}`);
  const decoded = pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  const plain = decoded.replace(/\/+$/, '') || '/';
  // React Router's `*` matches no line break.
  if (/%0[AD]|%E2%80%A[89]/.test(plain)) return undefined;
  const hasCapitals = /[A-Z]/.test(plain.replace(/%[0-9A-F]{2}/g, ''));
  return plain.includes('//') || (hasCapitals && !plain.startsWith('/preview/')) ? undefined : plain;
}

/** Cache key of a page or its data; irrelevant parameters are ignored. Undefined for previews and redirects. */
export function pageKey(url: string): CacheKey | undefined {
  const { path, search } = splitTarget(url);
  const plain = plainPath(path);
  if (plain !== undefined && plain !== path) return undefined;
  if (path.startsWith('/preview/')) return undefined;
  const known = plain === undefined || plain.length > MAX_PATH ? UNKNOWN : plain;
  if (kindOf(known) === 'panel') return { target: known, partition: 'panel' };
  const given = new URLSearchParams(search);
  const query = new URLSearchParams();
  const page = /^\/news(\.data)?$/.test(known) ? given.get('page') : null;
  if (page !== null) query.set('page', page.slice(0, MAX_PAGE_NUMBER));
  const part = leafOf(known);
  if (part !== undefined && given.get('_routes') === part) query.set('_routes', part);
  const hasViews = kindOf(known) === 'public' && !known.endsWith('.data');
  const view = hasViews ? spellView(readView(given.get(VIEW_PARAMETER))) : '';
  if (view) query.set(VIEW_PARAMETER, view);
  const target = query.size > 0 ? `${known}?${query}` : known;
  const endsWithVote = known.startsWith('/vote');
  if (view) return { target, partition: 'views', endsWithVote };
  return { target, partition: FIXED.test(known) && page === null ? 'pages' : 'articles', endsWithVote };
}

/** One digit more than a page number can have. */
const MAX_PAGE_NUMBER = 10;

const FIXED = /^\/(?:news|watch|vote|about|player|(?:_|news|watch|vote|about)\.data)?$/;

/** Route id of a page's data in `_routes` (React Router's single fetch), which browsers request on navigation. */
function leafOf(path: string): string | undefined {
  const [, page = '', inside] = /^\/([a-z_]+)(\/[^/]+)?\.data$/.exec(path) ?? [];
  const name = page === '_' ? 'home' : inside && page === 'news' ? 'article' : page;
  return name && (inside === undefined || page === 'news') ? `routes/public/${name}` : undefined;
}
