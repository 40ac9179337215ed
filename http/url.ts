import type { FastifyRequest } from 'fastify';
import { findSitePage, isFixed } from '../model/pages/routes.ts';
import { normalizePath } from '../model/redirects/addresses.ts';
import { MAX_QUERY } from '../model/search/query.ts';
import { readSecond } from '../model/settings/watch/phase.ts';
import { withoutEnd } from '../model/text/plain.ts';
import type { CacheKey } from './cache/store.ts';
import {
  hidesSpoilers,
  normalizeView,
  prefersSpoilerFree,
  readView,
  SPOILER_FREE,
  VIEW_PARAMETER,
  withSpoilers,
} from './view-choices.ts';

const MAX_PATH = 300; // characters of a request: longer paths are not normalised
const UNKNOWN = '/404';

export type PageKind = 'public' | 'panel' | 'player';

interface PageAddress {
  redirect: string | undefined; // the canonical path, if the request spells it otherwise
  search: string; // without the question mark
  target: string; // what is rendered: an unknown path is `/404`, irrelevant parameters are left out
  kind: PageKind; // by path: an unknown page below `/admin` has the panel's headers
  isHidden: boolean; // panel, previews and searches: not indexed, not stored by browsers
  key: CacheKey | undefined; // undefined for previews, redirects and searches
  spoilerFree?: string; // URL for a visitor who asked for spoiler-free pages
}

declare module 'fastify' {
  interface FastifyRequest {
    page: PageAddress | undefined;
  }
}

/** The requested page, parsed once; undefined below `/api`. */
export function pageOf(request: FastifyRequest): PageAddress | undefined {
  request.page ??= readAddress(request.url, request.headers.cookie);
  return request.page;
}

/** Address of the 404 page, for a path that is known to have no page. */
export function notFoundAddress(page: PageAddress): PageAddress {
  const key = pageKey(UNKNOWN, 'public', page.search);
  return { ...page, target: key.target, key };
}

function readAddress(url: string, cookie: string | undefined): PageAddress | undefined {
  const [path = ''] = url.split('?', 1);
  const search = url.slice(path.length + 1);
  if (/^\/api(?:\/|$)/.test(path)) return undefined;
  const plain = plainPath(path);
  const redirect = plain === path ? undefined : plain;
  if (redirect !== undefined || plain?.startsWith('/preview/'))
    return { redirect, search, target: path, kind: 'public', isHidden: true, key: undefined };
  const known = plain ?? UNKNOWN;
  // A panel page would be rendered for each request.
  const kind = path.length > MAX_PATH ? 'public' : kindOf(path);
  const key = pageKey(known, known === UNKNOWN ? 'public' : kind, search);
  const page = { redirect, search, target: key.target, kind, isHidden: kind === 'panel' };
  const isSearch = kind === 'public' && isSearching(known, search);
  const isSent = kind === 'public' && prefersSpoilerFree(cookie) && !hidesSpoilers(search);
  if (isSent) return { ...page, key: undefined, spoilerFree: withSpoilers(true, known, search) };
  return isSearch ? { ...page, isHidden: true, key: undefined } : { ...page, key };
}

/** Never cached: the number of queries is unlimited. */
function isSearching(path: string, search: string): boolean {
  return /^\/search(\.data)?$/.test(path) && Boolean(new URLSearchParams(search).get('q')?.trim());
}

/** Canonical path of a page; undefined when none can match: too long, empty segments, line breaks, capitals outside previews. */
function plainPath(path: string): string | undefined {
  if (path.length > MAX_PATH || withoutEnd(path, '/').includes('//')) return undefined;
  const plain = normalizePath(path);
  // React Router's `*` matches no line break.
  if (/%0[AD]|%E2%80%A[89]/.test(plain)) return undefined;
  const hasCapitals = /[A-Z]/.test(plain.replace(/%[0-9A-F]{2}/g, ''));
  return plain.includes('//') || (hasCapitals && !plain.startsWith('/preview/')) ? undefined : plain;
}

function kindOf(path: string): PageKind {
  if (path === '/player') return 'player';
  return /^\/admin([/.]|$)/.test(path) ? 'panel' : 'public';
}

function pageKey(path: string, kind: PageKind, search: string): CacheKey {
  if (kind === 'panel') return { target: path, partition: 'panel' };
  const isData = path.endsWith('.data');
  const page = findSitePage(isData ? path.replace(/(\/_)?\.data$/, '') || '/' : path);
  const { file, parameters = [], endsWithVote = false } = page ?? {};
  const given = new URLSearchParams(search);
  const query = new URLSearchParams();
  const number = parameters.includes('page') ? given.get('page') : null;
  if (number !== null) query.set('page', number.slice(0, MAX_PAGE_NUMBER));
  const words = parameters.includes('q') ? given.get('q')?.trim() : undefined;
  if (words) query.set('q', words.slice(0, MAX_QUERY));
  // Full-window view for a screen in the hall.
  const screen = parameters.includes('screen') ? given.get('screen') : null;
  const show = /^[1-9]\d{0,8}$/.test(screen ?? '') ? screen : null;
  if (screen !== null) query.set('screen', show ?? '');
  // React Router's single fetch: the data of the page alone, which browsers request on navigation.
  const part = `routes/public/${file}`;
  if (isData && file && given.get('_routes') === part) query.set('_routes', part);
  const isPublic = kind === 'public';
  const view = isPublic && !isData ? normalizeView(readView(given.get(VIEW_PARAMETER))) : '';
  if (view) query.set(VIEW_PARAMETER, view);
  const isSpoilerFree = isPublic && hidesSpoilers(given);
  if (isSpoilerFree) query.set(...SPOILER_FREE);
  const second = parameters.includes('t') && !isData ? readSecond(given.get('t')) : undefined;
  if (second !== undefined) query.set('t', String(second));
  const target = query.size > 0 ? `${path}?${query}` : path;
  if (show !== null || second !== undefined) return { target, partition: 'chosen', endsWithVote };
  if (view || isSpoilerFree) return { target, partition: 'views', endsWithVote };
  const isOne = kind === 'player' || (page !== undefined && isFixed(page));
  return { target, partition: isOne && number === null && screen === null ? 'pages' : 'articles', endsWithVote };
}

const MAX_PAGE_NUMBER = 10; // One digit more than a page number can have
