import type { JSHandle, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readStored, send } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import { ADMIN } from '../../rig/server.ts';
import { button, makeArticle, openArticle, state, stored, write } from './desk.ts';

const panel = await needBrowser();

/** Every length of a text that is shown from now on, in its order. */
function readLengths(page: Page): Promise<JSHandle<string[]>> {
  return page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => {
      const [shown] = /\d+ знак\S*/.exec(document.body.innerText) ?? [];
      if (shown && shown !== seen.at(-1)) seen.push(shown);
    };
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    return seen;
  });
}

describe('a draft', () => {
  test('is saved when the network is back; typing and an order while it is being saved lose nothing', async () => {
    const { page, slug, article } = await openArticle(panel);
    await page.context().setOffline(true);
    await write(page, ' Раз.');
    await state(page, 'Нет связи');
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/api/admin/news/${slug}`, async (route) => {
      const answer = await route.fetch();
      begun.resolve();
      await answered.promise;
      await route.fulfill({ response: answer });
    });
    await page.context().setOffline(false);
    await begun.promise;
    await state(page, 'Сохраняется…');
    expect((await article()).content).toBe('<p>Начало. Раз.</p>');
    await page.keyboard.type(' Два.');
    await button(page, 'Опубликовать').click();
    answered.resolve();
    await button(page, 'Снять с публикации').waitFor();
    await state(page, 'Сохранено');
    expect(await article()).toMatchObject({ status: 'published', content: '<p>Начало. Раз. Два.</p>' });
    const revisions: { autosaved: boolean }[] = await (await panel.call('GET', `/admin/news/${slug}/revisions`)).json();
    expect(revisions.map(({ autosaved }) => autosaved)).toEqual([false, true, false]);
  });

  test('whose session ended asks nobody who writes, and saves itself once somebody signs in again', async () => {
    const { slug } = await makeArticle(panel, { title: 'Сеанс закончился', status: 'draft' });
    const page = await panel.open('/admin/news');
    const lengths = await readLengths(page);
    await page.getByRole('link', { name: 'Сеанс закончился' }).first().click();
    await page.getByText('7 знаков').waitFor();
    expect(await lengths.jsonValue()).toEqual(['7 знаков']);
    await send(panel.server.origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
    const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 401);
    await write(page, ' Набрано без сеанса.');
    await refused;
    await page.getByText('Сеанс закончился: чтобы сохранять изменения').waitFor();
    await state(page, 'Не сохранено');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await page.keyboard.type(' И дальше.');
    await page.getByRole('button', { name: 'Войти' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
    await dialog.locator('[name=password]').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await state(page, 'Сохранено');
    expect((await stored(panel, slug)).content).toBe('<p>Начало. Набрано без сеанса. И дальше.</p>');
  });

  test('that meets another version of the same paragraph asks nobody who writes, only who saves', async () => {
    const { page, slug, article } = await openArticle(panel);
    await write(page, ' Моё.');
    const refused = page.waitForResponse((response) => response.status() === 412);
    await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Начало. Чужое.</p>' });
    await refused;
    await state(page, 'Не сохранено');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('alertdialog').waitFor();
    expect((await article()).content).toBe('<p>Начало. Чужое.</p>');
  });
});
