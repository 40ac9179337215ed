import { describe, expect, test } from 'vitest';
import { AXE, violations } from '../rig/browser/panel.ts';
import { breakDatabase } from '../rig/database/broken.ts';
import { needBrowser } from '../rig/needs.ts';
import { needVisitor, PAGES, writeNews } from './visitor.ts';

/** Rules that a look decides: the others would read the same document again. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
const LOOKS: { theme?: 'light' | 'dark'; view?: string; rules?: string[] }[] = [
  { theme: 'light' },
  { theme: 'dark', rules: RULES_OF_LOOKS },
  { view: '150 white', rules: RULES_OF_LOOKS },
  { view: '200 black wide', rules: RULES_OF_LOOKS },
  { view: 'blue plain', rules: RULES_OF_LOOKS },
  { view: '200 beige wider plain' },
];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

const { origin, browser } = await needVisitor();
const young = await needBrowser();
const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
// Into the framed player too.
await context.addInitScript({ content: AXE });
const page = await context.newPage();

describe('axe finds nothing, in every look and at both widths,', () => {
  test.each([
    ...PAGES,
    '/news/avtobusy-ot-vokzala-ispravlenie-v-raspisanii',
    '/results?screen',
    '/?spoilers=hide',
    '/results?spoilers=hide',
    '/news/nothing',
  ])('on %s of a festival', (address) => expectNothing(origin + address));

  test.each(['/', '/news', '/watch', '/vote'])('on %s of a site without news', (address) =>
    expectNothing(young.server.origin + address),
  );

  test('on a page with everything opened that can be', async () => {
    await page.goto(`${origin}/vote`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Меню' }).click();
    expect(await violations(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Версия для слабовидящих').click();
    await page.getByRole('button', { name: 'Зачем это нужно' }).click();
    await expectNothing();
  });

  test('on the second page of the news', async () => {
    await writeNews(young);
    await expectNothing(`${young.server.origin}/news?page=2`);
  });

  test('on pages whose data cannot be read', async () => {
    await breakDatabase(young.server);
    for (const address of ['/', '/news/nothing', '/vote']) await expectNothing(young.server.origin + address);
  });
});

async function expectNothing(address?: string): Promise<void> {
  if (address) await page.goto(address, { waitUntil: 'load' });
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const { theme, view, rules } of LOOKS) {
      await page.evaluate(showAs, { theme, view });
      found.push(...(await violations(page, rules)).map((line) => `${size.width} px, ${theme ?? view}: ${line}`));
    }
  }
  expect(found).toEqual([]);
}

function showAs({ theme, view }: { theme?: string | undefined; view?: string | undefined }): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  if (view) dataset.view = view;
  else delete dataset.view;
}
