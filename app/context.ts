import { createContext } from 'react-router';
import type { NewsPages } from '../model/articles/news-pages.ts';
import type { Db } from '../model/tables.ts';
import type { WatchDefaults } from '../model/watch.ts';

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
