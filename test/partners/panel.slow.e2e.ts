import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
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

test('have plates as wide as their logos, and each its mark below it, as wide as words', async () => {
  for (const [name, width, height] of [
    ['Широкий', 1600, 200],
    ['Квадрат', 300, 300],
  ] as const) {
    const picture = sharp({ create: { width, height, channels: 4, background: '#000' } });
    const { url: logo } = await panel.site.store.images.put(await picture.png().toBuffer());
    await panel.call('POST', '/admin/partners', { name, logo, advertiser: 'ООО «Телекоммуникационная компания»' });
  }
  const site = await panel.open('/', { token: null });
  for (const [path, viewport] of [
    ['/news', DESKTOP],
    ['/news', PHONE],
    ['/about', DESKTOP],
    ['/about?view=black', PHONE],
  ] as const) {
    await site.setViewportSize(viewport);
    await site.goto(panel.server.origin + path);
    const partners = site.getByRole('region', { name: 'Партнёры' });
    const widths = await partners.locator('img').evaluateAll((images) =>
      images.map((image) => {
        const { paddingInline } = getComputedStyle(image.parentElement ?? image);
        const spare = (image.parentElement?.clientWidth ?? 0) - 2 * Number.parseFloat(paddingInline);
        const grounds = [image, image.parentElement ?? image].map((each) => getComputedStyle(each).backgroundColor);
        return [Math.round(spare - image.clientWidth), grounds.includes('rgb(255, 255, 255)')];
      }),
    );
    expect([path, ...widths]).toEqual([path, [0, true], [0, true]]);
    const marks = await partners.locator('li p').evaluateAll((all) =>
      all.map((mark) => {
        const [plate, box] = [mark.previousElementSibling ?? mark, mark].map((each) => each.getBoundingClientRect());
        return box?.left === plate?.left && (box?.top ?? 0) >= (plate?.bottom ?? 1) ? (box?.width ?? 0) : 0;
      }),
    );
    expect(Math.min(...marks)).toBeGreaterThan(viewport === PHONE ? 140 : 200);
    expect(await site.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test('are put into another order by drag, keys and buttons, also when the screen is left at once, and show who was added meanwhile', async () => {
  const { page, button } = await show('Первый', 'Второй', 'Третий');
  const focused = () => eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')));
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
  await focused().toBe('Переставить: Третий');
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);

  await button('Ниже: Первый').dblclick();
  await eventually(names).toEqual(['Второй', 'Третий', 'Первый']);
  expect(await page.locator('li:has(:focus)').textContent()).toContain('Первый');
  await button('Выше: Третий').click();
  await eventually(names).toEqual(['Третий', 'Второй', 'Первый']);
  await eventually(() => button('Выше: Третий').isDisabled()).toBe(true);
  await button('Ниже: Третий').focus();
  await page.keyboard.press('Enter');
  await focused().toBe('Ниже: Третий');
  await page.keyboard.press('Enter');
  await focused().toBe('Переставить: Третий');
  await eventually(names).toEqual(['Второй', 'Первый', 'Третий']);

  await button('Ниже: Второй').click();
  await page.getByRole('link', { name: 'Обзор' }).click();
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);
  await page.goto(`${panel.server.origin}/admin/partners`);
  await button('Ниже: Первый').click();
  await page.reload();
  await eventually(names).toEqual(['Второй', 'Первый', 'Третий']);
  const shown = async () => (await page.locator('main').getByRole('listitem').allInnerTexts()).join();
  await eventually(shown).toMatch(/Второй.*Первый.*Третий/s);

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

test('a form is free of barriers at any width, with something typed asks before it closes, and says so when it came late', async () => {
  const { page, button } = await show('Первый');
  await button('Изменить: Первый').click();
  const form = page.getByRole('alertdialog', { name: 'Изменить партнёра' });
  await form.getByLabel('Название').fill('Первейший');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expectFits(page);
  }
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await eventually(() => form.getByLabel('Название').inputValue()).toBe('Первейший');
  await panel.call('PUT', `/admin/partners/${(await list())[0]?.id}`, { name: 'Чужой' });
  await click(form, 'Сохранить', /^Ошибка: Пока вы редактировали, эту запись изменили/);
  await eventually(names).toEqual(['Чужой']);
  await page.keyboard.press('Escape');
  await click(question, 'Закрыть', page.getByRole('button', { name: 'Изменить: Чужой' }));
});
