import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, button, makeArticle, state, stored, titleOf, write } from './desk.ts';

const ANNA = { username: 'anna', password: 'кашалот ищет тёплое море' };

const panel = await needBrowser();
beforeAll(async () => {
  await panel.call('POST', '/admin/admins', ANNA);
});

async function openByBoth(slug: string): Promise<{ mine: Page; hers: Page; before: number | undefined }> {
  const mine = await panel.open(`/admin/news/edit/${slug}`);
  await bodyOf(mine).waitFor();
  const before = (await bodyOf(mine).boundingBox())?.y;
  const hers = await panel.open(`/admin/news/edit/${slug}`, { token: await signIn(panel.server.origin, ANNA) });
  await bodyOf(hers).waitFor();
  return { mine, hers, before };
}

async function saveHere(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await state(page, 'Сохранено');
}

/** Two editors change one article; hers is stored first, mine conflicts. */
async function conflict(title: string) {
  const { slug } = await makeArticle(panel, { title, content: '<p>Общее начало.</p><p>Общий конец.</p>' });
  const { mine, hers } = await openByBoth(slug);
  await titleOf(hers).fill(`${title} от Анны`);
  await write(hers, ' Фраза Анны.');
  await saveHere(hers);
  await write(mine, ' Моя фраза.');
  await mine.keyboard.press('ControlOrMeta+s');
  const dialog = mine.getByRole('alertdialog', { name: 'Пока вы писали, сохранена версия anna' });
  await dialog.waitFor();
  return { slug, mine, dialog };
}

describe('two editors of one article', () => {
  test('see each other, the first one too, and hear of a save as soon as it was made', async () => {
    const { slug } = await makeArticle(panel, { title: 'Вдвоём' });
    const { mine, hers, before } = await openByBoth(slug);
    await mine.getByText('Сейчас новость открыта у anna.').waitFor();
    await hers.getByText('Сейчас новость открыта у admin.').waitFor();
    await write(hers, ' Фраза Анны.');
    await titleOf(mine).fill('Мой заголовок');
    await saveHere(hers);
    await mine.getByText(/Новая версия от anna \d+\sс назад/).waitFor();
    expect((await bodyOf(mine).boundingBox())?.y).toBe(before);
    await button(mine, 'Посмотреть').click();
    const dialog = mine.getByRole('dialog', { name: 'Новая версия: anna' });
    await expect.poll(() => dialog.locator('ins').textContent()).toContain('Фраза Анны.');
    await dialog.getByRole('button', { name: 'Соединить с моими правками' }).click();
    await expect.poll(() => bodyOf(mine).textContent()).toBe('Начало. Фраза Анны.');
    await expect.poll(() => titleOf(mine).inputValue()).toBe('Мой заголовок');
    await state(mine, 'Не сохранено');
    await expect.poll(() => button(mine, 'Посмотреть').count()).toBe(0);
  });

  test('who changed different fields both get their way without a question', async () => {
    const { slug } = await makeArticle(panel, { title: 'Разные поля' });
    const { mine, hers } = await openByBoth(slug);
    await titleOf(hers).fill('Заголовок Анны');
    await saveHere(hers);
    await write(mine, ' Мой текст.');
    await saveHere(mine);
    await mine.getByText('Тем временем новость изменили: заголовок. Ваши правки объединены с этими.').waitFor();
    await expect.poll(() => titleOf(mine).inputValue()).toBe('Заголовок Анны');
    const article = await stored(panel, slug);
    expect([article.title, article.content]).toEqual(['Заголовок Анны', '<p>Начало. Мой текст.</p>']);
  });

  test('who changed different paragraphs both get their way without a question', async () => {
    const content = '<p>Раз.</p><p>Два.</p><p>Три.</p>';
    const { slug } = await makeArticle(panel, { title: 'Разные абзацы', content });
    const mine = await panel.open(`/admin/news/edit/${slug}`);
    await write(mine, ' Правка.');
    await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Раз.</p><p>Три.</p>' });
    await saveHere(mine);
    await mine.getByText('Тем временем новость изменили: текст. Ваши правки объединены с этими.').waitFor();
    await expect.poll(async () => (await stored(panel, slug)).content).toBe('<p>Раз.</p><p>Три. Правка.</p>');
    await expect.poll(() => bodyOf(mine).locator('p').allTextContents()).toEqual(['Раз.', 'Три. Правка.']);
  });

  test('who changed the same choose for each place, see the result, and may join both', async () => {
    const content = '<p>Начало.</p><p>Середина.</p><p>Конец.</p>';
    const { slug } = await makeArticle(panel, { title: 'Два места', content });
    const mine = await panel.open(`/admin/news/edit/${slug}`);
    await write(mine, ' Мой конец.');
    await mine.keyboard.press('ControlOrMeta+Home');
    await mine.keyboard.type('Моё. ');
    await panel.call('PUT', `/admin/news/${slug}`, {
      content: '<p>Начало. Чужое.</p><p>Середина.</p><p>Конец. Чужой конец.</p>',
    });
    await mine.keyboard.press('ControlOrMeta+s');
    const dialog = mine.getByRole('alertdialog');
    const places = dialog.locator('section');
    await dialog.getByText('Текст, место 1 из 2').waitFor();
    const result = (place: number) => places.nth(place).locator('[role=status] p').allTextContents();
    expect([await result(0), await result(1)]).toEqual([
      ['Моё. Начало.', 'Начало. Чужое.'],
      ['Конец. Мой конец.', 'Конец. Чужой конец.'],
    ]);
    await places.nth(0).getByRole('radio', { name: 'Оставить мою' }).check();
    expect(await result(0)).toEqual(['Моё. Начало.']);
    // By keyboard, as all of it.
    await places.nth(1).getByRole('radio', { name: 'Соединить' }).focus();
    await mine.keyboard.press('ArrowUp');
    await mine.keyboard.press('ArrowUp');
    expect(await result(1)).toEqual(['Конец. Чужой конец.']);
    await dialog.getByRole('button', { name: 'Сохранить так' }).click();
    await state(mine, 'Сохранено');
    await expect
      .poll(async () => (await stored(panel, slug)).content)
      .toBe('<p>Моё. Начало.</p><p>Середина.</p><p>Конец. Чужой конец.</p>');
  });

  test('who changed the same may join both, and keep the other’s title', async () => {
    const { slug, mine, dialog } = await conflict('Оба');
    await expect.poll(() => dialog.locator('ins').textContent()).toContain('Фраза Анны');
    await expect.poll(() => dialog.locator('del').textContent()).toContain('Моя фраза');
    await dialog.getByRole('button', { name: 'Сохранить так' }).click();
    await state(mine, 'Сохранено');
    const article = await stored(panel, slug);
    expect(article.content).toBe('<p>Общее начало.</p><p>Общий конец. Моя фраза.</p><p>Общий конец. Фраза Анны.</p>');
    expect(article.title).toBe('Оба от Анны');
  });

  test('may take theirs; one step brings mine back, and so does the offer when the article is opened again', async () => {
    const { slug, mine, dialog } = await conflict('Чужое');
    await dialog.getByRole('radio', { name: 'Взять версию anna' }).check();
    await dialog.getByRole('button', { name: 'Сохранить так' }).click();
    await state(mine, 'Сохранено');
    await expect.poll(async () => (await stored(panel, slug)).content).toContain('Фраза Анны.');
    await expect.poll(() => bodyOf(mine).textContent()).not.toContain('Моя фраза.');
    await bodyOf(mine).click();
    await mine.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => bodyOf(mine).textContent()).toContain('Моя фраза.');
    await mine.keyboard.press('ControlOrMeta+Shift+z');
    await state(mine, 'Сохранено');
    await mine.reload();
    const offer = mine.getByRole('region', { name: 'Несохранённый текст' });
    await offer.getByText('Моя фраза.').waitFor();
    await button(mine, 'Восстановить').click();
    await expect.poll(() => bodyOf(mine).textContent()).toContain('Моя фраза.');
  });

  test('may put the question off: nothing is stored and nothing is lost', async () => {
    const { slug, mine, dialog } = await conflict('Потом');
    await mine.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await state(mine, 'Не сохранено');
    await expect.poll(() => bodyOf(mine).textContent()).toContain('Моя фраза.');
    await expect.poll(async () => (await stored(panel, slug)).content).not.toContain('Моя фраза.');
  });
});

describe('text left behind', () => {
  test('meets what others saved since', async () => {
    const { slug } = await makeArticle(panel, { title: 'Вернулся' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Забытая фраза.');
    await page.close();
    await panel.call('PUT', `/admin/news/${slug}`, { title: 'Вернулся позже' });
    const again = await page.context().newPage();
    await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await button(again, 'Восстановить').click();
    await again.keyboard.press('ControlOrMeta+s');
    await state(again, 'Сохранено');
    const article = await stored(panel, slug);
    expect([article.title, article.content]).toEqual(['Вернулся позже', '<p>Начало. Забытая фраза.</p>']);
  });
});
