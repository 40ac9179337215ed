import type { AxeResults } from 'axe-core';
import { describe, expect, test } from 'vitest';
import { AXE } from '../rig/browser/panel.ts';
import { breakDatabase } from '../rig/database/broken.ts';
import { needBrowser } from '../rig/needs.ts';
import { needVisitor, PAGES, writeNews } from './visitor.ts';

interface Look {
  name: string;
  theme?: 'light' | 'dark';
  view?: string;
  /** By default those that a look decides: the others read the same document again. */
  rules?: 'all';
}

const LOOKS: Look[] = [
  { name: 'light', theme: 'light', rules: 'all' },
  { name: 'dark', theme: 'dark' },
  { name: 'white', view: '150 white' },
  { name: 'black', view: '200 black wide' },
  { name: 'blue', view: 'blue plain' },
  { name: 'beige', view: '200 beige wider plain', rules: 'all' },
];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

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
    expect(await violations('all'), 'menu').toEqual([]);
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
    for (const { name, theme, view, rules } of LOOKS) {
      await page.evaluate(showAs, { theme, view });
      found.push(...(await violations(rules)).map((line) => `${size.width} px, ${name}: ${line}`));
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

function violations(rules?: 'all'): Promise<string[]> {
  return page.evaluate(
    async (only) => {
      const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
      // What passes is thousands of places, told one by one unless nobody wants to know.
      const { violations: found } = await axe.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) });
      return found.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${impact} ${id}: ${target.join(' ')} ${failureSummary}`),
      );
    },
    rules === 'all' ? undefined : RULES_OF_LOOKS,
  );
}
