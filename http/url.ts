import type { CacheKey } from './cache/key.ts';
import { kindOf } from './pages/csp.ts';
import { readView, spellView, VIEW_PARAMETER } from './view-choices.ts';

/** Characters of a page's address: longer ones belong to no page. */
const MAX_PATH = 300;
/** An address that no page has: its 404 is what every unknown one gets. */
const UNKNOWN = '/404';

/** Path and query of a request's target; the query is what stands behind the first question mark. */
export function splitTarget(url: string): { path: string; search: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/**
 * The one spelling of a page's address: no slash at its end, no dots to follow, nothing encoded that need not be.
 * Undefined when no page can be meant: empty segments, line breaks, or capitals, which only preview links have.
 */
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

/**
 * The page, or the data of a page, that a request's target means, in its one spelling: unknown parameters, further values, the order of
 * parameters and unknown words of a view do not count. Undefined for previews, and for a spelling that is redirected.
 */
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
  // Data and the player are the same in every view.
  const hasViews = kindOf(known) === 'public' && !known.endsWith('.data');
  const view = hasViews ? spellView(readView(given.get(VIEW_PARAMETER))) : '';
  if (view) query.set(VIEW_PARAMETER, view);
  const target = query.size > 0 ? `${known}?${query}` : known;
  const endsWithVote = known.startsWith('/vote');
  if (view) return { target, partition: 'views', endsWithVote };
  return { target, partition: FIXED.test(known) && page === null ? 'pages' : 'articles', endsWithVote };
}

/** Digits of a page number that can exist, and one more: what is longer is not found either. */
const MAX_PAGE_NUMBER = 10;

/** Pages that every site has, and their data. */
const FIXED = /^\/(?:news|watch|vote|about|player|(?:_|news|watch|vote|about)\.data)?$/;

/**
 * The id of the route that a page's data belong to, as `_routes` names it (React Router's single fetch). Browsers ask for this one
 * alone when they navigate; the layout's data stay.
 */
function leafOf(path: string): string | undefined {
  const [, page = '', inside] = /^\/([a-z_]+)(\/[^/]+)?\.data$/.exec(path) ?? [];
  const name = page === '_' ? 'home' : inside && page === 'news' ? 'article' : page;
  return name && (inside === undefined || page === 'news') ? `routes/public/${name}` : undefined;
}
