import { beforeEach, test } from 'vitest';
import type { Partner } from '../../model/partners.ts';
import { click, DESKTOP, eventually, expectFits, expectNoComplaints, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const list = () => panel.read<Partner[]>('/partners');
const names = async () => (await list()).map(({ name }) => name);
const add = (name: string) => panel.call('POST', '/admin/partners', { name, group: 'Партнёры' });

beforeEach(async () => {
  for (const { id } of await list()) await panel.call('DELETE', `/admin/partners/${id}`);
});

async function show(...partners: string[]) {
  for (const name of partners) await add(name);
  const page = await panel.open('/admin/partners');
  const button = (name: string) => page.getByRole('button', { name });
  return { page, button };
}

test('are put into another order by drag, keys and buttons, and show who was added meanwhile', async () => {
  const { page, button } = await show('Первый', 'Второй', 'Третий');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expectFits(page);
  }
  const first = page.locator('main').getByRole('listitem').first();
  await button('Переставить: Третий').dragTo(first, { targetPosition: { x: 40, y: 4 } });
  await eventually(names).toEqual(['Третий', 'Первый', 'Второй']);

  await button('Переставить: Третий').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Третий: место 3 из 3.').waitFor({ state: 'attached' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await eventually(focused).toBe('Переставить: Третий');
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);

  await button('Ниже: Первый').dblclick();
  await eventually(names).toEqual(['Второй', 'Третий', 'Первый']);
  await button('Выше: Первый').click();
  await eventually(names).toEqual(['Второй', 'Первый', 'Третий']);

  await button('Удалить: Первый').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await eventually(names).toEqual(['Второй', 'Третий']);
  await page.getByText('Партнёр удалён: Первый.').waitFor();
  expectNoComplaints(page);

  await add('Чужой');
  await click(page, 'Ниже: Второй', /^Порядок не сохранён: Список партнёров тем временем изменился/);
  await button('Переставить: Чужой').waitFor();
  await button('Ниже: Второй').click();
  await eventually(names).toEqual(['Третий', 'Второй', 'Чужой']);
  await page.getByText(/^Порядок не сохранён/).waitFor({ state: 'detached' });
});
