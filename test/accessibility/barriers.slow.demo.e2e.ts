import { expect, test } from 'vitest';
import { AXE, violations } from '../rig/browser/panel.ts';
import { rowsIn } from '../rig/cases.ts';
import { breakDatabase } from '../rig/database/broken.ts';
import { needBrowser } from '../rig/needs.ts';
import { DARK, fieldOf, LIGHT, needVisitor, PAGES } from './visitor.ts';

/** Rules that a look decides: the others would read the same document again. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
interface Look {
  theme?: 'light' | 'dark';
  view?: string;
  rules?: string[];
}
const USUAL: Look = { theme: 'light' };
/** Of these a page has one width, and the next page the other: the colours of its own parts are the same in both. */
const LOOKS: Look[] = [
  { theme: 'dark', rules: RULES_OF_LOOKS },
  { view: '150 white', rules: RULES_OF_LOOKS },
  { view: '200 black wide', rules: RULES_OF_LOOKS },
  { view: 'blue plain', rules: RULES_OF_LOOKS },
  { view: '200 beige wider plain' },
];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
let pages = 0;

const { origin, browser } = await needVisitor();
const young = await needBrowser();
const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
// Into the framed player too.
await context.addInitScript({ content: AXE });
const page = await context.newPage();

const plain = await browser.newPage({
  ...{ javaScriptEnabled: false, locale: 'ru-RU', colorScheme: 'dark' },
  viewport: { width: 360, height: 740 },
});

const open = (path: string) => plain.goto(origin + path, { waitUntil: 'load' });
const address = () => plain.url().replace(origin, '');
const link = (name: string) => plain.getByRole('link', { name, exact: true }).filter({ visible: true });

const OF_FESTIVAL = [
  ...[...PAGES, '/news/avtobusy-ot-vokzala-ispravlenie-v-raspisanii', '/news/nothing'],
  ...['/results?screen', '/?spoilers=hide', '/results?spoilers=hide'],
];
const YOUNG = ['/', '/news', '/watch', '/vote'];
test.each([
  ...OF_FESTIVAL.map((path) => [path, 'a festival', origin + path] as const),
  ...YOUNG.map((path) => [path, 'a site without news', young.server.origin + path] as const),
])('axe finds nothing on %s of %s, in every look and at both widths of the usual one', (_path, _site, address) =>
  expectNothing(address),
);

test('axe finds nothing on a page with everything opened that can be', async () => {
  await page.goto(`${origin}/vote`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Меню' }).click();
  expect(await violations(page), 'menu').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Версия для слабовидящих').click();
  await page.getByRole('button', { name: 'Зачем это нужно' }).click();
  await expectNothing();
});

const HEADED = rowsIn('accessibility/headings.txt');
test.each(HEADED)('without JavaScript %s is read from «%s» to its footer, and asks nothing', async (path, heading) => {
  await open(path);
  await expect.poll(async () => (await plain.locator('h1').innerText()).replaceAll('\u00a0', ' ')).toContain(heading);
  await plain.locator('h1').waitFor();
  await plain.getByRole('contentinfo').getByRole('link', { name: 'Новости', exact: true }).waitFor();
  expect(await plain.locator('#consent').isVisible()).toBe(false);
  // What needs a script is not offered.
  for (const name of [/Тема/, /анимацию/, /cookie/, /Скопировать/]) {
    const offered = plain.getByRole('button', { name }).or(plain.getByRole('link', { name }));
    expect(await offered.filter({ visible: true }).count()).toBe(0);
  }
});

test('without JavaScript the player says what it needs, and nothing else', async () => {
  await open('/watch');
  const player = plain.frameLocator('iframe');
  const needs = player.locator('noscript p');
  await expect.poll(() => needs.textContent()).toBe('Чтобы смотреть трансляцию, включите в браузере JavaScript.');
  await expect.poll(() => player.getByText('Загружаем трансляцию').isVisible()).toBe(false);
});

test('without JavaScript the vote opens in a tab of its own, the theme follows the system, and a view for low vision is chosen step by step and goes along', async () => {
  await open('/vote');
  const vote = plain.getByRole('link', { name: /Перейти к\sголосованию/ });
  await expect.poll(() => vote.getAttribute('href')).toBe('https://example.org/vote/rampa-2025');
  await expect.poll(() => vote.getAttribute('target')).toBe('_blank');
  for (const [colorScheme, field] of [
    ['light', LIGHT],
    ['dark', DARK],
  ] as const) {
    await plain.emulateMedia({ colorScheme });
    await expect.poll(() => fieldOf(plain)).toBe(field);
  }
  await plain.locator('#view summary').click();
  await plain.getByRole('button', { name: '200 %' }).click();
  expect(address()).toBe('/vote?view=200#view-form');
  // The browser opens the panel again by itself, because the address points into it.
  const beige = plain.getByRole('button', { name: 'Коричневым по бежевому' });
  await beige.click();
  expect(address()).toBe('/vote?view=200-beige#view-form');
  await expect.poll(() => fieldOf(plain)).toBe('rgb(247, 239, 214)');
  await expect.poll(() => beige.getAttribute('aria-pressed')).toBe('true');
  await plain.getByRole('button', { name: 'Не показывать' }).click();
  await plain.getByRole('button', { name: 'Меню' }).click();
  await plain.getByRole('navigation', { name: 'Основное меню' }).getByRole('link', { name: 'Новости' }).click();
  expect(address()).toBe('/news?view=200-beige-plain');
  await expect.poll(() => plain.locator('main img').filter({ visible: true }).count()).toBe(0);
  await link('Обычная версия').click();
  expect(address()).toBe('/news');
  await expect.poll(() => plain.locator('main img').filter({ visible: true }).count()).toBeGreaterThan(0);
});

test('the pages of a long list follow each other without JavaScript, and axe finds nothing on the second', async () => {
  for (let number = 1; number <= 101; number++)
    await young.call('POST', '/admin/news', { title: `Новость номер ${number}`, content: '<p>Коротко о главном.</p>' });
  await plain.goto(`${young.server.origin}/news`);
  await plain.locator('main summary').click();
  await link('Следующая страница').click();
  expect(plain.url()).toBe(`${young.server.origin}/news?page=2`);
  await expectNothing(`${young.server.origin}/news?page=2`);
});

test('pages whose data cannot be read say so and can be asked for again without JavaScript, and axe finds nothing', async () => {
  await breakDatabase(young.server);
  await plain.goto(`${young.server.origin}/vote?view=black`);
  await plain.getByRole('alert').getByText('Ошибка при загрузке данных для голосования.').waitFor();
  await link('Повторить').click();
  expect(plain.url()).toBe(`${young.server.origin}/vote?view=black`);
  for (const address of ['/', '/news/nothing', '/vote']) await expectNothing(young.server.origin + address);
});

async function expectNothing(address?: string): Promise<void> {
  if (address) await page.goto(address, { waitUntil: 'load' });
  const found: string[] = [];
  pages += 1;
  for (const [at, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    for (const look of [USUAL, ...LOOKS.filter((_, number) => (pages + number) % 2 === at)]) {
      await page.evaluate(showAs, look);
      const lines = await violations(page, look.rules);
      found.push(...lines.map((line) => `${size.width} px, ${look.theme ?? look.view}: ${line}`));
    }
  }
  expect(found).toEqual([]);
}

function showAs({ theme, view }: Look): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  if (view) dataset.view = view;
  else delete dataset.view;
}
