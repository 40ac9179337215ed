import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Db } from '../db/tables.ts';
import type { Choices } from '../http/view-choices.ts';
import type { NewsPages } from '../model/articles/lists/news-pages.ts';
import type { PageIndex } from '../model/pages/page-index.ts';
import type { SiteText } from '../model/settings/site-text.ts';
import type { WatchDefaults } from '../model/settings/watch/watch.ts';
import type { Unsaved } from '../model/unsaved.ts';

export interface SharedSite {
  db: Db;
  newsPages: NewsPages;
  pages: PageIndex;
  /** `lists` of `GET /api/live?poll`: what a page that is rendered now has seen. */
  seenLists: () => string;
  watchDefaults: WatchDefaults;
  playerHosts: string[];
  timeZone: string;
}

/** What one rendering has, its loaders and its document. `isSpoilerFree`: no page may tell how the contest ended. */
export interface Site extends SharedSite, Choices {
  origin: string; // scheme and host for absolute links, without a trailing slash
  /** Of our inline code. Random and never sent: stored text cannot carry it into the CSP. */
  nonce: string;
  /** Texts of the site, with those of a preview over them; read once. */
  texts: () => Promise<SiteText>;
  /** Preview in the panel: the unsaved article. */
  unsaved?: Unsaved;
}

export const siteContext = createContext<Site>();

/** Nothing in the browser, where choices and HTML of the view bar are in the document already. */
export const RenderedWith = createReactContext<Partial<Site> & { viewBar?: string | undefined }>({});

/** What the server wrote, undefined on the server: React leaves the same object as it is, with what scripts changed in it. */
export function inDocument(selector: string): { __html: string } | undefined {
  return import.meta.env.SSR ? undefined : { __html: document.querySelector(selector)?.innerHTML ?? '' };
}
