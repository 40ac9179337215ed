import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { PageCache } from '../http/cache/page-cache.ts';
import { ChangeFeed } from '../http/live/change-feed.ts';
import { Live } from '../http/live/live.ts';
import { NextChange } from '../http/next-change.ts';
import { createPasswordHasher } from '../model/admins/hasher.ts';
import { createNewsPages } from '../model/articles/lists/news-pages.ts';
import { createSanitizer } from '../model/body/sanitizer.ts';
import { createFileStore } from '../model/files/files.ts';
import { createImageStore } from '../model/images/images.ts';
import type { Store } from '../model/store.ts';
import { uploadsIn } from '../model/uploads/storage/folder.ts';
import { openStorage } from '../model/uploads/storage/table.ts';

/** Store, cache and change feed around a database, and what its pages read; `close` ends them and leaves the database open. */
export function createParts(
  db: Db,
  config: Config,
  { log, passwords = createPasswordHasher() }: { log?: FastifyBaseLogger; passwords?: Store['passwords'] } = {},
) {
  const { timeZone, playerHosts } = config;
  const nextChange = new NextChange(db);
  const pageCache = new PageCache(db, nextChange);
  const live = new Live(db, config, nextChange);
  const newsPages = createNewsPages(db);
  const changes = new ChangeFeed(db, config.databaseUrl, { newsPages, pageCache, live }, log);
  const directory = uploadsIn(config.dataDir);
  const uploads = openStorage(db, directory);
  const images = createImageStore({ db, directory, storage: uploads });
  const files = createFileStore({ db, directory, storage: uploads });
  const sanitizer = createSanitizer();
  const store: Store = { db, announce: changes.announce, uploads, images, files, passwords, timeZone, sanitizer };
  const watchDefaults = { playerUrl: config.streamPlayerUrl, streamUrl: config.streamHlsUrl };
  const seenLists = () => live.lists();
  const site = { db, newsPages, pages: pageCache.pages, seenLists, watchDefaults, playerHosts, timeZone };
  const close = async () => {
    changes.stop();
    for (const part of [images, sanitizer, files, uploads]) await part.close();
  };
  return { store, pageCache, live, changes, site, close };
}
