import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRAME_HOSTS } from '../../model/embeds/embeds.ts';
import { PROVIDERS } from '../../model/embeds/providers.ts';
import { EMBEDS, FRAMES, HOSTS, needEmbeds } from './pages.ts';

const { open } = await needEmbeds();

test('every provider is here, and each of their players', () => {
  expect(new Set(EMBEDS.map(({ provider }) => provider))).toEqual(new Set(Object.keys(PROVIDERS)));
  expect(new Set(HOSTS)).toEqual(new Set(FRAME_HOSTS));
});

test('nothing is asked of others before a click, then exactly the host of the player, which gets the focus', async () => {
  // By client navigation: the policy is that of the first document.
  const { page, asked } = await open('/news');
  await page.getByRole('link', { name: 'Записи финала' }).first().click();
  await page.waitForURL('**/news/final');
  const buttons = page.locator('.embed-stage button');
  await expect.poll(() => buttons.filter({ visible: true }).count()).toBe(FRAMES.length);
  for (const figure of await page.locator('figure.embed').all()) await figure.scrollIntoViewIfNeeded();
  expect(asked).toEqual([]);

  for (const [at, host] of HOSTS.entries()) {
    const stage = page.locator('.embed-stage').nth(at);
    const before = await sizeOf(stage);
    if (at % 2 === 0) await stage.locator('img').click({ position: { x: 40, y: 40 } });
    else await stage.getByRole('button', { name: /^(Смотреть|Слушать|Показать): / }).press('Enter');
    await expect.poll(() => asked).toEqual(HOSTS.slice(0, at + 1));
    expect(new URL((await stage.locator('iframe').getAttribute('src')) ?? '').host).toBe(host);
    expect(await sizeOf(stage)).toEqual(before);
    const focused = () => page.evaluate(() => document.activeElement?.closest('.embed-stage')?.innerHTML);
    await expect.poll(focused).toBe(await stage.innerHTML());
  }
  const frame = page.locator('iframe').first();
  await expect.poll(() => frame.getAttribute('title')).toBe('YouTube');
  await expect.poll(() => frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  await expect.poll(() => frame.getAttribute('sandbox')).not.toContain('top-navigation');
  expect([new URL(page.url()).pathname, page.complaints]).toEqual(['/news/final', []]);
});

async function sizeOf(stage: Locator): Promise<(number | undefined)[]> {
  const box = await stage.boundingBox();
  return [box?.width, box?.height];
}
