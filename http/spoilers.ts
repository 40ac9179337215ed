/** `?spoilers=hide`: pages that do not tell how the contest ended, for those who have not watched it yet. */

const PARAMETER = 'spoilers';
const HIDE = 'hide';
const COOKIE = /(?:^|;\s*)rampa\.spoilers=hide(?:;|$)/;

export const SPOILER_FREE = [PARAMETER, HIDE] as const;

/** `search`: query of the address, with or without the question mark, or its parameters. */
export function hidesSpoilers(search: string | URLSearchParams): boolean {
  const parameters = typeof search === 'string' ? new URLSearchParams(search) : search;
  return parameters.get(PARAMETER) === HIDE;
}

/** Whether the visitor, who asked for it once, is to be sent to the spoiler-free address of a page. */
export function prefersSpoilerFree(cookie: string | undefined): boolean {
  return cookie !== undefined && COOKIE.test(cookie);
}

/** Address of the page without spoilers, or with them. */
export function withSpoilers(isHidden: boolean, pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  if (isHidden) query.set(...SPOILER_FREE);
  else query.delete(PARAMETER);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
