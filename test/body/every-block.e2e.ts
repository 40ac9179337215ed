import { beforeAll, expect, test } from 'vitest';
import { expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { STORED_BLOCKS } from '../rig/world/blocks.ts';
import { noise } from '../rig/world/pictures.ts';

const ADDRESS = '/news/every-block';

const panel = await needBrowser();
beforeAll(async () => {
  const [one, other] = await Promise.all([upload(1), upload(2)]);
  const body = Object.values(STORED_BLOCKS)
    .map(([first = '']) => first.replaceAll('/uploads/a.png', one).replaceAll('/uploads/b.png', other))
    .join('<p>Между ними</p>');
  await panel.call('POST', '/admin/news', { title: 'Все блоки', slug: 'every-block', content: body });
});

async function upload(seed: number): Promise<string> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(await noise(900, 600, seed).jpeg().toBuffer())]), 'photo.jpg');
  const headers = { authorization: `Bearer ${panel.token}` };
  const answer = await fetch(`${panel.server.origin}/api/upload`, { method: 'POST', headers, body });
  return ((await answer.json()) as { url: string }).url;
}

const WORDS = ['Итоги финала', 'Правила голосования', 'Анна, режиссёр', 'Правила & условия', 'Гимн', 'Гала-концерт'];

test.each([360, 1366])(
  'every block fits a screen of %i px, without barriers and without a foreign request',
  async (width) => {
    const foreign: string[] = [];
    const page = await panel.open(ADDRESS, {
      token: null,
      stored: {},
      viewport: { width, height: 760 },
      prepare: async (visited) =>
        visited.on('request', (request) => {
          const { origin, protocol } = new URL(request.url());
          if (protocol.startsWith('http') && origin !== panel.server.origin) foreign.push(request.url());
        }),
    });
    await page.waitForLoadState('networkidle');
    for (const word of WORDS) expect([word, await page.getByText(word).count()]).not.toEqual([word, 0]);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(foreign).toEqual([]);
    expectNoComplaints(page);
  },
);

test('every block is read without JavaScript, and on paper', async () => {
  const page = await panel.open(ADDRESS, { token: null, stored: {}, viewport: PHONE, javaScriptEnabled: false });
  const visible = async (word: string) => page.getByText(word).filter({ visible: true }).count();
  for (const word of WORDS) expect([word, (await visible(word)) > 0]).toEqual([word, true]);
  await expect
    .poll(() =>
      page
        .getByRole('link', { name: /Rutube/ })
        .first()
        .isVisible(),
    )
    .toBe(true);
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  for (const word of [...WORDS, 'Один голос']) expect([word, (await visible(word)) > 0]).toEqual([word, true]);
  const link = page.locator('.article-body a[href^="https://rutube.ru/video/"]').filter({ visible: true });
  await expect.poll(() => link.count()).toBe(1);
  await expect
    .poll(() => link.evaluate((element) => getComputedStyle(element, '::after').content))
    .toContain('rutube.ru/video/');
  const button = page.locator('.article-body .button a').first();
  await expect.poll(() => button.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
});
