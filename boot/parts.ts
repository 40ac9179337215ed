import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { PageCache } from '../http/cache/page-cache.ts';
import { ChangeFeed } from '../http/live/change-feed.ts';
import { Live } from '../http/live/live.ts';
import { NextChange } from '../http/next-change.ts';
import { createNewsPages } from '../model/articles/lists/news-pages.ts';
import { createStore, type Store } from '../model/store.ts';

/** Store, cache and change feed around a database, and what its pages read; `close` ends them and leaves the database open. */
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
  const store = createStore(db, config, changes.announce, passwords);
  const watchDefaults = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  const seenLists = () => live.lists();
  const site = { db, newsPages, pages: pageCache.pages, seenLists, watchDefaults, playerHosts, timeZone };
  const close = async () => {
    changes.stop();
    await store[Symbol.asyncDispose]();
  };
  return { store, pageCache, live, changes, site, close };
}
