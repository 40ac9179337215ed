import { expect, test } from 'vitest';
import { untilHydrated } from '../rig/browser/browser.ts';
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

test('who opens all news keeps them and the place on the way back and after a reload', async () => {
  for (let number = 1; number <= 40; number += 1)
    await ask('POST', '/admin/news', { title: `Новость ${number}`, slug: `n-${number}` });
  const page = await visit(`${server.origin}/news`);
  await untilHydrated(page);
  const card = page.locator('a[href="/news/n-5"]');
  expect(await card.isVisible()).toBe(false);
  await page.locator('main summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/news/n-28');
  await page.waitForSelector('html:not([data-early])');
  const topOf = () => card.evaluate((link) => Math.round(link.getBoundingClientRect().top));
  await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const before = await topOf();
  await page.reload();
  await expect.poll(topOf).toBe(before);
  await untilHydrated(page);
  await card.click();
  await page.getByRole('heading', { level: 1, name: 'Новость 5' }).waitFor();
  await page.goBack();
  await expect.poll(topOf).toBe(before);
  await page.getByRole('link', { name: 'Главная' }).first().click();
  await page.waitForURL(`${server.origin}/`);
  await page.getByRole('link', { name: 'Новости' }).first().click();
  await page.locator('main summary').waitFor();
  expect(await card.isVisible()).toBe(false);
});
