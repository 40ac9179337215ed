import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Db } from '../db/tables.ts';
import type { NewsPages } from '../model/articles/lists/news-pages.ts';
import type { PageIndex } from '../model/pages/page-index.ts';
import type { WatchDefaults } from '../model/settings/watch/watch.ts';
import type { Unsaved } from '../model/unsaved.ts';

export interface Site {
  db: Db;
  newsPages: NewsPages;
  pages: PageIndex;
  /** `lists` of `GET /api/live?poll`: what a page that is rendered now has seen. */
  seenLists: () => string;
  origin: string; // scheme and host for absolute links, without a trailing slash
  watchDefaults: WatchDefaults;
  playerHosts: string[];
  timeZone: string;
  /** The visitor asked for pages that do not tell how the contest ended. */
  isSpoilerFree: boolean;
  /** Preview in the panel: the unsaved article. */
  unsaved?: Unsaved;
}

export const siteContext = createContext<Site>();

/** Nonce of our inline code in one rendering. Random and never sent: stored text cannot carry it into the CSP. */
export const nonceContext = createContext<string>();
export const NonceContext = createReactContext<string | undefined>(undefined);

/** HTML of the view bar, rendered on the server; undefined in the browser, where it is read from the document. */
export const ViewBarContext = createReactContext<string | undefined>(undefined);

/** What the server wrote, undefined on the server: React leaves the same object as it is, with what scripts changed in it. */
export function inDocument(selector: string): { __html: string } | undefined {
  return import.meta.env.SSR ? undefined : { __html: document.querySelector(selector)?.innerHTML ?? '' };
}
