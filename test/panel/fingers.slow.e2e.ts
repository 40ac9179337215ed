import { test } from 'vitest';
import { screens } from '../../resources.ts';
import { eventually, type WatchedPage } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
const { slug } = await panel.ask<{ slug: string }>('POST', '/admin/news', { title: 'Черновик', status: 'draft' });

const FINGER = 44; // px, WCAG 2.5.5
const THUMB = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Names of the buttons in sight that a finger misses, with their heights. */
function smallButtons(page: WatchedPage): Promise<string[]> {
  return page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('button, a[class*="Button-root"]')].flatMap((button) => {
        const { width, height } = button.getBoundingClientRect();
        const isShown = width > 1 && height > 1 && button.checkVisibility({ visibilityProperty: true });
        const name = button.textContent || button.ariaLabel || button.className;
        return isShown && height < least ? [`${name}: ${height}`] : [];
      }),
    FINGER,
  );
}

test.each(screens.map(({ path, title }) => [title, path] as const))(
  'a phone has no button lower than a finger on %s',
  async (_title, path) => {
    const page = await panel.open(path ? `/admin/${path}` : '/admin', THUMB);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button').first().waitFor();
    await page.waitForLoadState('networkidle');
    await eventually(() => smallButtons(page)).toEqual([]);
  },
);

test.each([['/admin/news/new'], [`/admin/news/edit/${slug}`]])(
  'a phone has no button lower than a finger, and none with cut words, in the editor at %s',
  async (address) => {
    const page = await panel.open(address, THUMB);
    await page.locator('#article-actions button').first().waitFor();
    await eventually(() => smallButtons(page)).toEqual([]);
    const cutWords = () =>
      page.locator('#article-actions button span span').evaluateAll((labels) =>
        labels.flatMap((label) => {
          const range = document.createRange();
          range.selectNodeContents(label);
          const words = range.getBoundingClientRect();
          const own = label.getBoundingClientRect();
          return words.left < own.left - 0.5 || words.right > own.right + 0.5 ? [label.textContent] : [];
        }),
      );
    await eventually(cutWords).toEqual([]);
  },
);
