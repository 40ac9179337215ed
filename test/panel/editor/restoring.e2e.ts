import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPanel, type Panel } from '../../rig/browser/panel.ts';
import { bodyOf, button, JOURNAL_WITHIN, state, titleOf, write } from './desk.ts';

let panel: Panel;
beforeAll(async () => {
  panel = await openPanel();
});
afterAll(() => panel.close());

const offers = (page: Page) => page.getByRole('region', { name: 'Несохранённый текст' });

/** A new article is typed and its page is left without saving. */
async function leaveTyped(title: string): Promise<Page> {
  const page = await panel.open('/admin/news/new');
  await titleOf(page).fill(title);
  await write(page, 'Набрано и не сохранено.');
  await page.reload();
  await offers(page).first().waitFor();
  return page;
}

describe('unsaved text of a former page', () => {
  test('is offered once, however often it is restored and the page is opened again', async () => {
    const page = await leaveTyped('Одна копия');
    for (let round = 0; round < 3; round += 1) {
      await button(page, 'Восстановить').first().click();
      await state(page, 'Не сохранено');
      await expect.poll(() => offers(page).count()).toBe(0);
      await page.waitForTimeout(JOURNAL_WITHIN);
      await page.reload();
      await offers(page).first().waitFor();
      await expect.poll(() => offers(page).count()).toBe(1);
    }
    await button(page, 'Восстановить').click();
    expect([await titleOf(page).inputValue(), await bodyOf(page).textContent()]).toEqual([
      'Одна копия',
      'Набрано и не сохранено.',
    ]);
  });

  test('is offered once where two pages hold the same, and deleting it deletes both', async () => {
    const page = await leaveTyped('Две одинаковые');
    await page.evaluate(async () => {
      const request = indexedDB.open('rampa');
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      const store = request.result.transaction('unsaved', 'readwrite').objectStore('unsaved');
      const all = store.getAll();
      await new Promise((resolve) => {
        all.onsuccess = () => {
          const copy = store.put({ ...all.result[0], key: 'another', at: '2025-07-20T15:00:00.000Z' });
          copy.onsuccess = resolve;
        };
      });
    });
    await page.reload();
    await offers(page).first().waitFor();
    await expect.poll(() => offers(page).count()).toBe(1);
    await offers(page).getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await offers(page).waitFor({ state: 'detached' });
    await page.reload();
    await bodyOf(page).waitFor();
    await page.waitForTimeout(JOURNAL_WITHIN);
    await expect.poll(() => offers(page).count()).toBe(0);
  });
});
