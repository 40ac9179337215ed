import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

export interface WatchedPage extends Page {
  /** What the page complained about: its console and uncaught errors. */
  complaints: string[];
  /** Ends the visit before its test does. */
  leave: () => Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** What an earlier visit left in the browser's local storage. */
  stored?: Record<string, string>;
  /** What is done to the page before its address is opened. */
  prepare?: ((page: WatchedPage) => Promise<unknown>) | undefined;
}

export type Visit = (address: string, options?: VisitOptions) => Promise<WatchedPage>;

/** An answer of the site that brings no script. */
export const QUIET = '/healthz';
/** In ms; a child process for backups has the lowest priority, and waits for everything else on the machine. */
const TIMEOUT = 90_000;
/** About time alone: on a busy machine a picture in a frame is drawn seconds after the load event. */
const LATE = /was preloaded using link preload but not used within a few seconds/;

/** Visits, each in a browser context of its own, closed after the test. */
export function createVisits(browser: Browser): Visit {
  return async (address, { stored = {}, prepare, ...options } = {}) => {
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    const storageState = { cookies: [], origins: [{ origin: new URL(address).origin, localStorage }] };
    const context = await browser.newContext({ ...options, ...(localStorage.length > 0 && { storageState }) });
    context.setDefaultTimeout(TIMEOUT);
    const page = Object.assign(await context.newPage(), { complaints: [], leave: () => context.close() });
    onTestFinished(page.leave);
    watch(page);
    await prepare?.(page);
    await page.goto(address);
    return page;
  };
}

function watch(page: WatchedPage): void {
  page.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type()) && !LATE.test(message.text())) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(error.message));
  // Playwright intercepts file choosers only while somebody listens: a listener added beside the key press may be late.
  page.on('filechooser', () => {});
}
