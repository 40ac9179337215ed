import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { eventually, expectNoComplaints, undoBar } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { bodyOf, button, makeArticle } from './editor/desk.ts';

const panel = await needBrowser();

async function look(page: Page): Promise<{ bars: number; covered: string[]; above: number }> {
  const bars = undoBar(page).getByRole('status');
  const buttons = page.locator('[data-lower-bar]');
  const [bar, group] = [await bars.last().boundingBox(), await buttons.boundingBox()];
  if (!bar || !group) throw new Error('a bar is not on the screen');
  const covered = await buttons.locator('a, button, [role=status]').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width === 0) return false;
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return !(seen && (element.contains(seen) || seen.contains(element)));
      })
      .map((element) => element.textContent ?? ''),
  );
  return { bars: await bars.count(), covered, above: group.y - (bar.y + bar.height) };
}

const FREE = { bars: 1, covered: [], above: 12 };

test.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('the undo bar stands above the buttons of the editor and covers none, $width px wide', async (viewport) => {
  const { slug } = await makeArticle(panel, { title: `Полоса отмены ${viewport.width}`, status: 'draft' });
  const page = await panel.open(`/admin/news/edit/${slug}`, { viewport });
  await bodyOf(page).waitFor();
  await button(page, 'Опубликовать').click();
  await undoBar(page).getByText('опубликована.').waitFor();
  await eventually(() => look(page)).toEqual(FREE);
  // The latest takes the place of the one before.
  await button(page, 'Снять с публикации').click();
  await undoBar(page).getByText('снята с публикации.').waitFor();
  await eventually(() => look(page)).toEqual(FREE);
  await page.evaluate(() => scrollTo(0, 0));
  await eventually(() => look(page)).toEqual(FREE);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await eventually(() => look(page)).toEqual(FREE);
  await undoBar(page).getByRole('button', { name: 'Отменить' }).click();
  await button(page, 'Снять с публикации').waitFor();
  expectNoComplaints(page);
});

test('the undo bar of a list stands at the lower edge, and above the buttons of the form that is opened next', async () => {
  await makeArticle(panel, { title: 'Удалить из списка' });
  const page = await panel.open('/admin/news', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Удалить: Удалить из списка' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  const bar = undoBar(page).getByRole('status');
  await eventually(async () => {
    const box = await bar.boundingBox();
    return box && 844 - box.y - box.height;
  }).toBe(12);
  await page.getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('dialog', { name: 'Меню' }).getByRole('link', { name: 'Голосование' }).click();
  await page.locator('[name=voting_url]').waitFor();
  await bar.hover();
  await eventually(() => look(page)).toEqual(FREE);
  expectNoComplaints(page);
});
