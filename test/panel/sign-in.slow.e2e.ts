import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  card,
  click,
  confirmPassword,
  eventually,
  expectNoComplaints,
  fillIn,
  fillLogin,
  findBarriers,
  heading,
  holdRequests,
  PHONE,
  readStored,
  send,
  signIn,
} from '../rig/browser/panel.ts';
import { rampa } from '../rig/command.ts';
import { environmentOf } from '../rig/database/databases.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';
import { appCode } from '../rig/world/otp.ts';

const panel = await needBrowser();
const { origin } = panel.server;

const signedOut = (options: object = {}) => panel.open('/admin/login', { token: null, ...options });
const said = (page: Page) => eventually(() => page.getByRole('alert').textContent());
const WRONG = 'Неверные учетные данные';

test('the login asks for both name and password without calling the server, and says only that a pair is wrong', async () => {
  // Before its script is there it sends nothing, least of all a password in an address.
  const html = await (await fetch(`${origin}/admin/login`)).text();
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(/<button[^>]* disabled=""[^>]* type="submit"|<button[^>]* type="submit"[^>]* disabled=""/);
  const page = await signedOut({ viewport: PHONE });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const top = async () => (await heading(page, 'Вход в панель').boundingBox())?.y;
  const before = await top();
  for (const part of [{}, { username: 'admin' }, { password: 'secret' }]) {
    await fillLogin(page, { username: '', password: '', ...part });
    await said(page).toBe('Введите имя пользователя и пароль');
  }
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
  expectNoComplaints(page);
  await fillLogin(page, { ...ADMIN, password: 'not the password' });
  await said(page).toBe(WRONG);
  expect(await top(), 'the form stays where it is').toBe(before);
  await eventually(() => readStored(page)).toBeNull();
});

const CASES = [
  ['no answer', null, 'Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.'],
  ['a broken server', { status: 500, json: { message: 'Диск переполнен.', code: 'internal' } }, 'Диск переполнен.'],
  [
    'too many attempts',
    { status: 429, json: { message: 'Слишком много.', code: 'too_many_attempts' } },
    'Подождите минуту',
  ],
  ['a page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'Сервер ответил ошибкой 502.'],
  ['a refusal of another kind', { status: 403, json: { message: 'Нет.' } }, ''],
  ['an answer without a token', { json: { detail: 'Вход закрыт на час.' } }, '', 'Вход закрыт на час.'],
] as const;
test('the login says the same, with advice, whatever fails', async () => {
  const page = await signedOut();
  for (const [name, answer, hint, words = WRONG] of CASES) {
    await page.reload();
    await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await fillLogin(page);
    await eventually(async () => [name, await page.getByRole('alert').textContent()]).toEqual([name, words]);
    if (hint) await page.getByText(hint).waitFor();
    await page.unroute('**/api/auth/login');
  }
});

test('the login waits for a name where there is a keyboard, and opens none on a touch screen', async () => {
  for (const hasTouch of [false, true]) {
    const page = await signedOut({ stored: {}, hasTouch, isMobile: hasTouch });
    await page.getByRole('button', { name: 'Войти', disabled: false }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(hasTouch ? null : 'username');
  }
});

const TROUBLES = [
  ['no answer', undefined, 'Сервер не ответил.'],
  ['a broken server', { status: 500, json: { message: 'Диск переполнен.' } }, 'Диск переполнен.'],
  ['the page of a public network', { contentType: 'text/html', body: '<p>Войдите' }, 'Ответил не сайт.'],
  ['an empty answer', { status: 204 }, 'Ответил не сайт.'],
  ['an answer without a verdict', { json: {} }, 'Ответил не сайт.'],
] as const;
test('the token stays whatever keeps the panel from asking about it, and the panel goes on afterwards', async () => {
  const page = await panel.open('/healthz', { token: panel.token });
  for (const [trouble, answer, words] of TROUBLES) {
    await page.route('**/api/auth/verify', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.goto(`${origin}/admin/voting`);
    const alert = page.getByRole('alert');
    await eventually(async () => `${trouble}: ${await alert.textContent()}`).toContain(`${trouble}: Ошибка: ${words}`);
    expect(await readStored(page)).toBe(panel.token);
    await page.unroute('**/api/auth/verify');
    await click(page, 'Повторить', heading(page, 'Голосование'));
  }
});

test('a panel whose scripts do not come loads again once by itself, then says so', async () => {
  const page = await panel.open('/robots.txt');
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${panel.server.origin}/admin`);
  await page.getByText('Панель не загрузилась: пришли не все её файлы.').waitFor();
  expect(loads).toBe(2);
  await page.unroute('**/assets/*.js');
  await click(page, 'Загрузить заново', page.getByRole('heading', { name: 'Обзор' }));
});

test('a token that the server does not know goes; a session that ends stops what is still being read: none of it comes back refused', async () => {
  const unknown = await panel.open('/admin', { token: 'a'.repeat(43) });
  await heading(unknown, 'Вход в панель').waitFor();
  await eventually(() => readStored(unknown)).toBeNull();

  const page = await panel.open('/robots.txt');
  // The panel opens when it knows whose it is.
  const letThrough = await holdRequests(page, /\/api\/admin\/(?!me$)/);
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()));
  await page.goto(`${origin}/admin`);
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

const PATHS = ['/', '/admin/login', '/admin', '/admin/news/new'];
test.each(PATHS)('the kit of the panel loads in the panel, the styles of the site outside of it: %s', async (path) => {
  const page = await panel.open('/robots.txt', /^\/admin(\/news|$)/.test(path) ? {} : { token: null });
  const loaded: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (/\/assets\/.*\.(js|css)$/.test(answer.url())) loaded.push(answer.text());
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  if (path === '/admin/news/new') await page.locator('.tiptap').waitFor();
  const files = await Promise.all(loaded);
  const isPanel = path.startsWith('/admin');
  expect(files.some((file) => /--mantine-|@mantine\//.test(file))).toBe(isPanel);
  // The one rule that only the styles of the public pages have.
  expect(files.some((file) => file.includes('scroll-padding-top'))).toBe(!isPanel);
  expect(files.some((file) => file.includes('.tiptap'))).toBe(path === '/admin/news/new');
});

const VERA = { username: 'Вера', password: 'korabl-na-ladoge-21' };
await panel.call('POST', '/admin/admins', VERA);
const token = await signIn(origin, VERA);
const totp = async (method: 'POST' | 'PUT', body: object) =>
  (await send(origin, method, '/admin/me/totp', token, body)).json();
const { key } = await totp('POST', { current: VERA.password });
// By the code of the step before: that of this one is left for the login.
const { recoveryCodes } = await totp('PUT', { otp: appCode(key, Date.now() - 30_000) });

async function fillCode(place: Page | Locator, code: string): Promise<void> {
  await place.locator('[name=otp]').fill(code);
  await place.getByRole('button', { name: 'Войти', exact: true }).click();
}

test('with a code of an app the login asks for it in a second step, says when it is wrong, takes a recovery code as well, and «Назад» leads back to the pair', async () => {
  const page = await signedOut({ viewport: PHONE });
  await fillLogin(page, VERA);
  const field = page.getByLabel('Код из приложения');
  await eventually(() => field.getAttribute('autocomplete')).toBe('one-time-code');
  await eventually(() => field.getAttribute('inputmode')).toBe('numeric');
  await eventually(() => page.getByRole('alert').count()).toBe(0);
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('otp');
  expect(await findBarriers(page)).toEqual([]);
  await fillCode(page, '');
  await said(page).toBe('Введите код');
  await fillCode(page, '000000');
  await said(page).toBe(WRONG);
  await page.getByText('Код неверен. Дождитесь нового и введите его.').waitFor();
  await eventually(() => readStored(page)).toBeNull();
  await fillCode(page, appCode(key));
  await heading(page, 'Обзор').waitFor();
  await eventually(() => readStored(page)).toMatch(/^[\w-]{43}$/);

  await page.getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await fillLogin(page, VERA);
  await page.getByRole('button', { name: 'Назад' }).click();
  await fillLogin(page, VERA);
  await page.getByRole('button', { name: 'Нет телефона? Ввести запасной код' }).click();
  await eventually(() => page.getByLabel('Запасной код').getAttribute('inputmode')).toBeNull();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('otp');
  await fillCode(page, recoveryCodes[0]);
  await heading(page, 'Обзор').waitFor();
});

test('with a code of an app the question in place asks for it too, and what was typed stays; a change of the team asks for it beside the password', async () => {
  const page = await panel.open('/admin/voting', { token });
  await page.locator('[name=title]').fill('Голосуем с кодом');
  await send(origin, 'POST', '/auth/logout', token);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
  await fillLogin(dialog, VERA);
  await fillCode(dialog, recoveryCodes[1]);
  await page.getByText('Настройки успешно сохранены!').waitFor();

  await page.goto(`${origin}/admin/administrators`);
  await page.getByRole('button', { name: 'Создать ссылку' }).click();
  const question = page.getByRole('alertdialog', { name: 'Введите свой пароль' });
  await fillIn(question, { password: VERA.password });
  await page.keyboard.press('Enter');
  await question.locator('[name=otp]').fill('000000');
  await page.keyboard.press('Enter');
  await question.getByText('Код неверен.').waitFor();
  expect(await question.locator('[name=password]').inputValue()).toBe(VERA.password);
  await question.locator('[name=otp]').fill(recoveryCodes[6]);
  await page.keyboard.press('Enter');
  await page.getByLabel('Ссылка-приглашение').waitFor();
});

test('with a code of an app a colleague resets it for who lost it', async () => {
  const page = await panel.open('/admin/administrators');
  await page.getByRole('button', { name: 'Сбросить код: Вера' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Выключить' }).click();
  await confirmPassword(page);
  await page.getByText('Сотрудник «Вера» входит по одному паролю.').waitFor();
  await eventually(() => page.getByRole('button', { name: 'Сбросить код: Вера' }).count()).toBe(0);
  expect((await send(origin, 'POST', '/auth/login', undefined, VERA)).status).toBe(200);
  expectNoComplaints(page);
});

test('the code is turned on with a first one, shows its recovery codes once, and is turned off', async () => {
  const page = await panel.open('/admin/profile');
  const form = card(page, 'Двухфакторный вход (код из приложения)');
  await form.locator('[name=current]').fill(ADMIN.password);
  await form.getByRole('button', { name: 'Включить двухфакторный вход' }).click();
  const key = ((await form.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  await form.getByRole('img', { name: 'QR-код с ключом' }).waitFor();
  const link = form.getByRole('link', { name: 'Открыть в приложении' });
  await eventually(() => link.getAttribute('href')).toMatch(new RegExp(`^otpauth://totp/.*secret=${key}`));
  await form.locator('[name=otp]').fill('000000');
  await click(form, 'Подтвердить', 'Код неверен');
  await form.locator('[name=otp]').fill(appCode(key));
  await click(form, 'Подтвердить', 'Двухфакторный вход включён');
  expect(await findBarriers(page)).toEqual([]);
  const codes = await form.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem').allTextContents();
  expect(codes.length).toBe(10);
  await click(form, 'Сохранено', 'Запасных кодов осталось: 10.');
  await fillIn(form, { current: ADMIN.password, otp: codes[0] ?? '' });
  await click(form, 'Выключить двухфакторный вход', form.getByRole('button', { name: 'Включить двухфакторный вход' }));
  await page.goto(`${origin}/admin/journal`);
  await page.getByText('Двухфакторный вход сотрудника «admin» выключен.').waitFor();
});

test('a link from the host opens the panel, leaves no secret in the address, and opens it once; one that nobody made is told to be none', async () => {
  // Beside the running server.
  const env = { ...environmentOf(panel.server.dataDir), PUBLIC_URL: origin };
  const address = (await rampa(['admin', 'link', 'admin'], env)).out.trim().split('\n').at(-1) ?? '';
  const page = await panel.open('/robots.txt', { token: null });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  await heading(page, 'Обзор').waitFor();
  expect(new URL(page.url()).href).toBe(`${origin}/admin`);
  const secret = address.split('=')[1] ?? '';
  expect(asked.filter((url) => new URL(url).pathname !== '/admin/login' && url.includes(secret))).toEqual([]);
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.goto(`${origin}/admin/login`);
  await heading(page, 'Вход в панель').waitFor();
  // A new fragment of the open page: no reload.
  await page.evaluate((hash) => location.assign(hash), new URL(address).hash);
  await said(page).toContain('Ссылка для входа не действует');
  expect(new URL(page.url()).hash).toBe('');
  await eventually(() => page.locator('[name=username]').isVisible()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
});
