import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { Partner } from '../../model/partners.ts';
import {
  click,
  DESKTOP,
  eventually,
  expectFits,
  expectNoComplaints,
  findBarriers,
  PHONE,
} from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

const list = () => panel.read<Partner[]>('/partners');
const names = async () => (await list()).map(({ name }) => name);
const focused = (page: Page) =>
  eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')));
const add = (name: string, group = 'Партнёры') => panel.call('POST', '/admin/partners', { name, group });

beforeEach(async () => {
  for (const { id } of await list()) await panel.call('DELETE', `/admin/partners/${id}`);
});

test('have plates as wide as their logos, and each its mark below it, as wide as words', async () => {
  for (const [name, width, height] of [
    ['Широкий', 1600, 200],
    ['Квадрат', 300, 300],
  ] as const) {
    const picture = sharp({ create: { width, height, channels: 4, background: '#000' } });
    const { url: logo } = await panel.site.store.images.put(await picture.png().toBuffer());
    await panel.call('POST', '/admin/partners', { name, logo, advertiser: 'ООО «Телекоммуникационная компания»' });
  }
  for (const [path, viewport] of [
    ['/news', DESKTOP],
    ['/news', PHONE],
    ['/about', DESKTOP],
    ['/about?view=black', PHONE],
  ] as const) {
    const site = await panel.open(path, { token: null, viewport });
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
        return {
          width: box?.width ?? 0,
          isBelow: box?.left === plate?.left && (box?.top ?? 0) >= (plate?.bottom ?? 1),
        };
      }),
    );
    expect(Math.min(...marks.map(({ width }) => width))).toBeGreaterThan(viewport === PHONE ? 140 : 200);
    expect(marks.every(({ isBelow }) => isBelow)).toBe(true);
    expect(await site.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test('are put into another order by drag, by keys and by buttons', async () => {
  for (const name of ['Первый', 'Второй', 'Третий']) await add(name);
  const page = await panel.open('/admin/partners');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expectFits(page);
  }
  const handle = (name: string) => page.getByRole('button', { name: `Переставить: ${name}` });
  await handle('Третий').dragTo(page.locator('main').getByRole('listitem').first(), {
    targetPosition: { x: 40, y: 4 },
  });
  await eventually(names).toEqual(['Третий', 'Первый', 'Второй']);

  await handle('Третий').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Третий: место 3 из 3.').waitFor({ state: 'attached' });
  await focused(page).toBe('Переставить: Третий');
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);

  await page.getByRole('button', { name: 'Ниже: Первый' }).dblclick();
  await eventually(names).toEqual(['Второй', 'Третий', 'Первый']);
  expect(await page.locator('li:has(:focus)').textContent()).toContain('Первый');
  await page.getByRole('button', { name: 'Выше: Первый' }).dblclick();
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);
  await page.getByRole('button', { name: 'Выше: Второй' }).click();
  await eventually(names).toEqual(['Второй', 'Первый', 'Третий']);
  await eventually(() => page.getByRole('button', { name: 'Выше: Второй' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Ниже: Второй' }).focus();
  await page.keyboard.press('Enter');
  await focused(page).toBe('Ниже: Второй');
  await page.keyboard.press('Enter');
  await focused(page).toBe('Переставить: Второй');
  await eventually(names).toEqual(['Первый', 'Третий', 'Второй']);
  await page.reload();
  const shown = async () => (await page.locator('main').getByRole('listitem').allInnerTexts()).join();
  await eventually(shown).toMatch(/Первый.*Третий.*Второй/s);
  expectNoComplaints(page);
});

test('moved just before the screen is left keep their order, and come back to their place by «Отменить»', async () => {
  for (const name of ['Первый', 'Второй', 'Третий']) await add(name);
  const page = await panel.open('/admin/partners');
  await page.getByRole('button', { name: 'Ниже: Первый' }).click();
  await page.getByRole('link', { name: 'Обзор' }).click();
  await eventually(names).toEqual(['Второй', 'Первый', 'Третий']);
  await page.goto(`${panel.server.origin}/admin/partners`);
  await page.getByRole('button', { name: 'Ниже: Второй' }).click();
  await page.reload();
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);

  await page.getByRole('button', { name: 'Удалить: Второй' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await eventually(names).toEqual(['Первый', 'Третий']);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await eventually(names).toEqual(['Первый', 'Второй', 'Третий']);
  await page.getByRole('button', { name: 'Переставить: Второй' }).waitFor();
  expectNoComplaints(page);
});

test('that somebody else has added meanwhile are shown, and nothing is lost', async () => {
  for (const name of ['Первый', 'Второй']) await add(name);
  const page = await panel.open('/admin/partners');
  await page.getByRole('button', { name: 'Ниже: Первый' }).waitFor();
  await add('Чужой');
  await click(page, 'Ниже: Первый', /^Порядок не сохранён: Список партнёров тем временем изменился/);
  await page.getByRole('button', { name: 'Переставить: Чужой' }).waitFor();
  await page.getByRole('button', { name: 'Ниже: Первый' }).click();
  await eventually(names).toEqual(['Второй', 'Первый', 'Чужой']);
  await page.getByText(/^Порядок не сохранён/).waitFor({ state: 'detached' });
});

test('a form is free of barriers at any width, with something typed asks before it closes, and says so when it came late', async () => {
  await add('Первый');
  const page = await panel.open('/admin/partners');
  await page.getByRole('button', { name: 'Изменить: Первый' }).click();
  const form = page.getByRole('alertdialog', { name: 'Изменить партнёра' });
  await form.getByLabel('Название').fill('Первейший');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await eventually(() => form.getByLabel('Название').inputValue()).toBe('Первейший');
  await panel.call('PUT', `/admin/partners/${(await list())[0]?.id}`, { name: 'Чужой' });
  await click(form, 'Сохранить', /^Ошибка: Пока вы редактировали, эту запись изменили/);
  await eventually(() => names()).toEqual(['Чужой']);
  await page.keyboard.press('Escape');
  await click(question, 'Закрыть', page.getByRole('button', { name: 'Изменить: Чужой' }));
});
