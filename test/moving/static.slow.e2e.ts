import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../rig/browser/browser.ts';
import { rampa } from '../rig/command.ts';
import { environmentOf } from '../rig/database/databases.ts';
import { needSite } from '../rig/needs.ts';
import { fillForMoving, freePlace, ORIGIN } from './world.ts';

const site = await needSite();
await fillForMoving(site);
for (const [source, target] of [
  ['/старая афиша', '/rules'],
  ['/blog/2019/final.html', '/news/novost-1'],
  ['/tickets', 'https://tickets.example/?a=1&b=2'],
  ['/index.php?id=5', '/rules'],
  ['/a.html/b', '/rules'],
  ['/news/index.html', '/rules'],
  [`/${'д'.repeat(128)}`, '/rules'],
])
  await site.editor('POST', '/api/admin/redirects', { source, target });
const settings = { ...environmentOf(site.config.dataDir), PUBLIC_URL: ORIGIN };
const folder = await freePlace();
const done = await rampa(['export', '--format', 'static', folder], settings);
const browser = await sharedBrowser();
const address = (file: string) => pathToFileURL(path.join(folder, file)).href;

async function open(file: string, query = '') {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('requestfailed', (request) => problems.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address(file) + query);
  return { page, problems };
}

test('a link to what is not public is named and ends the export with 1, all others lead somewhere', async () => {
  expect([done.code, done.err]).toEqual([1, expect.stringContaining('Чего не хватает (1)')]);
  expect(done.err).toContain('news/results/index.html: ссылка ведёт в никуда — news/draft/index.html');
  const names = await readdir(folder, { recursive: true });
  const some = 'index.html 404.html feed.xml feed.atom feed.json sitemap.xml rules/index.html'.split(' ');
  expect(names).toEqual(expect.arrayContaining(some));
  expect(names.filter((name) => /draft|later|gone|admin/.test(name))).toEqual([]);
});

test('pages open from the disk with their style sheets, fonts and pictures, and lead to each other', async () => {
  const { page, problems } = await open('index.html');
  await page.getByRole('link', { name: 'Новости' }).first().click();
  await page.getByRole('link', { name: 'Новость 1' }).first().click();
  expect(page.url()).toBe(address('news/novost-1/index.html'));
  const picture = page.locator('main img').first();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  expect(await picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);
  const loaded = await page.evaluate(async () =>
    [...(await document.fonts.ready)].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
  expect(loaded).not.toEqual([]);
  expect(await page.locator('#consent, .view-bar, button[data-consent-does], iframe[src*="player"]').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('an old address leads where it leads on the site, unless it has a query', async () => {
  for (const [file, end] of [
    ['старая афиша/index.html', address('rules/index.html')],
    ['blog/2019/final.html', address('news/novost-1/index.html')],
  ] as const) {
    const { page } = await open(file);
    await page.waitForURL(end);
    await page.close();
  }
  expect(await readFile(path.join(folder, 'tickets/index.html'), 'utf8')).toContain(
    'url=https://tickets.example/?a=1&amp;b=2"',
  );
  expect((await readdir(folder, { recursive: true })).filter((name) => /index\.php|a\.html/.test(name))).toEqual([]);
});

test('nothing in a page asks the server of the site', async () => {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const html = (await readFile(path.join(folder, name), 'utf8')).replace(/<script>[^<]*<base[^<]*<\/script>/, '');
    expect([name, html.match(/(?:src|href|action)="\/[^"]*"|type="module"|data-hydration/g)]).toEqual([name, null]);
  }
});

test.each([
  ['победитель', 'Итоги'],
  ['песни', 'Правила'],
  ['ghfdbkf', 'Правила'],
  ['правела', 'Правила'],
  ['правилапесен', 'Правила'],
  ['мира', 'Мира'],
])('a search for %s finds «%s» without a server', async (q, title) => {
  const { page } = await open('search/index.html', `?q=${encodeURIComponent(q)}`);
  await expect.poll(() => page.locator('main ol a').first().textContent()).toContain(title);
  await page.locator('main ol a').first().click();
  expect(await page.locator('h1').textContent()).toContain(title);
  await page.close();
});

test('a search that finds nothing says so, and drafts are not found', async () => {
  const { page } = await open('search/index.html', `?q=${encodeURIComponent('черновик')}`);
  const missing: string[] = [];
  page.on('requestfailed', (request) => missing.push(request.url()));
  await page.reload();
  await expect.poll(() => page.locator('main').textContent()).toContain('ничего не нашлось');
  expect(missing).toEqual([]);
  await page.close();
});
