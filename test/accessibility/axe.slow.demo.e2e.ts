import { describe, expect, test } from 'vitest';
import { AXE, violations } from '../rig/browser/panel.ts';
import { breakDatabase } from '../rig/database/broken.ts';
import { needBrowser } from '../rig/needs.ts';
import { needVisitor, PAGES, writeNews } from './visitor.ts';

/** Rules that a look decides: the others would read the same document again. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
interface Look {
  theme?: 'light' | 'dark';
  view?: string;
  rules?: string[];
}
const LIGHT: Look = { theme: 'light' };
/** Of these a page has one width, and the next page the other: the colours of its own parts are the same in both. */
const LOOKS: Look[] = [
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
let pages = 0;

const { origin, browser } = await needVisitor();
const young = await needBrowser();
const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
// Into the framed player too.
await context.addInitScript({ content: AXE });
const page = await context.newPage();

describe('axe finds nothing, in every look and at both widths of the usual one,', () => {
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
  pages += 1;
  for (const [at, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    for (const look of [LIGHT, ...LOOKS.filter((_, number) => (pages + number) % 2 === at)]) {
      await page.evaluate(showAs, look);
      const lines = await violations(page, look.rules);
      found.push(...lines.map((line) => `${size.width} px, ${look.theme ?? look.view}: ${line}`));
    }
  }
  expect(found).toEqual([]);
}

function showAs({ theme, view }: Look): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  if (view) dataset.view = view;
  else delete dataset.view;
}
