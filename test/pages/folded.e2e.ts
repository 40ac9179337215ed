import { expect, test } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const { server, ask, visit } = await needBrowser();
const DAY = 24 * 3_600_000;

test('a link to a show that is over opens its fold, from the page itself and from elsewhere', async () => {
  const add = async (title: string, at: number) =>
    (await ask('POST', '/admin/shows', { title, starts_at: new Date(Date.now() + at).toISOString() })).id;
  const over = await add('Полуфинал', -2 * DAY);
  await add('Гранд-финал', DAY);
  const page = await visit(`${server.origin}/programme`);
  const isInView = async () => {
    await expect.poll(() => page.locator('main details').evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(true);
    await expect.poll(() => page.locator(`#show-${over} h2`).isVisible()).toBe(true);
  };
  await page.locator(`nav a[href="#show-${over}"]`).click();
  await isInView();
  await page.goto(`${server.origin}/about`);
  await page.goto(`${server.origin}/programme#show-${over}`);
  await isInView();
});
