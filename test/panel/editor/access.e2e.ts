import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP, findBarriers, PHONE } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, button, makeArticle, press, state, stored, tool, write } from './desk.ts';

const panel = await needBrowser();

/** Presses Tab until the focus is on what is looked for, unless it is there already. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label =
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
      return (label ?? element.textContent ?? '').replace('*', '').trim();
    });
    if (focused === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}.`);
}

/** What makes the page scroll sideways. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const all = scrollWidth > clientWidth ? [...document.querySelectorAll('body *')] : [];
    return all
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 40)}`);
  });
}

describe('without a mouse', () => {
  test('Enter in the title goes on to the text, and in no field does it publish', async () => {
    const page = await panel.open('/admin/news/new');
    await bodyOf(page).waitFor();
    await tabTo(page, 'Заголовок');
    await page.keyboard.type('Ввод');
    await page.keyboard.press('Enter');
    await page.keyboard.type('текст');
    await expect.poll(() => bodyOf(page).textContent()).toBe('текст');
    await page.locator('[name=date]').press('Enter');
    await page.waitForTimeout(500);
    await state(page, 'Не сохранено');
  });

  test('Tab changes the level in a list, and Escape lets it leave', async () => {
    const { slug } = await makeArticle(panel, {
      title: 'Список',
      content: '<ul><li>раз</li><li>два</li></ul>',
      status: 'draft',
    });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, '');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+s');
    await state(page, 'Сохранено');
    await expect
      .poll(async () => (await stored(panel, slug)).content)
      .toBe('<ul><li>раз<ul><li>два</li></ul></li></ul>');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => bodyOf(page).evaluate((element) => element.contains(document.activeElement))).toBe(false);
  });

  test('the toolbar is one stop with arrows inside, and every button has a name and keys', async () => {
    const page = await panel.open('/admin/news/new');
    await bodyOf(page).waitFor();
    await tool(page, 'Ещё').click();
    const buttons = page.locator('[role=toolbar] button:not([aria-expanded])');
    const told = await buttons.evaluateAll((all) =>
      all.map((each) => [each.tabIndex, Boolean(each.ariaLabel && each.getAttribute('aria-keyshortcuts'))]),
    );
    expect(told.filter(([tabIndex]) => tabIndex === 0)).toHaveLength(1);
    expect(told.every(([, isNamed]) => isNamed)).toBe(true);
    await page.keyboard.press('Escape');
    await tool(page, 'Жирный').focus();
    await page.getByRole('tooltip').filter({ hasText: 'Жирный (Ctrl+B)' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Курсив');
    await page.keyboard.press('Escape');
    await expect.poll(() => bodyOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_name, viewport) => {
  test('nothing stands in anybody’s way', async () => {
    const { slug } = await makeArticle(panel, {
      title: 'Для всех',
      content:
        '<h2>Раздел</h2><ul><li>пункт</li></ul><pre data-language="javascript">const a = 1;</pre><blockquote>цитата</blockquote>',
    });
    const page = await panel.open(`/admin/news/edit/${slug}`, { viewport });
    await state(page, 'Сохранено');
    const check = async (what: string) =>
      expect([what, await findBarriers(page), await sticksOut(page)]).toEqual([what, [], []]);
    await check('the editor');
    for (const name of ['Ссылка', 'Изображение', 'Типограф', 'Сочетания клавиш']) {
      await press(page, name);
      await page.getByRole('dialog').waitFor();
      await check(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await write(page, ' Правка.');
    await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Чужая правка.</p>' });
    await button(page, 'Показать версии').click();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'admin' }).last().click();
    await button(page, 'Назад').waitFor();
    await check('a version');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('alertdialog').waitFor();
    await check('a conflict');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('region', { name: 'Несохранённый текст' }).waitFor();
    await check('an offer to restore');
    // The browser's own note of the answer that started the conflict.
    expect(page.complaints.filter((complaint) => !complaint.includes('412'))).toEqual([]);
  });
});
