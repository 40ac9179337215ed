import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { SharedSite } from '../app/context.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { PageCache } from '../http/cache/page-cache.ts';
import { ChangeFeed } from '../http/live/change-feed.ts';
import { Live } from '../http/live/live.ts';
import type { RenderPage } from '../http/pages/serve.ts';
import { createNewsPages } from '../model/articles/lists/news-pages.ts';
import { NextChange } from '../model/next-change.ts';
import { createStore, type Store } from '../model/store.ts';
import { SERVER_BUILDS } from '../ops/build/build.ts';
import type { AppOptions } from './app.ts';

/** Store, cache and change feed of a database, and the input of its pages; `close` leaves the database open. */
export function createParts(
  db: Db,
  config: Config,
  { log, passwords }: { log?: FastifyBaseLogger; passwords?: Store['passwords'] } = {},
) {
  const { timeZone, playerHosts } = config;
  const nextChange = new NextChange(db);
  const pageCache = new PageCache(db, nextChange);
  const live = new Live(db, config, nextChange);
  const newsPages = createNewsPages(db);
  const changes = new ChangeFeed(db, config.databaseUrl, { newsPages, pageCache, live }, log);
  const store = createStore(db, config, changes.publish, passwords);
  const watchDefaults = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  const seenLists = () => live.lists();
  const site = { db, newsPages, pages: pageCache.pages, seenLists, watchDefaults, playerHosts, timeZone };
  const close = async () => {
    changes.stop();
    await store[Symbol.asyncDispose]();
  };
  return { store, pageCache, live, changes, site, close };
}

type Pages = typeof import('../app/request-handler.ts');

/** The panel's bundle is loaded on its first request: most servers rarely need it. */
export async function loadPages(site: SharedSite): Promise<RenderPage> {
  const load = async (name: 'site' | 'panel') =>
    ((await import(pathToFileURL(path.join(SERVER_BUILDS, name, 'index.js')).href)) as Pages).createPages(site);
  const renderSite = await load('site');
  let panel: Promise<RenderPage> | undefined;
  return async (page) => {
    if (!page.isPanel) return renderSite(page);
    panel ??= load('panel');
    return (await panel)(page);
  };
}

export async function createDevPages(site: Parameters<Pages['createPages']>[0]) {
  const { createServer } = await import('vite');
  const vite = await createServer({ configLoader: 'native', server: { middlewareMode: true } });
  const renderPage: RenderPage = async (page) => {
    const { createPages } = (await vite.ssrLoadModule('/app/request-handler.ts')) as Pages;
    return createPages(site)(page);
  };
  // Vite would take `/api/partners` for the module `api/partners.ts`.
  const before: AppOptions['before'] = (request, response, next) =>
    request.url?.startsWith('/api/') ? next() : void vite.middlewares(request, response, next);
  return { renderPage, before };
}
