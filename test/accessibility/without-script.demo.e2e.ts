import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorlds, type Worlds } from './worlds.ts';

let worlds: Worlds;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  worlds = await openWorlds();
  context = await worlds.browser.newContext({
    javaScriptEnabled: false,
    locale: 'ru-RU',
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  page = await context.newPage();
});
afterAll(() => worlds.close());

const open = (path: string) => page.goto(worlds.demo.origin + path, { waitUntil: 'load' });
const address = () => page.url().replace(worlds.demo.origin, '');
const link = (name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true });
const css = (selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe('without JavaScript', () => {
  test.each([
    ['/', 'Десятая'],
    ['/news', 'Новости'],
    ['/news/mira-sokolovskaya', 'Мира Соколовская'],
    ['/watch', 'Гранд-финал'],
    ['/vote', 'Выберите песню года'],
    ['/about', 'О нас'],
    ['/programme', 'Программа'],
    ['/programme/elektrichka-640', '«Электричка 6:40»'],
    ['/results', 'Итоги'],
    ['/nothing', 'Страница не найдена'],
    ['/news/nothing', 'Статья не найдена'],
  ])('%s can be read from its heading to its footer, and asks nothing', async (path, heading) => {
    await open(path);
    await expect
      .poll(async () => (await page.locator('h1').textContent())?.replaceAll('\u00a0', ' '))
      .toContain(heading);
    await expect.poll(() => page.locator('h1').isVisible()).toBe(true);
    await expect
      .poll(() => page.getByRole('contentinfo').getByRole('link', { name: 'Новости', exact: true }).isVisible())
      .toBe(true);
    await expect.poll(() => page.locator('#consent').isVisible()).toBe(false);
    // What needs a script is not offered.
    for (const name of [/Тема/, /анимацию/, /cookie/])
      await expect
        .poll(() =>
          page.getByRole('button', { name }).or(page.getByRole('link', { name })).filter({ visible: true }).count(),
        )
        .toBe(0);
  });

  test('the menu opens and leads on', async () => {
    await open('/');
    await page.getByRole('button', { name: 'Меню' }).click();
    await page.getByRole('navigation', { name: 'Основное меню' }).getByRole('link', { name: 'О нас' }).click();
    expect(address()).toBe('/about');
  });

  test('a reader comes from the news to an article and back', async () => {
    await open('/news');
    await page.locator('main a[href="/news/zavtra-final"]').first().click();
    expect(address()).toBe('/news/zavtra-final');
    await expect.poll(() => page.locator('.article-body p').first().isVisible()).toBe(true);
    await link('Все новости').first().click();
    expect(address()).toBe('/news');
  });

  test('the pages of a long list follow each other', async () => {
    await worlds.writeNews();
    await page.goto(`${worlds.young.origin}/news`);
    await link('Показать ещё').click();
    expect(page.url()).toBe(`${worlds.young.origin}/news?page=2`);
    await page.locator('#view summary').click();
    await page.getByRole('button', { name: 'Белым по чёрному' }).click();
    expect(page.url()).toBe(`${worlds.young.origin}/news?page=2&view=black#view-form`);
    await link('Обычная версия').click();
    expect(page.url()).toBe(`${worlds.young.origin}/news?page=2`);
  });

  test('the vote is open in a tab of its own', async () => {
    await open('/vote');
    const vote = page.getByRole('link', { name: /Перейти к\sголосованию/ });
    await expect.poll(() => vote.isVisible()).toBe(true);
    await expect.poll(() => vote.getAttribute('href')).toBe('https://example.org/vote/rampa-2025');
    await expect.poll(() => vote.getAttribute('target')).toBe('_blank');
  });

  test('the player says what it needs, and nothing else', async () => {
    await open('/watch');
    const player = page.frameLocator('iframe');
    const needs = player.locator('noscript p');
    await needs.waitFor();
    await expect.poll(() => needs.textContent()).toBe('Чтобы смотреть трансляцию, включите в браузере JavaScript.');
    const isOnTop = (words: Element) => {
      const { left, top, width, height } = words.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === words;
    };
    expect(await needs.evaluate(isOnTop)).toBe(true);
    await expect.poll(() => player.getByText('Загружаем трансляцию').isVisible()).toBe(false);
  });

  test('the theme follows the system', async () => {
    await open('/about');
    await expect.poll(() => css('body', 'background-color')).toBe('rgb(12, 9, 19)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => css('body', 'background-color')).toBe('rgb(247, 241, 234)');
    await page.emulateMedia({ colorScheme: 'dark' });
  });

  test('a view for low vision is chosen step by step and goes along from page to page', async () => {
    await open('/vote');
    const usual = Number.parseFloat(await css('main p', 'font-size'));
    await page.locator('#view summary').click();
    await page.getByRole('button', { name: '200 %' }).click();
    expect(address()).toBe('/vote?view=200#view-form');
    expect(Number.parseFloat(await css('main p', 'font-size')) / usual).toBeGreaterThan(1.7);
    // The browser opens the panel again by itself, because the address points into it.
    await page.getByRole('button', { name: 'Коричневым по бежевому' }).click();
    expect(address()).toBe('/vote?view=200-beige#view-form');
    await expect.poll(() => css('body', 'background-color')).toBe('rgb(247, 239, 214)');
    await expect
      .poll(() => page.getByRole('button', { name: 'Коричневым по бежевому' }).getAttribute('aria-pressed'))
      .toBe('true');
    await page.getByRole('button', { name: 'Не показывать' }).click();
    await page.getByRole('navigation', { name: 'Основное меню' }).getByRole('link', { name: 'Новости' }).click();
    expect(address()).toBe('/news?view=200-beige-plain');
    await expect.poll(() => page.locator('main img').filter({ visible: true }).count()).toBe(0);
    await link('Обычная версия').click();
    expect(address()).toBe('/news');
    await expect.poll(() => page.locator('main img').filter({ visible: true }).count()).toBeGreaterThan(0);
  });

  test('pages whose data cannot be read say so and can be asked for again', async () => {
    await worlds.breakYoung();
    await page.goto(`${worlds.young.origin}/vote?view=black`);
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('Ошибка при загрузке данных для голосования.');
    await link('Повторить').click();
    expect(page.url()).toBe(`${worlds.young.origin}/vote?view=black`);
  });
});
