import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { FileChooser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ADMIN, send, signIn, type TestServer } from '../server.ts';
import { sharedBrowser } from './browser.ts';
import { createVisits, type VisitOptions, type WatchedPage } from './visits.ts';

export type { WatchedPage };
export { send, signIn };

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

export type Panel = Awaited<ReturnType<typeof openPanel>>;

/** A call of the API and the JSON that it answers; of what was made its number, of a press that of its state. */
export type Ask = <Answer = { id: number; seq: number }>(
  method: string,
  path: string,
  body?: object,
) => Promise<Answer>;

interface OpenOptions extends VisitOptions {
  /** Null opens it signed out. */
  token?: string | null;
  /** In place of the token and the answer to the cookie question. */
  stored?: Record<string, string>;
}

export async function openPanel(server: Pick<TestServer, 'origin' | 'dataDir' | 'databaseUrl'>) {
  const browser = await sharedBrowser();
  const visit = createVisits(browser);
  const token = await signIn(server.origin);
  const call = async (method: string, address: string, body?: object): Promise<Response> => {
    const attempt = () => send(server.origin, method, address, token, body);
    let answer = await attempt();
    if (answer.status === 403 && ((await answer.clone().json()) as { code: string }).code === 'password_required') {
      await send(server.origin, 'POST', '/auth/confirm', token, { password: ADMIN.password });
      answer = await attempt();
    }
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const ask: Ask = async <Answer>(...given: Parameters<Ask>) => (await (await call(...given)).json()) as Answer;
  const read = <T = Record<string, unknown>>(address: string) => ask<T>('GET', address);
  const make = async (address: string, body: object) => (await ask('POST', address, body)).id;
  const open = async (address: string, { token: given, ...options }: OpenOptions = {}): Promise<WatchedPage> => {
    const own = given === undefined ? await signIn(server.origin) : given;
    return visit(server.origin + address, {
      viewport: DESKTOP,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      reducedMotion: 'reduce',
      stored: { cookieConsent: 'true', ...(own && { authToken: own }) },
      ...options,
    });
  };
  return { server, browser, token, visit, call, ask, read, make, open };
}

/** Presses a button, and waits for the words, or the place, that this brings. */
export async function click(
  place: Page | Locator,
  name: string | RegExp,
  brings: string | RegExp | Locator,
  exact = false,
): Promise<void> {
  await place.getByRole('button', { name, exact }).click();
  await arrived(place, brings);
}

/** The same with a link. */
export async function follow(place: Page | Locator, name: string, brings: string | Locator): Promise<void> {
  await place.getByRole('link', { name }).click();
  await arrived(place, brings);
}

const arrived = (place: Page | Locator, brings: string | RegExp | Locator): Promise<void> =>
  (typeof brings === 'string' || brings instanceof RegExp ? place.getByText(brings) : brings).waitFor();

/** Fills fields by their names. */
export async function fillIn(place: Page | Locator, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await place.locator(`[name="${name}"]`).fill(text);
}

/** Opens a menu by its button and takes one of its items. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function fillLogin(place: Page | Locator, { username, password } = ADMIN): Promise<void> {
  await place.locator('[name=username]').fill(username);
  await place.locator('[name=password]').fill(password);
  await place.getByRole('button', { name: 'Войти', exact: true }).click();
}

export async function confirmPassword(page: WatchedPage, { password } = ADMIN): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Введите свой пароль' });
  await question.locator('[name=password]').fill(password);
  // The browser itself reports the refusal that asks.
  page.complaints = page.complaints.filter((text) => !text.includes('status of 403'));
  // Not by a click: at the place of the press that asked it may be taken for its second tap.
  await question.locator('[name=password]').press('Enter');
}

export async function upload({ server, token }: Panel, bytes: Buffer): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]));
  return ((await (await send(server.origin, 'POST', '/upload', token, body)).json()) as { url: string }).url;
}

/** Gives files to the chooser that `open` opens. */
export async function chooseFiles(
  page: Page,
  open: () => Promise<unknown>,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await chooser.setFiles(files);
}

/** Keeps requests of this address waiting until they are let through. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback().catch(() => {});
  });
  return resolve;
}

export const undoBar = (page: Page): Locator => page.getByRole('region', { name: 'Отмена последних действий' });

export function eventually<T>(read: () => T) {
  return expect.poll(read);
}

export const hasFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

export function card(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
}

export function readStored(page: Page, key = 'authToken'): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export const AXE = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core')), 'axe.min.js'),
  'utf8',
);

export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(AXE);
  return (await violations(page, rules)).filter((line) => /^(serious|critical)/.test(line));
}

/** That a page has no barriers, and nothing in it is wider than its window. */
export async function expectFits(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

/** What axe, which the page has, finds of any weight. */
export function violations(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    // `violations` only: axe would list thousands of passed nodes.
    const found = await axe.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) });
    return found.violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${impact} ${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }, rules);
}

/** Fails with what the page said: no error in its console, nothing uncaught, no violation of its policy. */
export function expectNoComplaints(page: WatchedPage): void {
  expect(page.complaints).toEqual([]);
}

/** Buttons of sticky bars whose focus scrolls the page. */
export function scrolledByFocus(page: Page, from = 150): Promise<string[]> {
  return page.evaluate(async (top) => {
    const scrolled: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>(':is([data-lower-bar], [role=toolbar]) :is(a, button)')) {
      if (!each.checkVisibility()) continue;
      scrollTo(0, top);
      each.focus();
      if (scrollY !== top) scrolled.push(`${each.ariaLabel ?? each.textContent}: ${scrollY}`);
    }
    return scrolled;
  }, from);
}
