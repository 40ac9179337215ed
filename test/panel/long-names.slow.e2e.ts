import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { click, expectFits, expectNoComplaints, fillLogin, heading, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const LONG = 'Константин-Александр Преображенский-Оболенский-Голенищевский'; // 60 letters

const starts_at = '2030-07-20T17:00:00.000Z';
const show = await panel.make('/admin/shows', { title: 'Финал «Рампы»', starts_at });
await panel.make('/admin/shows', { title: LONG, starts_at });
await panel.make('/admin/contestants', { name: LONG, song: 'Снег', shows: [], is_withdrawn: true });
await panel.call('POST', '/admin/news', { title: 'Первая', content: '<p>Текст</p>', tags: [LONG] });

test('the panel with long names has whole words on a phone, and the shows in one row above what is shown of one', async () => {
  const page = await panel.open('/admin/programme?show=others', { viewport: PHONE });
  const name = page.getByText(LONG, { exact: true }).last();
  expect(await widthOf(name)).toBeGreaterThan(PHONE.width / 2);
  const badge = page.getByText('Не участвует', { exact: true });
  expect(await badge.evaluate((label) => Number.parseFloat(getComputedStyle(label).fontSize))).toBeGreaterThan(12);
  const view = page.getByRole('link', { name: LONG });
  expect(await widthOf(view)).toBeLessThan(PHONE.width * 0.81);
  expect(await widthOf(page.getByRole('link', { name: 'Без концерта' }))).toBeGreaterThan(100);
  await expectFits(page);

  await page.goto(`${panel.server.origin}/admin/news/new`);
  await page.getByRole('list', { name: 'Теги, которые уже есть' }).waitFor();
  await expectFits(page);

  await page.goto(`${panel.server.origin}/admin/programme?show=${show}`);
  await click(page, 'Из уже добавленных', page.getByRole('dialog', { name: 'Кто ещё выступит: «Финал „Рампы“»' }));
  await page.goto(`${panel.server.origin}/admin/results?show=${show}`);
  const nobody = page.getByText('Пока некому давать баллы');
  expect(await topOf(page.getByRole('link', { name: LONG }))).toBeLessThan(await topOf(nobody));
  expectNoComplaints(page);
});

test('the filters of the news leave room for the search, whatever tags and people are called', async () => {
  const page = await panel.open('/admin/news', { viewport: { width: 1366, height: 768 } });
  const tag = page.getByRole('combobox', { name: 'Тег' });
  await tag.waitFor();
  expect(await topOf(tag)).toBe(await topOf(page.getByRole('combobox', { name: 'Порядок' })));
  expect(await widthOf(tag)).toBeLessThan(200);
});

test('a row of the news is chosen by a finger beside its box, too', async () => {
  const page = await panel.open('/admin/news', { viewport: PHONE, hasTouch: true });
  const box = page.getByRole('checkbox', { name: 'Выбрать: Первая' });
  const { x = 0, y = 0 } = (await box.boundingBox()) ?? {};
  await page.touchscreen.tap(x - 10, y - 10);
  await page.getByText('Выбрано: 1').waitFor();
});

test('the sign-in form stays where it is when it refuses', async () => {
  const page = await panel.open('/admin/login', { token: null, viewport: PHONE });
  const title = heading(page, 'Вход в панель');
  const before = await topOf(title);
  await fillLogin(page, { username: 'nobody', password: 'wrong' });
  await page.getByText('Неверные учетные данные').waitFor();
  expect(await topOf(title)).toBe(before);
});

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? 0;
const widthOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.width ?? 0;
