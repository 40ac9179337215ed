import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser } from '../rig/browser/browser.ts';
import { createVisits, type Visit } from '../rig/browser/visits.ts';
import { breakDatabase } from '../rig/database/broken.ts';
import { ADMIN, startServer, type TestServer } from '../rig/server.ts';

/** A festival in full swing and a site on its first day, with one browser for both. */
export interface Worlds {
  /** Everybody else visits it too: nothing may be changed there. */
  demo: { origin: string };
  young: TestServer;
  browser: Browser;
  visit: Visit;
  /** Gives the young site so much news that its list has a second page. */
  writeNews: () => Promise<void>;
  /** Nothing of the young site can be read any more. */
  breakYoung: () => Promise<void>;
  close: () => Promise<void>;
}

/** One more than a page of the list holds. */
const TWO_PAGES = 101;

export async function openWorlds(): Promise<Worlds> {
  const demo = { origin: inject('festival') };
  const [young, browser] = await Promise.all([startServer(), launchBrowser()]);
  await Promise.all([awake(demo), awake(young)]);
  return {
    demo,
    young,
    browser,
    visit: createVisits(browser),
    writeNews: () => writeNews(young),
    breakYoung: () => breakDatabase(young),
    close: async () => {
      await Promise.all([browser.close(), young.stop()]);
    },
  };
}

/** A server that was busy with its own start a moment ago sends visitors away. */
async function awake({ origin }: { origin: string }): Promise<void> {
  while (!(await fetch(origin)).ok) await sleep(250);
}

async function writeNews({ origin }: TestServer): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const { token } = (await login.json()) as { token: string };
  for (let number = 1; number <= TWO_PAGES; number++) {
    const body = JSON.stringify({ title: `Новость номер ${number}`, content: '<p>Коротко о главном.</p>' });
    const answer = await fetch(`${origin}/api/admin/news`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
    });
    if (!answer.ok) throw new Error(`The news was not written: ${answer.status}`);
  }
}
