import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright-core';
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

/** An answer of the site that brings no script: what is stored can be put there, and taken away, while nobody looks. */
export const QUIET = '/healthz';
/** What outlasts a document, and is not taken back here. */
const LASTING_IN_PAGE = [
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setExtraHTTPHeaders',
];
const LASTING_IN_CONTEXT = [
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
];
/** In ms; a child process for backups has the lowest priority, and waits for everything else on the machine. */
const PATIENCE = 90_000;
/** About time alone: on a busy machine a picture in a frame is drawn seconds after the load event. */
const LATE = /was preloaded using link preload but not used within a few seconds/;
/** Calls that are undone after a visit. */
const UNDONE_IN_CONTEXT = ['grantPermissions', 'setOffline'];
const LASTING_ON_CLOCK = ['install', 'setFixedTime', 'setSystemTime'];
const EVENTS =
  'console pageerror dialog filechooser download popup request response requestfailed requestfinished websocket worker load'.split(
    ' ',
  );

interface Tab {
  page: WatchedPage;
  isSpent: () => boolean;
  /** As it was when it was new; only what the site itself told the browser to keep for ever is still there. */
  clear: () => Promise<void>;
}

/**
 * Visits, each by somebody new: with nothing stored, no cookie and no history of listeners and routes. When its test is over, the tab goes to
 * the next visit that wants one alike: a new one costs half a second of a processor, and the scripts are compiled anew in it.
 */
export function createVisits(browser: Browser): Visit {
  const idle = new Map<string, Tab[]>();
  return async (address, { stored = {}, prepare, ...options } = {}) => {
    const { origin } = new URL(address);
    const kind = JSON.stringify([origin, options]);
    const tab = idle.get(kind)?.pop() ?? (await openTab(browser, origin, options));
    const { page } = tab;
    page.leave = once(async () => {
      if (await isClear(tab)) idle.set(kind, [...(idle.get(kind) ?? []), tab]);
    });
    onTestFinished(page.leave);
    watch(page);
    await page.evaluate((entries) => {
      for (const [name, value] of entries) localStorage.setItem(name, value);
    }, Object.entries(stored));
    await prepare?.(page);
    await page.goto(address);
    return page;
  };
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acted: Promise<void> | undefined;
  return () => {
    acted ??= act();
    return acted;
  };
}

async function openTab(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const opened = await context.newPage();
  const devtools = await context.newCDPSession(opened);
  let isSpent = false;
  const spend = () => {
    isSpent = true;
  };
  onCall(opened, LASTING_IN_PAGE, spend);
  onCall(context, LASTING_IN_CONTEXT, spend);
  onCall(context.clock, LASTING_ON_CLOCK, spend);
  const scripts: Promise<Disposable>[] = [];
  for (const one of [opened, context])
    onCall(one, ['addInitScript'], (added) => scripts.push(added as Promise<Disposable>));
  let isTold = false;
  const tell = () => {
    isTold = true;
  };
  onCall(opened, ['emulateMedia'], tell);
  onCall(context, UNDONE_IN_CONTEXT, tell);
  const page: WatchedPage = Object.assign(opened, { complaints: [], leave: async () => {} });
  await page.goto(origin + QUIET);
  return {
    page,
    isSpent: () => isSpent,
    clear: async () => {
      for (const name of EVENTS) page.removeAllListeners(name);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const script of scripts.splice(0)) await (await script).dispose();
      for (const other of context.pages()) if (other !== page) await other.close();
      if (isTold) await untell(context, page, options);
      isTold = false;
      await page.goto(origin + QUIET);
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await page.mouse.move(-1, -1);
      if (options.viewport) await page.setViewportSize(options.viewport);
    },
  };
}

/** Resets media, permissions and offline mode. */
async function untell(context: BrowserContext, page: Page, options: BrowserContextOptions): Promise<void> {
  await context.clearPermissions();
  if (options.permissions) await context.grantPermissions(options.permissions);
  await context.setOffline(options.offline ?? false);
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
}

/** Reports the result of a call to `tell`. */
function onCall(target: object, names: string[], tell: (given: unknown) => void): void {
  for (const name of names) {
    const original: (...given: unknown[]) => unknown = Reflect.get(target, name).bind(target);
    Object.assign(target, {
      [name]: (...given: unknown[]) => {
        const answer = original(...given);
        tell(answer);
        return answer;
      },
    });
  }
}

/** Makes a tab ready for the next visit; one that cannot be is closed. */
async function isClear({ page, isSpent, clear }: Tab): Promise<boolean> {
  const isDone =
    !page.isClosed() &&
    !isSpent() &&
    (await clear().then(
      () => true,
      () => false,
    ));
  if (!isDone) await page.context().close();
  return isDone;
}

function watch(page: WatchedPage): void {
  page.complaints = [];
  page.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type()) && !LATE.test(message.text())) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(error.message));
  // Playwright intercepts file choosers only while somebody listens: a listener added beside the key press may be late.
  page.on('filechooser', () => {});
}
