import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { click, fillLogin, hasFocus, readStored, send, signIn } from '../../rig/browser/panel.ts';
import { needBrowser } from '../../rig/needs.ts';
import * as desk from './desk.ts';

const panel = await needBrowser();
const ANNA = { username: 'anna', password: 'кашалот ищет тёплое море' };
await panel.call('POST', '/admin/admins', ANNA);

const offers = (page: Page) => desk.unsaved(page).getByRole('listitem');
const openPublished = (fields = {}) => desk.openArticle(panel, { status: 'published', ...fields });

async function openTab(page: Page, path = '/admin/news/new'): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(panel.server.origin + path);
  return tab;
}

async function expectOpened(page: Page, title: string, text = 'Набрано и не сохранено.'): Promise<void> {
  await expect.poll(() => desk.titleOf(page).inputValue()).toBe(title);
  await expect.poll(() => desk.bodyOf(page).textContent()).toBe(text);
}

test('nothing typed is lost when the browser itself is killed', async () => {
  const page = await desk.openNew(panel, 'Упавшая вкладка', 'Набрано до падения.');
  await page.waitForTimeout(desk.JOURNAL_WITHIN);
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // It never answers.
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  const again = await openTab(page);
  await desk.unsaved(again).getByRole('button', { name: 'Открыть' }).click();
  await expectOpened(again, 'Упавшая вкладка', 'Набрано до падения.');
});

test('nothing typed is lost when the token is gone: it is offered behind the login of a page that is opened anew', async () => {
  const { page, slug } = await openPublished();
  await desk.write(page, ' Набрано перед выходом.');
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.reload();
  await fillLogin(page);
  await page.waitForURL((url) => url.pathname !== '/admin/login');
  await page.goto(`${panel.server.origin}/admin/news/edit/${slug}`);
  await desk.unsaved(page).getByText('Набрано перед выходом.').waitFor();
});

test('nothing typed is lost when a tab is still open its text is not offered to another; when the network is away', async () => {
  const { page, slug, article } = await openPublished();
  await desk.write(page, ' Набрано в тоннеле.');
  await page.waitForTimeout(desk.JOURNAL_WITHIN);
  const two = await openTab(page, `/admin/news/edit/${slug}`);
  await two.getByText('Сейчас новость открыта у вас в другой вкладке.').waitFor();
  await expect.poll(() => desk.unsaved(two).count()).toBe(0);
  await two.close();

  await page.context().setOffline(true);
  await desk.state(page, 'Нет связи');
  await desk.order(page, 'Сохранить', page.getByText('Не удалось сохранить новость:').first());
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
  await page.context().setOffline(false);
  await desk.state(page, 'Не сохранено');
  await desk.submit(page, 'Сохранить');
  await expect.poll(async () => (await article()).content).toBe('<p>Начало. Набрано в тоннеле.</p>');
});

test('the editor opens where the browser has no database, and says that it keeps no copy', async () => {
  const page = await panel.open('/admin/news/new', {
    prepare: (opened) =>
      opened.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('', 'SecurityError');
        };
      }),
  });
  await page.getByText('Браузер не хранит копию: сохраните скорее').waitFor();
});

async function leaveTyped(title: string): Promise<Page> {
  const page = await desk.openNew(panel, title, 'Набрано и не сохранено.');
  await page.reload();
  await offers(page).first().waitFor();
  return page;
}

const take = (page: Page, name: string) => offers(page).first().getByRole('button', { name }).click();

test('unsaved text of a former page is offered once, however often it is restored and the page is opened again, and where two pages hold the same; deleting it deletes both', async () => {
  const page = await leaveTyped('Одна копия');
  for (let round = 0; round < 2; round += 1) {
    await take(page, 'Открыть');
    await expectOpened(page, 'Одна копия');
    await desk.state(page, 'Не сохранено');
    await expect.poll(() => offers(page).count()).toBe(0);
    await page.waitForTimeout(desk.JOURNAL_WITHIN);
    await page.reload();
    await expect.poll(() => offers(page).count()).toBe(1);
  }
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => Object.assign(request, { onsuccess: () => resolve(request.result) }));
    const store = (await done(indexedDB.open('rampa'))).transaction('unsaved', 'readwrite').objectStore('unsaved');
    const [text] = await done(store.getAll());
    await done(store.put({ ...text, key: 'another', at: '2025-07-20T15:00:00.000Z' }));
  });
  await page.reload();
  await expect.poll(() => offers(page).count()).toBe(1);
  await take(page, 'Удалить');
  await offers(page).waitFor({ state: 'detached' });
  await page.reload();
  await desk.bodyOf(page).waitFor();
  await page.waitForTimeout(desk.JOURNAL_WITHIN);
  await expect.poll(() => offers(page).count()).toBe(0);
});

test('unsaved text of a former page is one line however many texts there are, which opens their list', async () => {
  const first = await leaveTyped('Первый');
  for (const title of ['Второй', 'Третий', 'Четвёртый']) {
    const tab = await openTab(first);
    await desk.titleOf(tab).fill(title);
    await desk.write(tab, `Начало: ${title}.`);
    await tab.close({ runBeforeUnload: true });
  }
  const page = await openTab(first);
  await desk.unsaved(page).getByText('4 несохранённых текста').waitFor();
  await expect.poll(() => offers(page).count()).toBe(0);
  expect((await desk.unsaved(page).boundingBox())?.height).toBeLessThan(80);
  await desk.button(page, 'Показать').click();
  await expect.poll(() => offers(page).count()).toBe(4);
  await offers(page).filter({ hasText: 'Начало: Второй.' }).getByRole('button', { name: 'Удалить' }).click();
  await desk.unsaved(page).getByText('3 несохранённых текста').waitFor();
  await desk.order(page, 'Отменить', desk.unsaved(page).getByText('4 несохранённых текста'));
  await page.reload();
  await desk.unsaved(page).getByText('4 несохранённых текста').waitFor();
});

test('unsaved text of a former page of another article is opened as its own: a draft that was saved here stays as it was, what was typed here is offered in its turn', async () => {
  const page = await leaveTyped('Статья Б');
  await desk.titleOf(page).fill('Набрано только что');
  await take(page, 'Открыть');
  await expectOpened(page, 'Статья Б');
  await offers(page).getByText('Набрано только что').waitFor();
  await take(page, 'Открыть');
  await expect.poll(() => desk.titleOf(page).inputValue()).toBe('Набрано только что');
  await offers(page).getByText('Статья Б').waitFor();
  await desk.titleOf(page).fill('Статья А');
  await desk.write(page, 'Слова статьи А.');
  await desk.state(page, 'Сохранено');
  await desk.write(page, ' И ещё не сохранённые.');
  await take(page, 'Открыть');
  await expectOpened(page, 'Статья Б');
  await desk.order(page, 'Сохранить черновик', desk.chip(page, 'Сохранено'));
  const named = async (title: string) => (await desk.all(panel)).filter((article) => article.title === title);
  await expect.poll(async () => (await named('Статья Б')).length).toBe(1);
  const [a, ...others] = await named('Статья А');
  expect(others).toEqual([]);
  expect((await desk.stored(panel, a?.slug ?? '')).content).toContain('Слова статьи А.');
  await page.goto(`${panel.server.origin}/admin/news/edit/${a?.slug}`);
  await desk.unsaved(page).getByText('И ещё не сохранённые.').waitFor();
});

async function openByBoth(fields: object) {
  const { page: mine, slug, article } = await openPublished(fields);
  const before = (await desk.bodyOf(mine).boundingBox())?.y;
  const hers = await panel.open(`/admin/news/edit/${slug}`, { token: await signIn(panel.server.origin, ANNA) });
  return { mine, hers, article, before };
}

test('two editors of one article see each other, the first one too, and hear of a save as soon as it was made', async () => {
  const { mine, hers, before } = await openByBoth({});
  await mine.getByText('Сейчас новость открыта у anna.').waitFor();
  await hers.getByText('Сейчас новость открыта у admin.').waitFor();
  await desk.write(hers, ' Фраза Анны.');
  await desk.titleOf(mine).fill('Мой заголовок');
  await desk.saveByKeys(hers);
  await mine.getByText('Новая версия от anna, сегодня').waitFor();
  expect((await desk.bodyOf(mine).boundingBox())?.y).toBe(before);
  await desk.button(mine, 'Соединить с моими правками').click();
  await expect.poll(() => desk.bodyOf(mine).textContent()).toBe('Начало. Фраза Анны.');
  await expect.poll(() => desk.titleOf(mine).inputValue()).toBe('Мой заголовок');
  await desk.state(mine, 'Не сохранено');
  await expect.poll(() => mine.getByText('Новая версия').count()).toBe(0);
});

test('two editors of one article may put the question off, which stores nothing and loses nothing, or take theirs; one step brings mine back, and so does the offer when the article is opened again', async () => {
  const { mine, hers, article } = await openByBoth({ content: '<p>Общее начало.</p><p>Общий конец.</p>' });
  await desk.write(hers, ' Фраза Анны.');
  await desk.saveByKeys(hers);
  await desk.write(mine, ' Моя фраза.');
  const dialog = mine.getByRole('alertdialog', { name: 'Пока вы писали, сохранена версия anna' });
  const hasMine = () => expect.poll(() => desk.bodyOf(mine).textContent()).toContain('Моя фраза.');
  await mine.keyboard.press('ControlOrMeta+s');
  await dialog.waitFor();
  await mine.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await desk.state(mine, 'Не сохранено');
  await hasMine();
  expect((await article()).content).not.toContain('Моя фраза.');

  await mine.keyboard.press('ControlOrMeta+s');
  await hasFocus(dialog.getByRole('button', { name: 'К тексту' }));
  await dialog.getByRole('radio', { name: 'Взять версию anna' }).check();
  await click(dialog, 'Сохранить так', desk.chip(mine, 'Сохранено'));
  expect((await article()).content).toContain('Фраза Анны.');
  await expect.poll(() => desk.bodyOf(mine).textContent()).not.toContain('Моя фраза.');
  await desk.bodyOf(mine).click();
  await mine.keyboard.press('ControlOrMeta+z');
  await hasMine();
  await mine.keyboard.press('ControlOrMeta+Shift+z');
  await desk.state(mine, 'Сохранено');
  await mine.reload();
  await desk.unsaved(mine).getByText('Моя фраза.').waitFor();
  await desk.button(mine, 'Восстановить').click();
  await hasMine();
});

test('a draft is saved when the network is back; typing and an order while it is being saved lose nothing', async () => {
  const { page, slug, article } = await desk.openArticle(panel);
  await page.context().setOffline(true);
  await desk.write(page, ' Раз.');
  await desk.state(page, 'Нет связи');
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**/api/admin/news/${slug}`, async (route) => {
    const answer = await route.fetch();
    begun.resolve();
    await answered.promise;
    await route.fulfill({ response: answer });
  });
  await page.context().setOffline(false);
  await begun.promise;
  await desk.state(page, 'Сохраняется…');
  expect((await article()).content).toBe('<p>Начало. Раз.</p>');
  await page.keyboard.type(' Два.');
  await desk.button(page, 'Опубликовать').click();
  answered.resolve();
  await desk.button(page, 'Снять с публикации').waitFor();
  await desk.state(page, 'Сохранено');
  expect(await article()).toMatchObject({ status: 'published', content: '<p>Начало. Раз. Два.</p>' });
  const revisions = await panel.read<object[]>(`/admin/news/${slug}/revisions`);
  expect(revisions).toMatchObject([false, true, false].map((autosaved) => ({ autosaved })));
});

test('a draft whose session ended asks nobody who writes, and saves itself once somebody signs in again', async () => {
  const { slug } = await desk.makeArticle(panel, { title: 'Сеанс закончился', status: 'draft' });
  const page = await panel.open('/admin/news');
  await page.getByRole('link', { name: 'Сеанс закончился' }).first().click();
  await desk.bodyOf(page).waitFor();
  await send(panel.server.origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 401);
  await desk.write(page, ' Набрано без сеанса.');
  await refused;
  await page.getByText('Сеанс закончился: чтобы сохранять изменения').waitFor();
  await desk.state(page, 'Не сохранено');
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await page.keyboard.type(' И дальше.');
  await page.getByRole('button', { name: 'Войти' }).click();
  await fillLogin(page.getByRole('alertdialog', { name: 'Сеанс закончился' }));
  await desk.state(page, 'Сохранено');
  expect((await desk.stored(panel, slug)).content).toBe('<p>Начало. Набрано без сеанса. И дальше.</p>');
});

test('a draft that meets another version of the same paragraph asks nobody who writes, only who saves', async () => {
  const { page, slug, article } = await desk.openArticle(panel);
  await desk.write(page, ' Моё.');
  const refused = page.waitForResponse((response) => response.status() === 412);
  await panel.call('PUT', `/admin/news/${slug}`, { content: '<p>Начало. Чужое.</p>' });
  await refused;
  await desk.state(page, 'Не сохранено');
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('alertdialog', { name: 'Пока вы писали, в другой вкладке сохранена другая версия' });
  await dialog.getByText(/^Другая версия сохранена: сегодня, \d\d:\d\d\..*где в обеих вкладках изменили/).waitFor();
  expect((await article()).content).toBe('<p>Начало. Чужое.</p>');
});
