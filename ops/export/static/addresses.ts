import path from 'node:path';
import { findSitePage } from '../../../model/pages/routes.ts';

/** Shown for addresses that are not there; a web server is told its name. */
export const NOT_FOUND = '404.html';

/** Where an address of the site lies in the folder; undefined for what is neither a page nor a file. */
export function fileFor({ pathname, searchParams }: URL): string | undefined {
  const name = decoded(pathname);
  if (name === undefined || /[\\\0]|(^|\/)\.\.(\/|$)/.test(name)) return undefined;
  if (path.posix.extname(name) !== '') return name.slice(1);
  const page = findSitePage(pathname);
  if (!page) return undefined;
  const number = page.parameters?.includes('page') ? Number(searchParams.get('page') ?? 1) : 1;
  return path.posix.join(name.slice(1), number > 1 ? `index-${number}.html` : 'index.html');
}

/** What is asked for to get it: of the query only the number of the page. */
export function requestFor({ pathname, searchParams }: URL): string {
  const number = Number(searchParams.get('page') ?? 1);
  return number > 1 ? `${pathname}?page=${number}` : pathname;
}

/** From one file of the folder to another. */
export function relative(from: string, to: string): string {
  const way = path.posix.relative(path.posix.dirname(from), to);
  // A colon in the first segment would begin a scheme.
  return `${/^[^/]*:/.test(way) ? './' : ''}${way.split('/').map(encodeURIComponent).join('/')}`;
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
