import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { untilHydrated } from '../rig/browser/browser.ts';
import { serveStream } from '../rig/browser/stream.ts';
import { needBrowser } from '../rig/needs.ts';
import { listen } from '../rig/sockets.ts';

const DAY = 24 * 3_600_000;

const { site, server, ask, open, visit } = await needBrowser();
const question = (page: Page) => page.locator('#consent');

test('after a refusal the question about cookies comes back whole from the footer, with what was answered', async () => {
  const options = { stored: { cookieConsent: 'false' }, viewport: { width: 360, height: 640 } };
  const page = await open('/about', { token: null, ...options });
  const again = page.getByRole('contentinfo').getByRole('link', { name: /cookie/ });
  await again.click();
  await expect.poll(() => question(page).innerText()).toContain('Сейчас они отклонены.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('consent');
  expect(await question(page).boundingBox()).toSatisfy(({ y, height: tall }) => Math.round(y + tall) === 640);
  await page.getByRole('button', { name: 'Принять все' }).click();
  await page.reload();
  expect(await question(page).isVisible()).toBe(false);
  await again.click();
  await expect.poll(() => question(page).innerText()).toContain('Сейчас они приняты.');
  await page.getByRole('button', { name: 'Закрыть' }).click();
  await expect.poll(() => question(page).isVisible()).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('true');
});

test('a link to a show that is over opens its fold, from the page itself and from elsewhere', async () => {
  const add = async (title: string, at: number) =>
    (await ask('POST', '/admin/shows', { title, starts_at: new Date(Date.now() + at).toISOString() })).id;
  const over = await add('Полуфинал', -2 * DAY);
  await add('Гранд-финал', DAY);
  const page = await visit(`${server.origin}/programme`);
  const isInView = async () => {
    await expect.poll(() => page.locator('main details').evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(true);
    await expect.poll(() => page.locator(`#show-${over} h2`).isVisible()).toBe(true);
  };
  await page.locator(`nav a[href="#show-${over}"]`).click();
  await isInView();
  await page.goto(`${server.origin}/about`);
  await page.goto(`${server.origin}/programme#show-${over}`);
  await isInView();
});

test('who opens all news keeps them and the place on the way back and after a reload', async () => {
  for (let number = 1; number <= 40; number += 1)
    await ask('POST', '/admin/news', { title: `Новость ${number}`, slug: `n-${number}` });
  const page = await visit(`${server.origin}/news`);
  await untilHydrated(page);
  const card = page.locator('a[href="/news/n-5"]');
  expect(await card.isVisible()).toBe(false);
  await page.locator('main summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/news/n-28');
  await page.waitForSelector('html:not([data-early])');
  const topOf = () => card.evaluate((link) => Math.round(link.getBoundingClientRect().top));
  await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const before = await topOf();
  await page.reload();
  await expect.poll(topOf).toBe(before);
  await untilHydrated(page);
  await card.click();
  await page.getByRole('heading', { level: 1, name: 'Новость 5' }).waitFor();
  const scrolled = () => page.evaluate(() => scrollY);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(topOf).toBe(before);
});

test('a page whose code a network lost asks for it again', async () => {
  const lost: string[] = [];
  const prepare = async (page: Page) => {
    await page.clock.install();
    await page.route(/\/assets\/entry\.client/, async (route) => {
      await route.abort();
      lost.push(route.request().resourceType());
    });
  };
  const page = await visit(`${server.origin}/about`, { prepare });
  await expect.poll(() => lost.length).toBeGreaterThan(1);
  await page.unrouteAll();
  await page.clock.fastForward(15_000);
  await untilHydrated(page);
});

test('opened by itself the player plays a source of the settings while the stream is on, under their title, and no other', async () => {
  const stream = await serveStream();
  const settings = { title: 'Финал', description: 'Прямой эфир', stream_url: stream.address };
  await ask('PUT', '/watch-settings', { ...settings, is_stream_enabled: true });
  const openPlayer = (src: string, title: string) =>
    visit(`${server.origin}/player?${new URLSearchParams({ src, title })}`, { locale: 'ru-RU' });
  const page = await openPlayer(stream.address, 'Победила «Заря»');
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(0.2);
  await expect.poll(() => page.title()).toBe('Финал');
  await expect.poll(() => page.getByText('Победила').count()).toBe(0);
  await page.leave();

  const asked: string[] = [];
  const strange = await visit(`${server.origin}/about`, {
    prepare: async (early) => void early.on('request', (request) => asked.push(request.url())),
  });
  const address = new URLSearchParams({ src: 'http://127.0.0.1:9/live.m3u8', title: 'Официальный эфир' });
  await strange.goto(`${server.origin}/player?${address}`);
  await strange.getByRole('alert').getByText('Такой трансляции на этом сайте нет.').waitFor();
  expect(await strange.content()).not.toContain('Официальный');
  await expect.poll(() => strange.title()).toBe('Прямая трансляция');
  expect(asked.filter((url) => !url.startsWith(server.origin))).toEqual([]);
  await strange.getByRole('link', { name: 'К странице трансляции' }).click();
  await strange.waitForURL('**/watch');

  await ask('PUT', '/watch-settings', { ...settings, is_stream_enabled: false });
  const off = await openPlayer(stream.address, 'Официальный эфир');
  await off.getByRole('alert').getByText('Сейчас трансляция не идёт.').waitFor();
  await stream.cut();
});

test('a script that got into a stored body past every filter does not run, and the page works', async () => {
  await site.editor('POST', '/api/admin/news', { title: 'Финал', slug: 'final', content: '<p>Текст</p>' });
  const run = 'document.documentElement.dataset.ran = 1';
  const tags = ['script', 'script type="module"', 'script type="text/plain" data-hydration'];
  const scripts = tags.map((tag) => `<${tag}>${run}</script>`).join('');
  const content = `<p>Текст</p>${scripts}<img src="data:," onerror="${run}"><style>h1 { display: none }</style>`;
  await site.store.db.updateTable('articles').set({ content }).where('slug', '=', 'final').execute();
  await site.editor('PUT', '/api/admin/news/final', { date: '2025-07-20' });
  const page = await visit(`${server.origin}/news/final`, { viewport: { width: 1280, height: 900 } });
  await expect.poll(() => page.complaints.join('\n')).toMatch(/script-src/);
  expect(page.complaints.join('\n')).toMatch(/style-src/);
  await page.getByRole('heading', { level: 1, name: 'Финал' }).waitFor();
  // Our own inline scripts ran: the document is marked, the consent question works.
  await page.getByRole('button', { name: /Отклонить/ }).click();
  await page.waitForTimeout(500);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
  await page.goto(`${server.origin}/admin/login`);
  await page.getByLabel('Имя пользователя').waitFor();
});

test('a page that is touched while its last script is still on the way starts afterwards', async () => {
  const arrival = Promise.withResolvers<void>();
  const front = createServer(({ url, headers }, answer) => {
    const forwarded = { ...headers, 'accept-encoding': 'identity' };
    request(server.origin + url, { headers: forwarded }, async (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      if (!from.headers['content-type']?.startsWith('text/html')) return from.pipe(answer);
      const [before, after = ''] = (await text(from)).split(/(?<= data-hydration="">.{20})/s);
      answer.write(before);
      await arrival.promise;
      answer.end(after);
    }).end();
  });
  const port = await listen(front);
  onTestFinished(() => void front.close());
  const prepare = async (page: Page) => {
    await page.goto(`http://127.0.0.1:${port}/about`, { waitUntil: 'commit' });
    await page.waitForSelector('script[data-hydration]', { state: 'attached' });
    await page.mouse.move(20, 20);
    await page.mouse.move(40, 40);
    expect(await page.evaluate(() => document.readyState)).toBe('loading');
    // Nothing else starts it: no `load` while a picture is missing, and no other movement.
    await page.route('**/never.png', () => {});
    await page.evaluate(() => {
      document.body.append(Object.assign(new Image(), { src: '/never.png' }));
      addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true);
    });
    expect((await page.textContent('script[data-hydration]'))?.length).toBeLessThanOrEqual(20);
    arrival.resolve();
    await untilHydrated(page);
  };
  const page = await visit(server.origin, { prepare });
  expect(page.complaints).toEqual([]);
});
