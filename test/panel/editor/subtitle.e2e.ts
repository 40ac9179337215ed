import { expect, test } from 'vitest';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, openArticle, saveByKeys, state, titleOf } from './desk.ts';

const panel = await needBrowser();

test('a subtitle is written below the title, saved by itself, merged, compared, restored, and read on the page', async () => {
  const { page, slug, article } = await openArticle(panel, { status: 'draft', content: '<p>Начало.</p>' });
  const subtitle = page.getByRole('textbox', { name: 'Подзаголовок' });
  const [title, below, text] = await Promise.all([titleOf(page), subtitle, bodyOf(page)].map((at) => at.boundingBox()));
  expect(title?.y).toBeLessThan(below?.y ?? 0);
  expect(below?.y).toBeLessThan(text?.y ?? 0);

  await subtitle.fill('Первый вечер');
  await state(page, 'Сохранено');
  await expect.poll(async () => (await article()).subtitle).toBe('Первый вечер');
  await subtitle.press('Tab');
  await expect.poll(() => bodyOf(page).evaluate((field) => field === document.activeElement)).toBe(true);

  await subtitle.fill('Мой вечер');
  await panel.call('PUT', `/admin/news/${slug}`, { title: 'Их заголовок' });
  await saveByKeys(page);
  await expect.poll(async () => article()).toMatchObject({ title: 'Их заголовок', subtitle: 'Мой вечер' });
  await state(page, 'Сохранено');

  await page.getByRole('button', { name: 'Показать версии' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('подзаголовок').first().waitFor();
  await dialog.getByRole('button').filter({ hasText: 'начало новости' }).click();
  await expect.poll(() => dialog.locator('del').allTextContents()).toContain('Мой вечер');
  await dialog.getByRole('button', { name: 'Восстановить' }).click();
  await expect.poll(() => subtitle.inputValue()).toBe('');

  await subtitle.fill('Второй вечер');
  await saveByKeys(page);
  await expect.poll(async () => (await article()).subtitle).toBe('Второй вечер');
  await panel.call('PUT', `/admin/news/${slug}`, { status: 'published' });
  const reader = await panel.visit(`${panel.server.origin}/news/${slug}`);
  await expect.poll(() => reader.locator('hgroup p').textContent()).toBe('Второй вечер');
});
