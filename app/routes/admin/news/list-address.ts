const KEY = 'rampa.news-list';

/** Remembers the filters of the list for this tab: the editor returns to them. `search` is the URL's query. */
export function rememberList(search: string): void {
  sessionStorage.setItem(KEY, search);
}

/** Address of a list; of news with the last used filters. */
export function listAddress(path: '/admin/news' | '/admin/pages'): string {
  return path === '/admin/news' ? path + (sessionStorage.getItem(KEY) ?? '') : path;
}
