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
  /** `lists` of `GET /api/live?poll`: cursor for a page that is rendered now. */
  seenLists: () => string;
  watchDefaults: WatchDefaults;
  playerHosts: string[];
  timeZone: string;
}

/** Context of one rendering, for its loaders and its document. `isSpoilerFree`: the outcome of the contest is hidden. */
export interface Site extends SharedSite, Choices {
  origin: string; // scheme and host for absolute links, without a trailing slash
  /** Marks our inline code. Random and never sent: stored text cannot carry it into the CSP. */
  nonce: string;
  /** Texts of the site, overridden by those of a preview; read once. */
  texts: () => Promise<SiteText>;
  /** Preview in the panel: the unsaved article. */
  unsaved?: Unsaved;
}

export const siteContext = createContext<Site>();

/** Empty in the browser: the document already has the choices and the HTML of the view bar. */
export const RenderedWith = createReactContext<Partial<Site> & { viewBar?: string | undefined }>({});

/** Inner HTML that the server rendered; undefined on the server. React then keeps the element, with the changes made by scripts. */
export function serverHtml(selector: string): { __html: string } | undefined {
  return import.meta.env.SSR ? undefined : { __html: document.querySelector(selector)?.innerHTML ?? '' };
}
