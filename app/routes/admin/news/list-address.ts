const KEY = 'rampa.news-list';

/** Remembers the filters of the list for this tab: the editor returns to them. `search` is the URL's query. */
export function rememberList(search: string): void {
  sessionStorage.setItem(KEY, search);
}

export function listAddress(): string {
  return `/admin/news${sessionStorage.getItem(KEY) ?? ''}`;
}
