import { beforeEach, expect, test } from 'vitest';
import { QUIET, type WatchedPage } from '../rig/browser/visits.ts';
import { needFestival } from '../rig/needs.ts';

const ARTICLE = '/news/istoriya-rampy';

const { origin, browser, visit } = await needFestival();

let page: WatchedPage;
let trouble: string[];
beforeEach(async () => {
  page = await visit(origin + QUIET, { viewport: { width: 1280, height: 800 } });
  trouble = page.complaints;
});

const open = (path: string) => page.goto(origin + path, { waitUntil: 'networkidle' });
const section = () => page.getByRole('region', { name: 'Поделиться' });

test('handing an article on is a plain link for each service, with the article’s own address', async () => {
  await open(ARTICLE);
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
});

test('handing an article on copies the address and says so, and shows it where the browser does not let it be copied', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: origin });
  await open(ARTICLE);
  const copy = () => section().getByRole('button', { name: 'Скопировать ссылку' }).click();
  const said = () => section().getByRole('status').textContent();
  await copy();
  await expect.poll(said).toBe('Ссылка скопирована');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(origin + ARTICLE);
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(ARTICLE);
  await copy();
  await expect.poll(said).toBe(`Скопируйте адрес: ${origin}${ARTICLE}`);
  expect(trouble).toEqual([]);
});

test('handing an article on asks the device first where it can share, and copies where that fails', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared, fails: false });
    navigator.share = async (data?: ShareData) => {
      shared.push(data ?? {});
      if ((window as unknown as { fails: boolean }).fails) throw new TypeError('no');
    };
  });
  await open(ARTICLE);
  const share = section().getByRole('button', { name: 'Поделиться…' });
  await share.click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared.map(({ url }) => url));
  await expect.poll(shared).toEqual([origin + ARTICLE]);
  expect(await section().getByText('Ссылка скопирована').count()).toBe(0);
  await page.evaluate(() => Object.assign(window, { fails: true }));
  await share.click();
  await section().getByText('Ссылка скопирована').waitFor();
});

test('handing an article on needs no script but for copying', async () => {
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(origin + ARTICLE);
  await expect.poll(() => plain.getByRole('link', { name: 'MAX' }).isVisible()).toBe(true);
  await expect.poll(() => plain.getByRole('button', { name: 'Скопировать ссылку' }).isVisible()).toBe(false);
  await plain.context().close();
});

test('on paper an article is black on white with its address, and nothing of the site stands around it', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(ARTICLE);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const part of [
    ...['header [data-header], body > div header', 'footer:not(article footer)', '#consent'],
    ...['main button', 'main section a'],
  ])
    expect([part, await page.locator(part).filter({ visible: true }).count()]).toEqual([part, 0]);
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
  const picture = page.locator('article img').first();
  const shape = (image: HTMLImageElement) => image.clientWidth / image.clientHeight;
  const whole = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  expect(await picture.evaluate(shape)).toBeCloseTo(whole, 1);
});
