import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedBrowser, untilHydrated } from '../rig/browser/browser.ts';
import { createVisits, type VisitOptions } from '../rig/browser/visits.ts';

const ARTICLE = `${inject('festival')}/news/perviy-polufinal`;
const PHONE = { width: 320, height: 640 };

const visit = createVisits(await sharedBrowser());
const open = (options: VisitOptions) =>
  visit(ARTICLE, { reducedMotion: 'reduce', stored: { cookieConsent: 'true' }, ...options });
const viewer = (page: Page) => page.getByRole('dialog', { name: /^Фотогалерея: Первый полуфинал/ });
const count = (page: Page) => viewer(page).getByRole('status');
const picture = (page: Page, number: number) => page.locator('.gallery > .image > a').nth(number - 1);
const viewerFiles = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/viewer-')).length);

test('a gallery is looked through by keys, and the focus comes back to the picture that was left', async () => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await untilHydrated(page);
  expect(await viewerFiles(page)).toBe(0);
  await picture(page, 3).press('Enter');
  await expect.poll(() => count(page).textContent()).toMatch(/^3 из 7\. Поднятые руки/);
  const caption = () => viewer(page).locator('figcaption').textContent();
  await expect.poll(caption).toBe('Танцпол во\u00a0время песни «После титров» Лада Ивина / «Рампа»');
  for (const way of ['ArrowRight 4', 'ArrowLeft 3', 'End 7', 'ArrowRight 7', 'Home 1', 'ArrowLeft 1']) {
    const [key = '', at] = way.split(' ');
    await page.keyboard.press(key);
    const told = async () => [key, await count(page).textContent()];
    await expect.poll(told).toEqual([key, expect.stringMatching(`^${at} из 7`)]);
  }
  const large = viewer(page).locator('img.large');
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Закрыть');
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await expect.poll(() => picture(page, 1).evaluate((link) => link === document.activeElement)).toBe(true);
  expect(page.complaints).toEqual([]);
});

/** As a finger moves on the picture. */
function swipe(page: Page, by: { x?: number; y?: number }): Promise<void> {
  const ground = viewer(page).locator('.picture');
  return ground.evaluate((stage, { x = 0, y = 0 }) => {
    for (const [at, name] of ['pointerdown', 'pointermove', 'pointerup'].entries()) {
      const place = { clientX: 160 + (x * at) / 2, clientY: 300 + (y * at) / 2 };
      stage.dispatchEvent(new PointerEvent(name, { pointerId: 7, pointerType: 'touch', isPrimary: true, ...place }));
    }
  }, by);
}

test('a gallery is looked through by a finger on the narrowest phone', async () => {
  const page = await open({ viewport: PHONE, hasTouch: true });
  await untilHydrated(page);
  await picture(page, 1).tap();
  await expect.poll(() => count(page).textContent()).toMatch(/^1 из 7/);
  await swipe(page, { x: -100 });
  await expect.poll(() => count(page).textContent()).toMatch(/^2 из 7/);
  await swipe(page, { x: -20 });
  await swipe(page, { x: 100 });
  await expect.poll(() => count(page).textContent()).toMatch(/^1 из 7/);
  await viewer(page).getByRole('button', { name: 'Следующее фото' }).tap();
  await expect.poll(() => count(page).textContent()).toMatch(/^2 из 7/);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await swipe(page, { y: 150 });
  await viewer(page).waitFor({ state: 'detached' });
});
