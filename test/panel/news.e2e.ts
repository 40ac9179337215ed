import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventually, expectNoComplaints } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();
beforeEach(async () => {
  const { origin } = panel.server;
  const articles = (await (
    await fetch(`${origin}/api/admin/news`, { headers: { Authorization: `Bearer ${panel.token}` } })
  ).json()) as { slug: string }[];
  for (const { slug } of articles) await panel.call('DELETE', `/admin/news/${slug}`);
  for (const { id } of (await (await panel.call('GET', '/admin/bin')).json()) as { id: number }[])
    await panel.call('DELETE', `/admin/bin/${id}`);
});

const write = (title: string, rest: object = {}) =>
  panel.call('POST', '/admin/news', { title, content: '<p>Текст</p>', ...rest });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const slugs = async () =>
  ((await (await panel.call('GET', '/admin/news')).json()) as { slug: string }[]).map(({ slug }) => slug);
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Вы уверены, что хотите удалить эту новость?' });

describe('the list of news', () => {
  test('says that there are none, and leads to a new one', async () => {
    const page = await panel.open('/admin/news');
    await page.getByText('Новостей пока нет').waitFor();
    await eventually(() => page.getByRole('link', { name: 'Добавить новость' }).getAttribute('href')).toBe(
      '/admin/news/new',
    );
    expectNoComplaints(page);
  });

  test('shows title, date and state, newest first, with the way to the editor', async () => {
    await write('Первая', { date: '2025-07-01' });
    await write('Вторая «в кавычках» & <b>', { date: '2025-07-20', status: 'draft' });
    await write('Третья', { date: '2025-07-10', status: 'scheduled', publishAt: '2125-07-20T15:00:00Z' });
    const page = await panel.open('/admin/news');
    await row(page, 'Первая').waitFor();
    const cells = await page
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((each) => [...each.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent)),
      );
    expect(cells).toEqual([
      ['Вторая «в кавычках» & <b>', '2025-07-20', 'Черновик'],
      ['Третья', '2025-07-10', 'Запланирована20 июля 2125, 18:00'],
      ['Первая', '2025-07-01', 'Опубликована'],
    ]);
    await eventually(() => row(page, 'Первая').getByRole('link', { name: 'Изменить' }).getAttribute('href')).toBe(
      '/admin/news/edit/pervaya',
    );
    expectNoComplaints(page);
  });

  test('says what failed and tries again', async () => {
    const page = await panel.open('/admin/voting');
    await page.route('**/api/admin/news?*', (route) =>
      route.fulfill({ status: 503, json: { message: 'База данных сейчас недоступна.' } }),
    );
    await page.getByRole('link', { name: 'Новости', exact: true }).click();
    await page.getByText('Ошибка: База данных сейчас недоступна.').waitFor();
    await page.unroute('**/api/admin/news?*');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByText('Новостей пока нет').waitFor();
  });

  test('comes in parts, is searched and filtered', async () => {
    for (let number = 1; number <= 53; number++)
      await write(`Новость номер ${number}`, { status: number <= 2 ? 'draft' : 'published' });
    const page = await panel.open('/admin/news');
    await eventually(() => page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('button', { name: 'Показать ещё' }).click();
    await eventually(() => page.locator('tbody tr').count()).toBe(53);
    await page.getByRole('searchbox').fill('НОМЕР 53');
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe('НОМЕР 53');
    await page.getByRole('searchbox').fill('ничего такого');
    await page.getByText('Ничего не нашлось').waitFor();
    await page.getByRole('link', { name: 'Черновики' }).click();
    await eventually(() => page.locator('tbody tr').count()).toBe(2);
    expectNoComplaints(page);
  });
});

describe('deleting', () => {
  test('asks first, and does nothing when the answer is no', async () => {
    await write('Остаётся');
    const page = await panel.open('/admin/news');
    await page.getByRole('button', { name: 'Удалить: Остаётся' }).click();
    await question(page).getByRole('button', { name: 'Отмена' }).click();
    await question(page).waitFor({ state: 'detached' });
    await eventually(() => slugs()).toEqual(['ostayotsya']);
  });

  test('takes the row away only when the server has confirmed it', async () => {
    await write('Уходит');
    const page = await panel.open('/admin/news');
    await page.route('**/api/admin/news/ukhodit', (route) => route.abort());
    await page.getByRole('button', { name: 'Удалить: Уходит' }).click();
    await question(page).getByRole('button', { name: 'Удалить' }).click();
    await question(page).getByText('Ошибка: Сервер не ответил.').waitFor();
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    await page.unroute('**/api/admin/news/ukhodit');
    await question(page).getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Новостей пока нет').waitFor();
    await eventually(() => slugs()).toEqual([]);
  });

  test('is taken back from a bar that survives a change of screen', async () => {
    await write('Вернётся');
    const page = await panel.open('/admin/news');
    await page.getByRole('button', { name: 'Удалить: Вернётся' }).click();
    await question(page).getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Новость удалена: «Вернётся».').waitFor();
    await page.getByRole('link', { name: 'Голосование' }).click();
    await page.getByRole('link', { name: 'Новости', exact: true }).click();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await row(page, 'Вернётся').waitFor();
    await eventually(() => slugs()).toEqual(['vernyotsya']);
    expectNoComplaints(page);
  });

  test('can be taken back for ten seconds', async () => {
    await write('Ненадолго');
    const page = await panel.open('/admin/news');
    await page.getByRole('button', { name: 'Удалить: Ненадолго' }).click();
    await question(page).getByRole('button', { name: 'Удалить' }).click();
    const bar = page.getByText('Новость удалена: «Ненадолго».');
    await bar.waitFor();
    const since = Date.now();
    await page.mouse.move(0, 0);
    await bar.waitFor({ state: 'detached' });
    expect(Date.now() - since).toBeGreaterThan(9000);
  });

  test('is refused without a call when there is no identifier', async () => {
    const page = await panel.open('/admin');
    const nameless = {
      id: 1,
      slug: '',
      title: 'Без имени',
      date: '2025-07-20',
      status: 'draft',
      publishAt: null,
      expiresAt: null,
      version: 1,
    };
    await page.route('**/api/admin/news?*', (route) => route.fulfill({ json: [nameless] }));
    await page.goto(`${panel.server.origin}/admin/news`);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.method()));
    await page.getByRole('button', { name: 'Удалить: Без имени' }).click();
    await page.getByText('нельзя удалить: у неё нет идентификатора').waitFor();
    await eventually(() => question(page).count()).toBe(0);
    expect(calls).not.toContain('DELETE');
  });
});

describe('the bin', () => {
  test('gives an article back, or lets it go for good', async () => {
    for (const title of ['Первая', 'Вторая']) {
      await write(title);
      await panel.call('DELETE', `/admin/news/${title === 'Первая' ? 'pervaya' : 'vtoraya'}`);
    }
    const page = await panel.open('/admin/news');
    await page.getByRole('link', { name: 'Корзина' }).click();
    await page.getByRole('button', { name: 'Вернуть: Первая' }).click();
    await page.getByText('Новость «Первая» возвращена.').waitFor();
    await eventually(() => slugs()).toEqual(['pervaya']);
    await page.getByRole('button', { name: 'Удалить навсегда: Вторая' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить навсегда' }).click();
    await page.getByText('Корзина пуста').waitFor();
    expect(await (await panel.call('GET', '/admin/bin')).json()).toEqual([]);
    expectNoComplaints(page);
  });
});

describe('publishing from the list', () => {
  test('works at once, and is taken back from the bar', async () => {
    await write('Новость дня', { status: 'draft' });
    const page = await panel.open('/admin/news');
    const isPublic = async () => (await fetch(`${panel.server.origin}/api/news/novost-dnya`)).status === 200;
    await page.getByRole('button', { name: 'Ещё: Новость дня' }).click();
    await page.getByRole('menuitem', { name: 'Опубликовать сейчас' }).click();
    await row(page, 'Опубликована').waitFor();
    await eventually(() => isPublic()).toBe(true);
    await page.getByRole('button', { name: 'Отменить' }).click();
    await row(page, 'Черновик').waitFor();
    await eventually(() => isPublic()).toBe(false);
    expectNoComplaints(page);
  });

  test('is not done over somebody else’s change', async () => {
    await write('Меняется', { status: 'draft' });
    const page = await panel.open('/admin/news');
    await row(page, 'Меняется').waitFor();
    await panel.call('PUT', '/admin/news/menyaetsya', { title: 'Уже другая' });
    await page.getByRole('button', { name: 'Ещё: Меняется' }).click();
    await page.getByRole('menuitem', { name: 'Опубликовать сейчас' }).click();
    await page.getByText('Пока вы редактировали, эту запись изменили.').waitFor();
    expect((await fetch(`${panel.server.origin}/api/news/menyaetsya`)).status).toBe(404);
  });
});
