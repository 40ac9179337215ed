import path from 'node:path';
import { createApp } from './boot/app.ts';
import { createParts, loadPages } from './boot/parts.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { ASSETS_DIR } from './ops/build/build.ts';
import type { ReadSite } from './ops/export/static/static.ts';

const A_DAY = 24 * 3_600_000; // ms

/** The application without a listening port, answering for `origin`. `folder`: for copies of uploads in PostgreSQL. */
export async function readSite(
  db: Db,
  configured: Config,
  { origin, folder }: { origin: string; folder: string },
): Promise<ReadSite> {
  const dataDir = configured.databaseUrl ? path.join(folder, 'data') : configured.dataDir;
  const config: Config = { ...configured, dataDir, publicUrl: origin, trustProxy: [] };
  const { store, pageCache, live, site, close } = createParts(db, config);
  const renderPage = await loadPages(site);
  const isOverloaded = () => false;
  const app = await createApp({ config, store, renderPage, pageCache, live, assetsDir: ASSETS_DIR, isOverloaded });
  const { host } = new URL(origin);
  // Keeps the process alive: it has no listening socket, and the child that draws pictures is unreferenced.
  const alive = setInterval(() => {}, A_DAY);
  return {
    async get(address) {
      const answer = await app.inject({ url: address, headers: { host }, payloadAsStream: true });
      const { 'content-type': type, location } = answer.headers;
      return { status: answer.statusCode, type: String(type ?? ''), location, body: answer.stream() };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(alive);
      await app.close();
      await close();
    },
  };
}
