import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
const question = (page: Page) => page.locator('#consent');

test('after a refusal the question about cookies covers little, and comes back whole from the footer, with what was answered', async () => {
  const options = { stored: { cookieConsent: 'false' }, viewport: { width: 360, height: 640 } };
  const page = await panel.open('/about', { token: null, ...options });
  expect(await question(page).boundingBox()).toSatisfy(({ height }) => height <= 96);
  const callBack = () =>
    page
      .getByRole('contentinfo')
      .getByRole('link', { name: /cookie/ })
      .click();
  await callBack();
  await expect.poll(() => question(page).innerText()).toContain('Сейчас они отклонены.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('consent');
  expect(await question(page).boundingBox()).toSatisfy(({ y, height: tall }) => Math.round(y + tall) === 640);
  await page.getByRole('button', { name: 'Принять все' }).click();
  await page.reload();
  expect(await question(page).isVisible()).toBe(false);
  await callBack();
  await expect.poll(() => question(page).innerText()).toContain('Сейчас они приняты.');
  await page.getByRole('button', { name: 'Закрыть' }).click();
  await expect.poll(() => question(page).isVisible()).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('true');
});
