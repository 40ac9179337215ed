import { beforeEach, expect, test } from 'vitest';
import { untilHydrated } from '../rig/browser/browser.ts';
import { QUIET, type WatchedPage } from '../rig/browser/visits.ts';
import { needFestival } from '../rig/needs.ts';

const ARTICLE = '/news/istoriya-rampy';
const WIDE = { width: 1280, height: 800 };

const { origin, visit } = await needFestival();

let page: WatchedPage;
let trouble: string[];

beforeEach(async () => {
  page = await visit(origin + QUIET, { locale: 'ru-RU', viewport: { width: 390, height: 844 } });
  trouble = page.complaints;
  page.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && !['data:', 'blob:'].includes(protocol)) trouble.push(`foreign: ${request.url()}`);
  });
});

const open = (path: string) => page.goto(origin + path, { waitUntil: 'networkidle' });

const NEWS = ['/news', '/news/zavtra-final', '/news/vtoroy-shans', '/news/tag/final', '/news/nothing'];
const ROUTES = ['/', ...NEWS, '/press', '/vote', '/about', '/watch', '/player', '/admin/login', '/nothing'];

test.each(ROUTES)('%s has no error in the console, nothing foreign, nothing sideways at 360 px', async (path) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(path);
  await untilHydrated(page);
  // The status of a page that is 404 on purpose is reported by the browser itself.
  expect(trouble.filter((line) => !/status of 404/.test(line))).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('a page that cannot be fetched says so in its own words, and comes back', async () => {
  await page.setViewportSize(WIDE);
  await open('/');
  await untilHydrated(page);
  const turnTo = (name: string) => page.locator('header').getByRole('link', { name, exact: true }).first().click();
  await page.route('**/*.data*', (route) => route.abort());
  await turnTo('Голосовать');
  await page.getByText('Ошибка при загрузке данных для голосования.').waitFor();
  await page.unroute('**/*.data*');
  await page.getByText('Повторить').click();
  await page.getByText('Выберите песню года').first().waitFor();
  const proxy = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };
  await page.route('**/*.data*', (route) => route.fulfill(proxy));
  await turnTo('Новости');
  await page.getByText('Не удалось получить данные.').waitFor();
  expect(await page.getByText('Bad Gateway').count()).toBe(0);
});

const PATHS = ['/about', '/news/zavtra-final'];
test.each(PATHS)('on a phone the pictures far below %s wait for the first paint', async (path) => {
  // Fonts that never come hold the first paint up.
  await page.route('**/*.woff2', () => {});
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'image' && asked.push(new URL(request.url()).pathname));
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => page.locator('html[data-early]').count()).toBe(1);
  const logo = page.getByRole('region', { name: 'Партнёры' }).locator('img').first();
  const isShown = () =>
    logo.evaluate((element) => {
      return element.getBoundingClientRect().top < (element.parentElement?.getBoundingClientRect()?.bottom ?? 0);
    });
  const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight);
  const height = await heightOfPage();
  // The cover is asked for first.
  const cover = await page.evaluate(
    () => document.querySelector<HTMLLinkElement>('link[rel=preload][as=image]')?.imageSrcset ?? '',
  );
  const below = () => asked.filter((name) => name.startsWith('/uploads/') && !cover.includes(name));
  expect([await isShown(), below()]).toEqual([false, []]);
  await page.mouse.wheel(0, 400);
  await expect.poll(isShown).toBe(true);
  await logo.scrollIntoViewIfNeeded();
  await expect.poll(() => below().length).toBeGreaterThan(0);
  expect(await heightOfPage()).toBe(height);
});

test('the header changes past 50 px', async () => {
  await open('/news');
  const head = page.locator('header').first();
  const scrolled = () => head.evaluate((header) => header.classList.contains('scrolled'));
  expect(await scrolled()).toBe(false);
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBe(true);
});

test('the stream plays in its frame', async () => {
  await open('/watch');
  await expect.poll(() => page.locator('iframe').getAttribute('loading')).toBe('eager');
  await page.frameLocator('iframe').locator('video').waitFor({ state: 'attached' });
  const player = page.frames().find((frame) => frame.url().includes('/player'));
  const timeOf = () =>
    player?.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth && video.currentTime);
  await expect.poll(timeOf).toBeGreaterThan(0);
  expect(trouble).toEqual([]);
});

test('the stream no source and a dead one are said in Russian, and the dead one is offered to be tried again', async () => {
  await page.goto(`${origin}/player`);
  await page.getByText('Источник трансляции не задан').waitFor();
  await page.goto(`${origin}/about`);
  await untilHydrated(page);
  const address = `/player?src=${encodeURIComponent('/demo/live/dead.m3u8')}&title=x`;
  await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src })), address);
  await page.frameLocator('iframe[src^="/player"]').getByRole('button', { name: 'Повторить' }).waitFor();
});

test('a link that is followed offline keeps the page and says so', async () => {
  await open('/news');
  await untilHydrated(page);
  const address = page.url();
  await page.context().setOffline(true);
  await page.locator('footer').getByRole('link', { name: 'Главная' }).click();
  await page.getByRole('status').getByText('Нет сети').waitFor();
  expect(page.url()).toBe(address);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('Нет сети').count()).toBe(0);
});

const section = () => page.getByRole('region', { name: 'Поделиться' });
const openArticle = async () => {
  await page.setViewportSize(WIDE);
  await open(ARTICLE);
};

test('handing an article on is a plain link for each service, with the article’s own address, and needs no script but for copying', async () => {
  await openArticle();
  const services = section().getByRole('link');
  const links = await services.evaluateAll((found) =>
    (found as HTMLAnchorElement[]).map(({ textContent, href, target, rel }) => {
      const { origin: site, pathname, searchParams } = new URL(href);
      return [textContent, site + pathname, target, rel, Object.fromEntries(searchParams)];
    }),
  );
  const url = origin + ARTICLE;
  const text = 'История «Рампы»: от разгрузочной площадки до большого света';
  expect(JSON.parse(JSON.stringify(links).replaceAll('\u00a0', ' '))).toEqual([
    ['ВКонтакте', 'https://vk.com/share.php', '_blank', 'noopener', { url }],
    ['Telegram', 'https://t.me/share/url', '_blank', 'noopener', { url, text }],
    ['MAX', 'https://max.ru/:share', '_blank', 'noopener', { text: `${text}\n${url}` }],
  ]);
  expect(await (await fetch(url)).text()).toContain('href="https://max.ru/:share?');
});

test('handing an article on copies the address and says so', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await openArticle();
  const copy = () => section().getByRole('button', { name: 'Скопировать ссылку' }).click();
  const said = () => section().getByRole('status').textContent();
  await copy();
  await expect.poll(said).toBe('Ссылка скопирована');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(origin + ARTICLE);
  expect(trouble).toEqual([]);
});

test('handing an article on asks the device first where it can share, and copies where that fails', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.addInitScript(() => {
    navigator.share = async (data?: ShareData) => {
      if ('shared' in window) throw new TypeError('no');
      Object.assign(window, { shared: data?.url });
    };
  });
  await openArticle();
  const share = section().getByRole('button', { name: 'Поделиться…' });
  await share.click();
  await expect.poll(() => page.evaluate('shared')).toBe(origin + ARTICLE);
  expect(await section().getByText('Ссылка скопирована').count()).toBe(0);
  await share.click();
  await section().getByText('Ссылка скопирована').waitFor();
});

test('on paper an article is black on white with its address, and nothing of the site stands around it', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openArticle();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const around = '.view-bar, [data-header] :is(nav a, button, p), footer:not(article footer), #consent';
  const within = 'main button, main section a, article footer a';
  expect(await page.locator(`${around}, ${within}`).filter({ visible: true }).allInnerTexts()).toEqual([]);
  await expect.poll(() => page.getByText(origin + ARTICLE, { exact: true }).isVisible()).toBe(true);
  const written = page.locator('body, h1, .article-body p').filter({ visible: true });
  const colours = await written.evaluateAll((parts) =>
    parts.map((part) => [getComputedStyle(part).color, getComputedStyle(part).backgroundColor]),
  );
  expect(colours[0]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(new Set(colours.map(([color]) => color))).toEqual(new Set(['rgb(0, 0, 0)']));
  const link = page.locator('.article-body a[href^="/news/"]').first();
  const after = () => link.evaluate((element) => getComputedStyle(element, '::after').content);
  await expect.poll(after).toContain(`(${origin}/news/`);
  await page.goto(`${origin}/programme`);
  expect(await page.locator('summary, .pill').filter({ visible: true }).count()).toBe(0);
  // Only read aloud on a screen, where it stands below the winner.
  await page.goto(`${origin}/history/2024`);
  const said = page.getByRole('status').filter({ hasText: 'Первое место —' });
  expect((await said.boundingBox())?.height).toBeGreaterThan(10);
});

test('in forced colours the menu still shows which page is open and what is on', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize(WIDE);
  await page.goto(`${origin}/watch`);
  const item = page.locator('#menu li').filter({ hasText: 'Смотреть' });
  const current = await item.locator('a').evaluate((link) => getComputedStyle(link).textDecorationLine);
  const lamp = item.locator('span').first();
  expect(current).toBe('underline');
  expect(await lamp.evaluate((each) => getComputedStyle(each).borderTopWidth)).toBe('4px');
});
