import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import type { Db } from '../../db/tables.ts';
import { addFirstPages } from '../../seeds/pages.ts';
import { createTestApp, type TestApp } from './app.ts';
import { sharedBrowser } from './browser/browser.ts';
import { openPanel, type Panel } from './browser/panel.ts';
import { createVisits, type Visit } from './browser/visits.ts';
import { freshDatabase } from './database/databases.ts';
import { createGate } from './database/gate.ts';
import { startPostgres } from './database/postgres.ts';
import { createImageApp, type ImageApp } from './image-app.ts';
import { ADMIN, type ServerOptions, startServer, type TestServer } from './server.ts';

// What a file of tests needs, in one line at its head: `const site = await needSite();`. It is made before the first test, shared by all
// of the file and thrown away after the last. The same line in a test, or before each, gives that test one of its own.

/** After the test that needs it; after the last when the whole file does. */
function endLater(end: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()));
  else afterAll(async () => void (await end()));
}

export const needFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'rampa-'));

/** The project's database that belongs to a data directory, empty; `locale` is how a PostgreSQL sorts texts by itself. */
export async function needDatabase(dataDir?: string, locale?: string) {
  const made = await freshDatabase(dataDir ?? (await needFolder()), locale);
  endLater(() => made.db.destroy().then(made.drop));
  return made;
}

/** The whole application in this process, on a database of its own, called by `inject`. */
export async function needSite(env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const site = await createTestApp(env);
  endLater(site.close);
  return site;
}

/** Uploads and their serving alone, on a database of their own or this one. */
export async function needImages(db?: Db): Promise<ImageApp> {
  const images = await createImageApp(db);
  endLater(images.close);
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
  endLater(async () => {
    for (const context of browser.contexts()) await context.close();
  });
}

export async function needProcess(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  endLater(server.stop);
  return server;
}

/** A PostgreSQL of its own behind a gate that may be closed; for what other databases of the project's one must not notice. */
export async function needPostgres() {
  const postgres = await startPostgres();
  endLater(postgres.stop);
  const gate = await createGate(postgres.port);
  endLater(gate.close);
  // It leads through the gate.
  return { url: Object.assign(new URL(postgres.url), { port: String(gate.port) }).href, gate };
}

/** The application with one article on such a PostgreSQL. */
export async function needGatedSite() {
  const { url, gate } = await needPostgres();
  const t = await createTestApp({}, url);
  endLater(async () => {
    gate.thaw();
    await t.close();
  });
  await t.editor('POST', '/api/admin/news', { title: 'Первая', slug: 'first', content: '<p>Текст</p>' });
  return { t, gate };
}
