import { expect, test } from 'vitest';
import { untilHydrated } from '../rig/browser/browser.ts';
import { needBrowser } from '../rig/needs.ts';

const ARTICLES = 230;

const { site, server, browser } = await needBrowser();
for (let number = 1; number <= ARTICLES; number += 1) {
  const article = { title: `Новость ${number}`, slug: `n-${number}`, content: '<p>Текст</p>' };
  await site.editor('POST', '/api/admin/news', article);
}
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.addInitScript(() => localStorage.setItem('cookieConsent', 'true'));

/** Hydrated, and all of its page shown. */
async function openList(): Promise<void> {
  await page.goto(`${server.origin}/news`);
  await page.mouse.move(5, 5);
  await untilHydrated(page);
  // An address that is entered again finds its list open.
  const fold = page.locator('main summary');
  if (await fold.isVisible()) await fold.click();
}

const cards = () => page.locator('main article');
const onward = () => page.getByRole('link', { name: 'Следующая страница' });

test('the next page follows the last card; after the last page nothing does', async () => {
  await openList();
  await expect.poll(() => cards().count()).toBe(100);
  await onward().click();
  await page.waitForURL('**/news?page=2');
  await page.locator('main summary').click();
  await onward().click();
  await expect.poll(() => cards().count()).toBe(ARTICLES - 200);
  expect(await onward().count()).toBe(0);
});

test('who comes back from an article finds the list open as it was, and the place in it', async () => {
  await openList();
  const card = page.locator(`a[href="/news/n-${ARTICLES - 50}"]`);
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await page.getByRole('heading', { level: 1, name: `Новость ${ARTICLES - 50}` }).waitFor();
  await page.goBack();
  await expect.poll(() => card.isVisible()).toBe(true);
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
