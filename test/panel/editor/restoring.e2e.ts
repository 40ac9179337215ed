import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { needBrowser } from '../../rig/needs.ts';
import { all, bodyOf, button, JOURNAL_WITHIN, state, stored, titleOf, write } from './desk.ts';

const panel = await needBrowser();

const line = (page: Page) => page.getByRole('region', { name: 'Несохранённый текст' });
const offers = (page: Page) => line(page).getByRole('listitem');

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
      await offers(page).first().getByRole('button', { name: 'Открыть' }).click();
      await state(page, 'Не сохранено');
      await expect.poll(() => offers(page).count()).toBe(0);
      await page.waitForTimeout(JOURNAL_WITHIN);
      await page.reload();
      await offers(page).first().waitFor();
      await expect.poll(() => offers(page).count()).toBe(1);
    }
    await offers(page).getByRole('button', { name: 'Открыть' }).click();
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
    await offers(page).waitFor({ state: 'detached' });
    await button(page, 'Отменить').click();
    await offers(page).waitFor();
    await offers(page).getByRole('button', { name: 'Удалить' }).click();
    await offers(page).waitFor({ state: 'detached' });
    await page.reload();
    await bodyOf(page).waitFor();
    await page.waitForTimeout(JOURNAL_WITHIN);
    await expect.poll(() => offers(page).count()).toBe(0);
  });

  test('is one line however many texts there are, which opens their list', async () => {
    const first = await leaveTyped('Первый');
    for (const title of ['Второй', 'Третий', 'Четвёртый']) {
      const tab = await first.context().newPage();
      await tab.goto(`${panel.server.origin}/admin/news/new`);
      await titleOf(tab).fill(title);
      await write(tab, `Начало: ${title}.`);
      await tab.close({ runBeforeUnload: true });
    }
    const page = await first.context().newPage();
    await page.goto(`${panel.server.origin}/admin/news/new`);
    await line(page).getByText('4 несохранённых текста').waitFor();
    await expect.poll(() => offers(page).count()).toBe(0);
    expect((await line(page).boundingBox())?.height).toBeLessThan(80);
    await button(page, 'Показать').click();
    await expect.poll(() => offers(page).count()).toBe(4);
    await offers(page).filter({ hasText: 'Начало: Второй.' }).getByRole('button', { name: 'Удалить' }).click();
    await line(page).getByText('3 несохранённых текста').waitFor();
    await button(page, 'Отменить').click();
    await line(page).getByText('4 несохранённых текста').waitFor();
    await page.reload();
    await line(page).getByText('4 несохранённых текста').waitFor();
  });

  test('of another article is opened as its own: a draft that was saved here stays as it was', async () => {
    const page = await leaveTyped('Статья Б');
    await titleOf(page).fill('Статья А');
    await write(page, 'Слова статьи А.');
    await state(page, 'Сохранено');
    await write(page, ' И ещё не сохранённые.');
    await offers(page).getByRole('button', { name: 'Открыть' }).click();
    await expect.poll(() => titleOf(page).inputValue()).toBe('Статья Б');
    await expect.poll(() => bodyOf(page).textContent()).toBe('Набрано и не сохранено.');
    await button(page, 'Сохранить черновик').click();
    await state(page, 'Сохранено');
    const bodies = async () =>
      (await all(panel)).filter(({ title }) => /^Статья [АБ]$/.test(title)).map(({ title, slug }) => ({ title, slug }));
    await expect.poll(async () => (await bodies()).map(({ title }) => title).sort()).toEqual(['Статья А', 'Статья Б']);
    const [a] = (await bodies()).filter(({ title }) => title === 'Статья А');
    expect((await stored(panel, a?.slug ?? '')).content).toContain('Слова статьи А.');
    await page.goto(`${panel.server.origin}/admin/news/edit/${a?.slug}`);
    await line(page).getByText('И ещё не сохранённые.').waitFor();
  });

  test('of another article is opened as its own: what was typed here meanwhile is offered in its turn', async () => {
    const page = await leaveTyped('Прежняя');
    await titleOf(page).fill('Набрано только что');
    await offers(page).getByRole('button', { name: 'Открыть' }).click();
    await expect.poll(() => titleOf(page).inputValue()).toBe('Прежняя');
    await offers(page).getByText('Набрано только что').waitFor();
    await offers(page).getByRole('button', { name: 'Открыть' }).click();
    await expect.poll(() => titleOf(page).inputValue()).toBe('Набрано только что');
    await offers(page).getByText('Прежняя').waitFor();
  });
});
