import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Db } from '../db/tables.ts';
import type { NewsPages } from '../model/articles/news-pages.ts';
import type { WatchDefaults } from '../model/settings/watch/watch.ts';

/** What every page may ask of the server. */
export interface Site {
  db: Db;
  newsPages: NewsPages;
  /** Scheme and host for absolute links, without a trailing slash. */
  origin: string;
  watchDefaults: WatchDefaults;
  playerHosts: string[];
  timeZone: string;
}

export const siteContext = createContext<Site>();

/**
 * The mark of this rendering, as `nonce` on every inline script and style of our own. It is random and taken out before the page is
 * sent: what stands in stored text cannot carry it, so the policy never lists that.
 */
export const markContext = createContext<string>();
/** The same for components; undefined in the browser. */
export const MarkContext = createReactContext<string | undefined>(undefined);

/** The mark-up of the view bar, made by the server; undefined in the browser, where it stands in the document. */
export const ViewBarContext = createReactContext<string | undefined>(undefined);
