import { expect, test } from 'vitest';
import { click, eventually, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const slugs = async () => (await panel.read<{ slug: string }[]>('/admin/pages')).map(({ slug }) => slug);

test('a page is written, placed and moved by keys, and stands under «Ещё», by keys too and on a phone', async () => {
  for (const slug of await slugs()) await panel.call('DELETE', `/admin/pages/${slug}`);
  const rules = { title: 'Правила голосования', content: '<p>Один голос</p>', place: 'both' };
  await panel.call('POST', '/admin/pages', rules);
  const page = await panel.open('/admin/pages/new');
  await page.getByRole('textbox', { name: 'Заголовок', exact: true }).fill('Контакты');
  await page.getByRole('textbox', { name: 'Текст' }).fill('Звоните нам');
  await page.getByLabel('Где стоит ссылка').selectOption('both');
  expect(await findBarriers(page)).toEqual([]);
  await click(page, 'Создать', page.getByRole('heading', { name: 'Страницы' }));
  await page.getByRole('button', { name: 'Переставить: Контакты' }).press('ArrowUp');
  await eventually(slugs).toEqual(['kontakty', 'pravila-golosovaniya']);
  expect(await findBarriers(page)).toEqual([]);

  const site = await panel.open('/kontakty', { token: null });
  const more = site.getByRole('button', { name: 'Ещё' });
  const links = site.getByRole('list', { name: 'Ещё' }).getByRole('link');
  await more.press('Enter');
  await eventually(() => links.allTextContents()).toEqual(['Контакты', 'Правила голосования']);
  expect(await findBarriers(site)).toEqual([]);
  await site.keyboard.press('Escape');
  await eventually(() => links.count()).toBe(0);
  await site.setViewportSize(PHONE);
  await click(site, 'Меню', links.first());
  await links.last().click();
  await site.getByRole('heading', { level: 1, name: 'Правила голосования' }).waitFor();
});
