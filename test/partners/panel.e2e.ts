import { expect, test } from 'vitest';
import { click, eventually, expectNoComplaints } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { pngFile } from '../rig/world/pictures.ts';

const panel = await needBrowser();
const list = () => panel.read<{ id: number }[]>('/partners');

test('partners are added with a logo, changed, stand on the site, and come and go on a page that is open', async () => {
  const page = await panel.open('/admin/partners');
  await page.getByText('Партнёров пока нет').waitFor();
  await page.getByRole('button', { name: 'Добавить партнёра' }).click();
  const form = page.getByRole('alertdialog', { name: 'Новый партнёр' });
  await click(form, 'Добавить', 'Заполните это поле.');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  const required = form.locator('[aria-required=true]');
  expect(await required.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))).toEqual(['name']);
  await form.getByLabel('Название').fill('Зал «Эллинг»');
  await form.getByLabel('Группа').fill('Генеральный партнёр');
  await form.getByLabel('Ссылка').fill('hall.example.org');
  await form.locator('input[type=file]').setInputFiles(await pngFile('logo.png'));
  await page.getByText('Логотип загружен.').waitFor();
  await click(form, 'Добавить', page.getByText('Партнёр добавлен: Зал «Эллинг».'));
  const given = { name: 'Зал «Эллинг»', link: 'https://hall.example.org' };
  await eventually(() => list()).toMatchObject([{ ...given, logo: expect.stringMatching(/^\/uploads\//) }]);

  await page.getByRole('button', { name: 'Изменить: Зал «Эллинг»' }).click();
  const change = page.getByRole('alertdialog', { name: 'Изменить партнёра' });
  await change.getByLabel('Рекламодатель').fill('ООО «Эллинг»');
  await click(change, 'Сохранить', page.getByText('Партнёр сохранён: Зал «Эллинг».'));
  await page.getByText('Реклама', { exact: true }).waitFor();

  const site = await panel.open('/', { token: null });
  const footer = site.locator('footer').getByRole('region', { name: 'Партнёры' });
  await footer.getByRole('heading', { name: 'Генеральный партнёр' }).waitFor();
  const rel = () => footer.getByRole('link', { name: 'Зал «Эллинг»' }).getAttribute('rel');
  await eventually(rel).toBe('noopener sponsored');
  await footer.getByText('Реклама. ООО «Эллинг».').waitFor();
  await site.locator('header').getByRole('link', { name: 'О нас', exact: true }).click();
  await site.locator('main').getByRole('link', { name: 'Зал «Эллинг»' }).waitFor();
  await eventually(() => footer.count()).toBe(0);

  await site.locator('header').getByRole('link', { name: 'Новости', exact: true }).click();
  await panel.call('POST', '/admin/partners', { name: 'Второй', group: 'Партнёры' });
  await footer.getByText('Второй').waitFor();
  await panel.call('DELETE', `/admin/partners/${(await list())[0]?.id}`);
  await footer.getByText('Зал «Эллинг»').waitFor({ state: 'detached' });
  await eventually(() => footer.getByText('Второй').count()).toBe(1);
  expectNoComplaints(site);
});
