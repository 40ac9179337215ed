import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { needBrowserOn, needProcess } from '../../rig/needs.ts';
import { ADMIN, startServer } from '../../rig/server.ts';
import { all, bodyOf, button, chip, JOURNAL_WITHIN, makeArticle, state, stored, titleOf, write } from './desk.ts';

let latest = await needProcess();
const panel = await needBrowserOn(latest);

const offer = (page: Page) => page.getByRole('region', { name: 'Несохранённый текст' });

/** The server comes back where the open pages look for it, on the same data. */
async function restart(): Promise<void> {
  latest = await startServer({ dataDir: panel.server.dataDir, port: Number(new URL(panel.server.origin).port) });
}

describe('nothing typed is lost', () => {
  test('when the server is killed in the middle of a save', async () => {
    const { slug } = await makeArticle(panel, { title: 'Убитый сервер', status: 'draft' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    const typed: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const sentence = ` Предложение ${round}.`;
      await write(page, sentence);
      typed.push(sentence.trim());
      await page.keyboard.press('ControlOrMeta+s');
      await sleep(round * 4);
      await latest.kill();
      await restart();
      await expect
        .poll(async () => {
          const isSaved = await chip(page, 'Сохранено').count();
          if (!isSaved) await page.keyboard.press('ControlOrMeta+s');
          return isSaved;
        })
        .toBe(1);
    }
    const { content } = await stored(panel, slug);
    for (const sentence of typed) expect(content.split(sentence).length, sentence).toBe(2);
  });

  test('when the server dies after it stored a new article and before it said so: there is one article, not two', async () => {
    const page = await panel.open('/admin/news/new');
    await titleOf(page).fill('Ответ пропал');
    await write(page, 'Один раз.');
    await page.route('**/api/admin/news', async (route) => {
      await route.fetch();
      await latest.kill();
      await route.abort();
    });
    await button(page, 'Создать').click();
    await state(page, 'Нет связи');
    await page.unroute('**/api/admin/news');
    await restart();
    await state(page, 'Не сохранено');
    await write(page, ' И ещё.');
    await page.reload();
    await offer(page).getByRole('button', { name: 'Открыть' }).click();
    await button(page, 'Создать').click();
    await page.getByText('Новость успешно создана!').waitFor();
    const made = (await all(panel)).filter(({ title }) => title === 'Ответ пропал');
    expect(made.map(({ content }) => content)).toEqual(['<p>Один раз. И ещё.</p>']);
  });

  test('when the tab is closed right after typing', async () => {
    const { slug } = await makeArticle(panel, { title: 'Закрытая вкладка' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Набрано перед закрытием.');
    await titleOf(page).fill('Закрытая вкладка, новое имя');
    await page.close({ runBeforeUnload: true });
    const again = await page.context().newPage();
    await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await offer(again).waitFor();
    await expect
      .poll(() => offer(again).locator('ins').allTextContents())
      .toEqual(expect.arrayContaining([expect.stringContaining('Набрано перед закрытием.')]));
    await button(again, 'Восстановить').click();
    await state(again, 'Не сохранено');
    await button(again, 'Сохранить').click();
    await again.getByText('Новость успешно обновлена!').waitFor();
    const article = await stored(panel, slug);
    expect([article.title, article.content]).toEqual([
      'Закрытая вкладка, новое имя',
      '<p>Начало. Набрано перед закрытием.</p>',
    ]);
    await again.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await state(again, 'Сохранено');
    await expect.poll(() => offer(again).count()).toBe(0);
  });

  test('when the browser itself is killed', async () => {
    const page = await panel.open('/admin/news/new');
    await titleOf(page).fill('Упавшая вкладка');
    await write(page, 'Набрано до падения.');
    await page.waitForTimeout(JOURNAL_WITHIN);
    const devtools = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // It never answers.
    devtools.send('Page.crash').catch(() => {});
    await crashed;
    const again = await page.context().newPage();
    await again.goto(`${panel.server.origin}/admin/news/new`);
    await offer(again).waitFor();
    await offer(again).getByRole('button', { name: 'Открыть' }).click();
    expect([await titleOf(again).inputValue(), await bodyOf(again).textContent()]).toEqual([
      'Упавшая вкладка',
      'Набрано до падения.',
    ]);
  });

  test('when the token is gone: the password is asked in place and the save goes on', async () => {
    const { slug } = await makeArticle(panel, { title: 'Пропавший токен' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Набрано без входа.');
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await button(page, 'Сохранить').click();
    const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
    await dialog.getByLabel('Имя пользователя').fill(ADMIN.username);
    await dialog.getByLabel('Пароль', { exact: true }).fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Новость успешно обновлена!').waitFor();
    await expect.poll(async () => (await stored(panel, slug)).content).toBe('<p>Начало. Набрано без входа.</p>');
  });

  test('when the token is gone and the page is opened anew', async () => {
    const { slug } = await makeArticle(panel, { title: 'Вход заново' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Набрано перед выходом.');
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await page.reload();
    await page.waitForURL('**/admin/login');
    await page.getByLabel('Имя пользователя').fill(ADMIN.username);
    await page.getByLabel('Пароль', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.waitForURL((url) => url.pathname !== '/admin/login');
    await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await offer(page).getByText('Набрано перед выходом.').waitFor();
  });

  test('when two tabs write two new articles', async () => {
    const one = await panel.open('/admin/news/new');
    const two = await one.context().newPage();
    await two.goto(`${panel.server.origin}/admin/news/new`);
    await titleOf(one).fill('Первая вкладка');
    await write(one, 'Текст первой.');
    await titleOf(two).fill('Вторая вкладка');
    await write(two, 'Текст второй.');
    await one.close();
    await two.close();
    const again = await one.context().newPage();
    await again.goto(`${panel.server.origin}/admin/news/new`);
    await button(again, 'Показать').click();
    await expect.poll(() => offer(again).getByRole('listitem').count()).toBe(2);
    expect((await offer(again).allTextContents()).join()).toMatch(
      /Текст второй.*Текст первой|Текст первой.*Текст второй/s,
    );
  });

  test('when a tab is still open its text is not offered to another', async () => {
    const { slug } = await makeArticle(panel, { title: 'Две вкладки' });
    const one = await panel.open(`/admin/news/edit/${slug}`);
    await write(one, ' Пока открыто.');
    await one.waitForTimeout(JOURNAL_WITHIN);
    const two = await one.context().newPage();
    await two.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await two.getByText('Сейчас новость открыта у вас в другой вкладке.').waitFor();
    await expect.poll(() => offer(two).count()).toBe(0);
  });

  test('when the network is away', async () => {
    const { slug } = await makeArticle(panel, { title: 'Без сети' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Набрано в тоннеле.');
    await page.context().setOffline(true);
    await state(page, 'Нет связи');
    await button(page, 'Сохранить').click();
    await page.getByText('Не удалось сохранить новость:').first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
    await page.context().setOffline(false);
    await state(page, 'Не сохранено');
    await button(page, 'Сохранить').click();
    await page.getByText('Новость успешно обновлена!').waitFor();
    await expect.poll(async () => (await stored(panel, slug)).content).toBe('<p>Начало. Набрано в тоннеле.</p>');
  });

  test('when somebody leaves by «К списку», and the offer is there until the server has the text', async () => {
    const { slug } = await makeArticle(panel, { title: 'Отменённая' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Оставлено на потом.');
    await page.getByRole('link', { name: 'К списку' }).click();
    await page.getByText('Несохранённый текст остался в этом браузере').waitFor();
    await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
    await button(page, 'Восстановить').click();
    await page.keyboard.press('ControlOrMeta+z');
    await state(page, 'Сохранено');
    await page.waitForTimeout(JOURNAL_WITHIN);
    await page.reload();
    await offer(page).getByText('Оставлено на потом.').waitFor();
  });

  test('when the article was deleted meanwhile', async () => {
    const { slug } = await makeArticle(panel, { title: 'Удалённая' });
    const page = await panel.open(`/admin/news/edit/${slug}`);
    await write(page, ' Набрано после удаления.');
    await panel.call('DELETE', `/admin/news/${slug}`);
    await button(page, 'Сохранить').click();
    await page.getByText('Такой новости нет').first().waitFor();
    await button(page, 'Создать заново').click();
    await page.getByText('Новость успешно создана!').waitFor();
    await expect.poll(async () => (await stored(panel, slug)).content).toBe('<p>Начало. Набрано после удаления.</p>');
  });
});
