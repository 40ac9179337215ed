import type { Browser } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { addFirstPages } from '../../boot/first-pages.ts';
import { createTestApp, type TestApp } from './app.ts';
import { sharedBrowser } from './browser/browser.ts';
import { openPanel, type Panel } from './browser/panel.ts';
import { createVisits, type Visit } from './browser/visits.ts';
import { type GatedPostgres, startGatedPostgres } from './database/gated.ts';
import { createImageApp, type ImageApp } from './image-app.ts';
import { ADMIN, type ServerOptions, startServer, type TestServer } from './server.ts';

// What a file of tests needs, in one line at its head: `const site = await needSite();`. It is made before the first test, shared by all
// of the file and thrown away after the last.

/** The whole application in this process, on a database of its own, called by `inject`. */
export async function needSite(env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const site = await createTestApp(env);
  afterAll(site.close);
  return site;
}

/** Uploads and their serving alone. */
export async function needImages(): Promise<ImageApp> {
  const images = await createImageApp();
  afterAll(images.close);
  return images;
}

/** A new site at an address of its own, with its first pages, and the browser that this process has for all its files. */
export async function needBrowser(env: NodeJS.ProcessEnv = {}): Promise<Panel & { site: TestApp }> {
  const site = await needSite(env);
  await addFirstPages(site.store, ADMIN.username);
  const origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { dataDir, databaseUrl } = site.config;
  return { site, ...(await needBrowserOn({ origin, dataDir, databaseUrl })) };
}

/** The same browser for another server. */
export async function needBrowserOn(server: Panel['server']): Promise<Panel> {
  const panel = await openPanel(server);
  leave(panel.browser);
  return panel;
}

/** The demo festival, which nobody may change, and the same browser; in files of `.demo`. */
export async function needFestival(): Promise<{ origin: string; browser: Browser; visit: Visit }> {
  const browser = await sharedBrowser();
  leave(browser);
  return { origin: inject('festival'), browser, visit: createVisits(browser) };
}

function leave(browser: Browser): void {
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close();
  });
}

/** The server as a process that may be stopped, killed and started again. */
export async function needProcess(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  afterAll(server.stop);
  return server;
}

/** A PostgreSQL of its own behind a gate that may be closed; for what other databases of the project's one must not notice. */
export async function needPostgres(): Promise<GatedPostgres> {
  const postgres = await startGatedPostgres();
  afterAll(postgres.close);
  return postgres;
}
