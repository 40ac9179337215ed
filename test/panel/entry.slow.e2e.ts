import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  card,
  click,
  confirmPassword,
  eventually,
  expectNoComplaints,
  fillLogin,
  findBarriers,
  heading,
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

const VERA = { username: 'Вера', password: 'korabl-na-ladoge-21' };
let stepsTaken = 0;

/** A code nobody used yet: each step of 30 s has one, and the server takes those of its neighbours. */
async function freshCode(key: string): Promise<string> {
  const step = () => Math.floor(Date.now() / 30_000);
  stepsTaken = Math.max(stepsTaken + 1, step());
  while (step() < stepsTaken - 1) await new Promise((resolve) => setTimeout(resolve, 500));
  return appCode(key, stepsTaken * 30_000);
}

async function addVera() {
  await panel.call('POST', '/admin/admins', VERA);
  const token = await signIn(panel.server.origin, VERA);
  const started = await send(panel.server.origin, 'POST', '/admin/me/totp', token, { current: VERA.password });
  const { key } = (await started.json()) as { key: string };
  const confirmed = await send(panel.server.origin, 'PUT', '/admin/me/totp', token, { otp: await freshCode(key) });
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  return { key, recoveryCodes, token };
}

const vera = await addVera();

async function fillCode(place: Page | Locator, code: string): Promise<void> {
  await place.locator('[name=otp]').fill(code);
  await place.getByRole('button', { name: 'Войти', exact: true }).click();
}

test('with a code of an app the login asks for it in a second step, says when it is wrong, takes a recovery code as well, and «Назад» leads back to the pair', async () => {
  const page = await panel.open('/admin/login', { token: null, viewport: PHONE });
  await fillLogin(page, VERA);
  const field = page.getByLabel('Код из приложения');
  await field.waitFor();
  await eventually(() => page.getByRole('alert').count()).toBe(0);
  await eventually(() => field.getAttribute('autocomplete')).toBe('one-time-code');
  await eventually(() => field.getAttribute('inputmode')).toBe('numeric');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('otp');
  expect(await findBarriers(page)).toEqual([]);
  await fillCode(page, '');
  await eventually(() => page.getByRole('alert').textContent()).toBe('Введите код');
  await fillCode(page, '000000');
  await eventually(() => page.getByRole('alert').textContent()).toBe('Неверные учетные данные');
  await page.getByText('Код неверен. Дождитесь нового и введите его.').waitFor();
  await eventually(() => readStored(page)).toBeNull();
  await fillCode(page, await freshCode(vera.key));
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
  await fillCode(page, vera.recoveryCodes[0] ?? '');
  await heading(page, 'Обзор').waitFor();
});

test('with a code of an app the question in place asks for it too, and what was typed stays; a change of the team asks for it beside the password', async () => {
  const page = await panel.open('/admin/voting', { token: vera.token });
  await page.locator('[name=title]').fill('Голосуем с кодом');
  await send(panel.server.origin, 'POST', '/auth/logout', vera.token);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
  await fillLogin(dialog, VERA);
  await fillCode(dialog, vera.recoveryCodes[1] ?? '');
  await page.getByText('Настройки успешно сохранены!').waitFor();

  await page.goto(`${panel.server.origin}/admin/administrators`);
  await page.getByRole('button', { name: 'Создать ссылку' }).click();
  const question = page.getByRole('alertdialog', { name: 'Введите свой пароль' });
  await question.locator('[name=otp]').waitFor();
  await question.locator('[name=password]').fill(VERA.password);
  await question.locator('[name=otp]').fill('000000');
  await page.keyboard.press('Enter');
  await question.getByText('Код неверен.').waitFor();
  expect(await question.locator('[name=password]').inputValue()).toBe(VERA.password);
  await question.locator('[name=otp]').fill(vera.recoveryCodes[6] ?? '');
  await page.keyboard.press('Enter');
  await page.getByLabel('Ссылка-приглашение').waitFor();
});

test('with a code of an app a colleague resets it for who lost it', async () => {
  const page = await panel.open('/admin/administrators');
  await page.getByRole('button', { name: 'Сбросить код: Вера' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Выключить' }).click();
  await confirmPassword(page);
  await page.getByText('Участник «Вера» входит по одному паролю.').waitFor();
  await eventually(() => page.getByRole('button', { name: 'Сбросить код: Вера' }).count()).toBe(0);
  expect((await send(panel.server.origin, 'POST', '/auth/login', undefined, VERA)).status).toBe(200);
  expectNoComplaints(page);
});

test('the code is turned on with a first one, shows its recovery codes once, and is turned off', async () => {
  stepsTaken = 0;
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
  await form.locator('[name=otp]').fill(await freshCode(key));
  await click(form, 'Подтвердить', 'Двухфакторный вход включён');
  expect(await findBarriers(page)).toEqual([]);
  const codes = await form.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem').allTextContents();
  expect(codes.length).toBe(10);
  await click(form, 'Сохранено', 'Запасных кодов осталось: 10.');
  await form.locator('[name=current]').fill(ADMIN.password);
  await form.locator('[name=otp]').fill(codes[0] ?? '');
  await click(form, 'Выключить двухфакторный вход', form.getByRole('button', { name: 'Включить двухфакторный вход' }));
  await page.goto(`${panel.server.origin}/admin/journal`);
  await page.getByText('Двухфакторный вход участника «admin» выключен.').waitFor();
});

test('a link from the host opens the panel, leaves no secret in the address, and opens it once; one that nobody made is told to be none', async () => {
  const address = await makeLink();
  const page = await panel.open('/robots.txt', { token: null });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  await heading(page, 'Обзор').waitFor();
  expect(new URL(page.url()).href).toBe(`${panel.server.origin}/admin`);
  const secret = address.split('=')[1] ?? '';
  expect(asked.filter((url) => new URL(url).pathname !== '/admin/login' && url.includes(secret))).toEqual([]);
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.goto(`${panel.server.origin}/admin/login`);
  await heading(page, 'Вход в панель').waitFor();
  // Pasted over the open login: the browser loads nothing anew.
  await page.evaluate((hash) => location.assign(hash), new URL(address).hash);
  await page.getByRole('alert').waitFor();
  await eventually(() => page.getByRole('alert').textContent()).toContain('Эта ссылка уже использована');
  expect(new URL(page.url()).hash).toBe('');
  await eventually(() => page.locator('[name=username]').isVisible()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.evaluate(() => location.assign('#link=nothing'));
  await eventually(() => page.getByRole('alert').textContent()).toContain('Такой ссылки для входа нет');
});

/** As `rampa admin link` prints it beside the running server. */
async function makeLink(): Promise<string> {
  const { origin, dataDir } = panel.server;
  const { out } = await rampa(['admin', 'link', 'admin'], { ...environmentOf(dataDir), PUBLIC_URL: origin });
  return out.trim().split('\n').at(-1) ?? '';
}
