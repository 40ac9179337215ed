import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { click, expectNoComplaints, fillLogin, heading, holdRequests, readStored } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const panel = await needBrowser();

const signedOut = (path = '/admin/login') => panel.open(path, { token: null });
const said = (page: Page) => expect.poll(() => page.getByRole('alert').textContent());
const WRONG = 'Неверные учетные данные';

test('the login asks for both name and password without calling the server, and says only that a pair is wrong', async () => {
  // Before its script is there it sends nothing, least of all a password in an address.
  const html = await (await fetch(`${panel.server.origin}/admin/login`)).text();
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(/<button[^>]* disabled=""[^>]* type="submit"|<button[^>]* type="submit"[^>]* disabled=""/);
  const page = await signedOut();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  for (const [username, password] of [
    ['', ''],
    ['admin', ''],
    ['', 'secret'],
  ] as const) {
    await fillLogin(page, { username, password });
    await said(page).toBe('Введите имя пользователя и пароль');
  }
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
  expectNoComplaints(page);
  await fillLogin(page, { ...ADMIN, password: 'not the password' });
  await said(page).toBe(WRONG);
  await expect.poll(() => readStored(page)).toBeNull();
});

const CASES = [
  ['no answer', null, 'Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.'],
  ['a broken server', { status: 500, json: { message: 'Диск переполнен.', code: 'internal' } }, 'Диск переполнен.'],
  ['a page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'Сервер ответил ошибкой 502.'],
  ['a refusal of another kind', { status: 403, json: { message: 'Нет.' } }, ''],
  ['an answer without a token', { json: { detail: 'Вход закрыт на час.' } }, '', 'Вход закрыт на час.'],
] as const;
test.each(CASES)(
  'the login says the same through %s, with advice',
  async (_name, answer, hint, words: string = WRONG) => {
    const page = await signedOut();
    await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await fillLogin(page);
    await said(page).toBe(words);
    if (hint) await page.getByText(hint).waitFor();
  },
);

test('the login says the same after too many attempts, and counts down to the next one', async () => {
  const page = await signedOut();
  await page.clock.install();
  const json = { message: 'Слишком много попыток.', code: 'too_many_attempts' };
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '62' }, json }),
  );
  await fillLogin(page);
  await said(page).toBe(WRONG);
  const isDisabled = () => page.locator('button[type=submit]').isDisabled();
  await expect.poll(isDisabled).toBe(true);
  const wait = page.getByRole('timer');
  const left = async () => Number(/(\d+) секунд/.exec((await wait.textContent()) ?? '')?.[1]);
  await expect.poll(() => wait.textContent()).toMatch(/^Следующая попытка — через 1 минуту( \d+ секунд[уы]?)?\.$/);
  await page.clock.runFor(22_000);
  await expect.poll(left).toBeLessThanOrEqual(40);
  await expect.poll(() => wait.textContent()).toMatch(/^Следующая попытка — через \d+ секунд[уы]?\.$/);
  await page.clock.runFor(60_000);
  await page.getByText('Можно попробовать ещё раз.').waitFor();
  await expect.poll(isDisabled).toBe(false);
  await said(page).toBe(WRONG);
});

test('the login waits for a name where there is a keyboard, and opens none on a touch screen', async () => {
  for (const hasTouch of [false, true]) {
    const page = await panel.open('/admin/login', { token: null, stored: {}, hasTouch, isMobile: hasTouch });
    await page.getByRole('button', { name: 'Войти', disabled: false }).waitFor();
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect(focused).toBe(hasTouch ? null : 'username');
  }
});

test.each([
  ['no answer', undefined, /^Ошибка: Сервер не ответил\./],
  ['a broken server', { status: 500, json: { message: 'Диск переполнен.' } }, /^Ошибка: Диск переполнен\./],
  [
    'the page of a public network',
    { contentType: 'text/html', body: '<html>Войдите в сеть</html>' },
    /^Ошибка: Ответил не сайт\./,
  ],
  ['an empty answer', { status: 204 }, /^Ошибка: Ответил не сайт\./],
  ['an answer without a verdict', { json: {} }, /^Ошибка: Ответил не сайт\./],
])('the token stays through %s, and the panel goes on afterwards', async (_trouble, answer, words) => {
  const page = await signedOut();
  await page.evaluate((token) => localStorage.setItem('authToken', token), panel.token);
  await page.route('**/api/auth/verify', (route) => (answer ? route.fulfill(answer) : route.abort()));
  await page.goto(`${panel.server.origin}/admin/voting`);
  await said(page).toMatch(words);
  await expect.poll(() => readStored(page)).toBe(panel.token);
  await page.unroute('**/api/auth/verify');
  await click(page, 'Повторить', heading(page, 'Голосование'));
});

test('a token that the server does not know goes; a session that ends stops what is still being read: none of it comes back refused', async () => {
  const unknown = await panel.open('/admin', { token: 'a'.repeat(43) });
  await heading(unknown, 'Вход в панель').waitFor();
  await expect.poll(() => readStored(unknown)).toBeNull();

  const page = await panel.open('/robots.txt');
  // The panel opens when it knows whose it is.
  const letThrough = await holdRequests(page, /\/api\/admin\/(?!me$)/);
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()));
  await page.goto(`${panel.server.origin}/admin`);
  await click(page, 'Выйти', heading(page, 'Вход в панель'));
  letThrough();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  expectNoComplaints(page);
  // In the same document the next session reads again.
  await fillLogin(page);
  await heading(page, 'Обзор').waitFor();
  await page.getByRole('status', { name: 'Загрузка' }).first().waitFor({ state: 'detached' });
  expectNoComplaints(page);
});

const PATHS = ['/', '/news', '/admin/login', '/admin', '/admin/news/new'];
test.each(PATHS)('the kit of the panel loads in the panel, the styles of the site outside of it: %s', async (path) => {
  const page = await panel.open('/robots.txt', /^\/admin(\/news|$)/.test(path) ? {} : { token: null });
  const loaded: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (/\/assets\/.*\.(js|css)$/.test(answer.url())) loaded.push(answer.text());
  });
  await page.goto(panel.server.origin + path, { waitUntil: 'networkidle' });
  const files = await Promise.all(loaded);
  const isPanel = path.startsWith('/admin');
  expect(files.some((file) => /--mantine-|@mantine\//.test(file))).toBe(isPanel);
  // The one rule that only the styles of the public pages have.
  expect(files.some((file) => file.includes('scroll-padding-top'))).toBe(!isPanel);
  expect(files.some((file) => file.includes('.tiptap'))).toBe(path === '/admin/news/new');
});

test.each([
  { width: 1366, height: 768 },
  { width: 360, height: 640 },
])('no focus of the editor is under its bars ($width × $height)', async (viewport) => {
  const page = await panel.open('/admin/news/new', { viewport });
  await page.getByRole('textbox', { name: 'Заголовок', exact: true }).focus();
  const covered: string[] = [];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press(step === 0 ? 'Shift+Tab' : 'Tab');
    const found = await page.evaluate(() => {
      const at = document.activeElement;
      const bar = document.querySelector('[data-lower-bar]');
      if (!at || !bar || at === document.body || bar.contains(at) || at.contains(bar)) return '';
      const [one, other] = [at.getBoundingClientRect(), bar.getBoundingClientRect()];
      const isBeside = one.right < other.left || one.left > other.right || one.height > 300;
      const isUnder = !isBeside && one.bottom > other.top + 1 && one.top < other.bottom;
      return isUnder && !/fixed|sticky/.test(getComputedStyle(at).position) ? at.outerHTML.slice(0, 120) : '';
    });
    if (found) covered.push(found);
  }
  expect(covered).toEqual([]);
});
