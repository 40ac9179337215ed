import { expect, test } from 'vitest';
import { rowsIn } from '../rig/cases.ts';
import { breakDatabase } from '../rig/database/broken.ts';
import { needBrowser } from '../rig/needs.ts';
import { DARK, fieldOf, LIGHT, needVisitor, writeNews } from './visitor.ts';

const { origin, browser } = await needVisitor();
const young = await needBrowser();
const page = await browser.newPage({
  ...{ javaScriptEnabled: false, locale: 'ru-RU', colorScheme: 'dark' },
  viewport: { width: 360, height: 740 },
});

const open = (path: string) => page.goto(origin + path, { waitUntil: 'load' });
const address = () => page.url().replace(origin, '');
const link = (name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true });

test.each(rowsIn('accessibility/headings.txt'))(
  'without JavaScript %s can be read from its heading to its footer, and asks nothing',
  async (path, heading) => {
    await open(path);
    await expect.poll(async () => (await page.locator('h1').innerText()).replaceAll('\u00a0', ' ')).toContain(heading);
    await page.locator('h1').waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Новости', exact: true }).waitFor();
    expect(await page.locator('#consent').isVisible()).toBe(false);
    // What needs a script is not offered.
    for (const name of [/Тема/, /анимацию/, /cookie/]) {
      const offered = page.getByRole('button', { name }).or(page.getByRole('link', { name }));
      expect(await offered.filter({ visible: true }).count()).toBe(0);
    }
  },
);

test('without JavaScript the pages of a long list follow each other', async () => {
  await writeNews(young);
  await page.goto(`${young.server.origin}/news`);
  await page.locator('main summary').click();
  await link('Показать ещё').click();
  expect(page.url()).toBe(`${young.server.origin}/news?page=2`);
  await page.locator('#view summary').click();
  await page.getByRole('button', { name: 'Белым по чёрному' }).click();
  expect(page.url()).toBe(`${young.server.origin}/news?page=2&view=black#view-form`);
  await link('Обычная версия').click();
  expect(page.url()).toBe(`${young.server.origin}/news?page=2`);
});

test('without JavaScript the player says what it needs, and nothing else', async () => {
  await open('/watch');
  const player = page.frameLocator('iframe');
  const needs = player.locator('noscript p');
  await expect.poll(() => needs.textContent()).toBe('Чтобы смотреть трансляцию, включите в браузере JavaScript.');
  const isOnTop = (words: Element) => {
    const { left, top, width, height } = words.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === words;
  };
  expect(await needs.evaluate(isOnTop)).toBe(true);
  await expect.poll(() => player.getByText('Загружаем трансляцию').isVisible()).toBe(false);
});

test('without JavaScript the vote opens in a tab of its own, the theme follows the system, and a view for low vision is chosen step by step and goes along', async () => {
  await open('/vote');
  const vote = page.getByRole('link', { name: /Перейти к\sголосованию/ });
  await expect.poll(() => vote.getAttribute('href')).toBe('https://example.org/vote/rampa-2025');
  await expect.poll(() => vote.getAttribute('target')).toBe('_blank');
  for (const [colorScheme, field] of [
    ['light', LIGHT],
    ['dark', DARK],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => fieldOf(page)).toBe(field);
  }
  await page.locator('#view summary').click();
  await page.getByRole('button', { name: '200 %' }).click();
  expect(address()).toBe('/vote?view=200#view-form');
  // The browser opens the panel again by itself, because the address points into it.
  const beige = page.getByRole('button', { name: 'Коричневым по бежевому' });
  await beige.click();
  expect(address()).toBe('/vote?view=200-beige#view-form');
  await expect.poll(() => fieldOf(page)).toBe('rgb(247, 239, 214)');
  await expect.poll(() => beige.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Не показывать' }).click();
  await page.getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('navigation', { name: 'Основное меню' }).getByRole('link', { name: 'Новости' }).click();
  expect(address()).toBe('/news?view=200-beige-plain');
  await expect.poll(() => page.locator('main img').filter({ visible: true }).count()).toBe(0);
  await link('Обычная версия').click();
  expect(address()).toBe('/news');
  await expect.poll(() => page.locator('main img').filter({ visible: true }).count()).toBeGreaterThan(0);
});

test('without JavaScript pages whose data cannot be read say so and can be asked for again', async () => {
  await breakDatabase(young.server);
  await page.goto(`${young.server.origin}/vote?view=black`);
  await page.getByRole('alert').getByText('Ошибка при загрузке данных для голосования.').waitFor();
  await link('Повторить').click();
  expect(page.url()).toBe(`${young.server.origin}/vote?view=black`);
});
