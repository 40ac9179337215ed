import { expect, test } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const ARTICLES = 230;

const { site, server, browser } = await needBrowser();
for (let number = 1; number <= ARTICLES; number += 1) {
  const article = { title: `Новость ${number}`, slug: `n-${number}`, content: '<p>Текст</p>' };
  await site.editor('POST', '/api/admin/news', article);
}
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));

/** Whether React has taken the link over: before that it leads to the next page. */
async function openList(): Promise<void> {
  await page.goto(`${server.origin}/news`);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => {
    const link = document.querySelector('a[rel="next"]');
    return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'));
  });
  // An address that is entered again finds its list open.
  const fold = page.locator('main summary');
  if (await fold.isVisible()) await fold.click();
}

const cards = () => page.locator('main article');
const more = () => page.getByRole('link', { name: 'Показать ещё' });

test('«Показать ещё» puts the next cards below, under the same address, with the focus on the first of them', async () => {
  await openList();
  await expect.poll(() => cards().count()).toBe(100);
  await more().focus();
  const last = cards().nth(99);
  const place = () => last.evaluate((card) => card.getBoundingClientRect().top);
  const before = await place();
  await page.keyboard.press('Enter');
  await expect.poll(() => cards().count()).toBe(200);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  await expect.poll(focused).toBe(`/news/n-${ARTICLES - 100}`);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/news');
  expect(Math.abs((await place()) - before)).toBeLessThan(5);
  await more().click();
  await expect.poll(() => cards().count()).toBe(ARTICLES);
  await expect.poll(() => more().count()).toBe(0);
});

test('who comes back from an article finds the list as long as it was, and the place in it', async () => {
  await openList();
  await more().click();
  await expect.poll(() => cards().count()).toBe(200);
  const card = page.locator(`a[href="/news/n-${ARTICLES - 150}"]`);
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await page.getByRole('heading', { level: 1, name: `Новость ${ARTICLES - 150}` }).waitFor();
  await page.goBack();
  await expect.poll(() => cards().count()).toBe(200);
  const top = () => card.evaluate((link) => link.getBoundingClientRect().top / innerHeight);
  await expect.poll(top).toSatisfy((part: number) => part >= 0 && part < 1);
});

test('every page has its number, and a number leads to its page alone', async () => {
  await openList();
  await page.getByRole('link', { name: 'Страница 3' }).click();
  await page.waitForURL('**/news?page=3');
  await expect.poll(() => cards().count()).toBe(30);
  await expect.poll(() => page.getByRole('link', { name: 'Страница 3' }).getAttribute('aria-current')).toBe('page');
});
