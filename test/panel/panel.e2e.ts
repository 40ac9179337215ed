import { describe, expect, test } from 'vitest';
import { eventually, expectNoComplaints, heading, readStored, send, type WatchedPage } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const panel = await needBrowser();

const signedOut = (path: string) => panel.open(path, { token: null });
async function fillLogin(page: WatchedPage, username: string, password: string): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}
const alert = (page: WatchedPage) => page.getByRole('alert');

describe('the login', () => {
  test('asks for both name and password without calling the server', async () => {
    const page = await signedOut('/admin/login');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    for (const [username, password] of [
      ['', ''],
      ['admin', ''],
      ['', 'secret'],
    ] as const) {
      await fillLogin(page, username, password);
      await eventually(() => alert(page).textContent()).toBe('Введите имя пользователя и пароль');
    }
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
    expectNoComplaints(page);
  });

  test('says nothing more than that the pair is wrong', async () => {
    const page = await signedOut('/admin/login');
    await fillLogin(page, 'admin', 'not the password');
    await eventually(() => alert(page).textContent()).toBe('Неверные учетные данные');
    await eventually(() => readStored(page)).toBeNull();
  });

  test.each([
    ['no answer', null, 'Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.'],
    ['a broken server', { status: 500, json: { message: 'Диск переполнен.', code: 'internal' } }, 'Диск переполнен.'],
    ['a page of a proxy', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'Сервер ответил ошибкой 502.'],
    ['a refusal of another kind', { status: 403, json: { message: 'Нет.' } }, undefined],
  ] as const)('says the same through %s, and beside it what to do', async (_name, answer, hint) => {
    const page = await signedOut('/admin/login');
    await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await fillLogin(page, ADMIN.username, ADMIN.password);
    await eventually(() => alert(page).textContent()).toBe('Неверные учетные данные');
    if (hint) await page.getByText(hint).waitFor();
  });

  test('says the same after too many attempts, and counts down to the next one', async () => {
    const page = await signedOut('/admin/login');
    await page.clock.install();
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '62' },
        json: { message: 'Слишком много попыток.', code: 'too_many_attempts' },
      }),
    );
    await fillLogin(page, ADMIN.username, ADMIN.password);
    await eventually(() => alert(page).textContent()).toBe('Неверные учетные данные');
    await eventually(() => page.locator('button[type=submit]').isDisabled()).toBe(true);
    const wait = page.getByRole('timer');
    const left = async () => Number(/(\d+) секунд/.exec((await wait.textContent()) ?? '')?.[1]);
    await eventually(() => wait.textContent()).toMatch(/^Следующая попытка — через 1 минуту( \d+ секунд[уы]?)?\.$/);
    await page.clock.runFor(22_000);
    await eventually(left).toBeLessThanOrEqual(40);
    await eventually(() => wait.textContent()).toMatch(/^Следующая попытка — через \d+ секунд[уы]?\.$/);
    await page.clock.runFor(60_000);
    await page.getByText('Можно попробовать ещё раз.').waitFor();
    await eventually(() => page.locator('button[type=submit]').isDisabled()).toBe(false);
    await eventually(() => alert(page).textContent()).toBe('Неверные учетные данные');
  });

  test('shows what an answer without a token says', async () => {
    const page = await signedOut('/admin/login');
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: { detail: 'Вход закрыт на час.' } }));
    await fillLogin(page, ADMIN.username, ADMIN.password);
    await eventually(() => alert(page).textContent()).toBe('Вход закрыт на час.');
  });

  test('never sends a password in an address, not even before its script is there', async () => {
    const html = await (await fetch(`${panel.server.origin}/admin/login`)).text();
    expect(html).toMatch(/<form[^>]* method="post"/);
    expect(html).toMatch(/<button[^>]* disabled=""[^>]* type="submit"|<button[^>]* type="submit"[^>]* disabled=""/);
  });

  test('keeps the token and opens the panel', async () => {
    const page = await signedOut('/admin/login');
    await fillLogin(page, ADMIN.username, ADMIN.password);
    await heading(page, 'Обзор').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    expect((await send(panel.server.origin, 'GET', '/auth/verify', (await readStored(page)) ?? '')).status).toBe(200);
    expectNoComplaints(page);
  });
});

describe('the guard', () => {
  test('is all that the server renders', async () => {
    const html = await (await fetch(`${panel.server.origin}/admin/voting`)).text();
    expect(html).toContain('Проверка авторизации...');
    expect(html).not.toContain('Поддержите исполнителя');
  });

  test('leads to the login without a token, and back to where it stopped somebody', async () => {
    const page = await signedOut('/admin/voting');
    await heading(page, 'Вход в панель').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/login');
    await fillLogin(page, ADMIN.username, ADMIN.password);
    await heading(page, 'Голосование').waitFor();
    expectNoComplaints(page);
  });

  test('takes away a token that the server does not know', async () => {
    const page = await panel.open('/admin', { token: 'a'.repeat(43) });
    await heading(page, 'Вход в панель').waitFor();
    await eventually(() => readStored(page)).toBeNull();
  });

  const TROUBLES = {
    'no answer': { answer: undefined, said: /^Ошибка: Сервер не ответил\./ },
    'a broken server': {
      answer: { status: 500, json: { message: 'Диск переполнен.' } },
      said: /^Ошибка: Диск переполнен\./,
    },
    'the page of a public network': {
      answer: { contentType: 'text/html', body: '<html>Войдите в сеть</html>' },
      said: /^Ошибка: Ответил не сайт\./,
    },
    'an empty answer': { answer: { status: 204 }, said: /^Ошибка: Ответил не сайт\./ },
    'an answer without a verdict': { answer: { json: {} }, said: /^Ошибка: Ответил не сайт\./ },
  };
  test.each(Object.entries(TROUBLES))(
    'keeps the token through %s and goes on afterwards',
    async (_trouble, { answer, said }) => {
      const page = await signedOut('/admin/login');
      await page.evaluate((token) => localStorage.setItem('authToken', token), panel.token);
      await page.route('**/api/auth/verify', (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.goto(`${panel.server.origin}/admin/voting`);
      await expect.poll(() => alert(page).textContent()).toMatch(said);
      await eventually(() => readStored(page)).toBe(panel.token);
      await page.unroute('**/api/auth/verify');
      await page.getByRole('button', { name: 'Повторить' }).click();
      await heading(page, 'Голосование').waitFor();
    },
  );
});

describe('a session', () => {
  test('that ends in the middle is renewed in place, and the save goes on by itself', async () => {
    const page = await panel.open('/admin/voting');
    const title = page.locator('[name=title]');
    await title.fill('Голосуем за песню');
    await send(panel.server.origin, 'POST', '/auth/logout', (await readStored(page)) ?? '');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Сеанс закончился' });
    await dialog.waitFor();
    await eventually(() => title.inputValue()).toBe('Голосуем за песню');
    await dialog.locator('[name=password]').fill('wrong one');
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await eventually(() => dialog.getByRole('alert').textContent()).toBe('Неверные учетные данные');
    await page.route('**/api/auth/login', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await dialog.getByText('Сервер не отвечает.').waitFor();
    await eventually(() => dialog.getByRole('alert').textContent()).toBe('Неверные учетные данные');
    await page.unroute('**/api/auth/login');
    await dialog.locator('[name=password]').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Настройки успешно сохранены!').waitFor();
    expect(((await (await panel.call('GET', '/vote-settings')).json()) as { title: string }).title).toBe(
      'Голосуем за песню',
    );
  });

  test('whose token vanished is renewed as well, and a refusal to do so loses nothing', async () => {
    const page = await panel.open('/admin/voting');
    await page.locator('[name=description]').fill('Набранное остаётся.');
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('button', { name: 'Не сейчас' }).click();
    await eventually(() => page.locator('[name=description]').inputValue()).toBe('Набранное остаётся.');
    await page.getByText('Сеанс закончился: чтобы сохранять изменения, войдите ещё раз.').waitFor();
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByRole('alertdialog').locator('[name=password]').fill(ADMIN.password);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Войти' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Настройки успешно сохранены!').waitFor();
  });

  test('ends with «Выйти», here and on the server', async () => {
    const page = await panel.open('/admin');
    const token = (await readStored(page)) ?? '';
    await page.getByRole('button', { name: 'Выйти' }).click();
    await heading(page, 'Вход в панель').waitFor();
    await eventually(() => readStored(page)).toBeNull();
    await eventually(async () => (await send(panel.server.origin, 'GET', '/auth/verify', token)).status).toBe(401);
    expectNoComplaints(page);
  });

  test('that ends stops what is still being read: none of it comes back refused', async () => {
    const page = await panel.open('/robots.txt');
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    // The panel opens when it knows whose it is.
    await page.route(/\/api\/admin\/(?!me$)/, async (route) => {
      await ended;
      await route.continue().catch(() => {});
    });
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()));
    await page.goto(`${panel.server.origin}/admin`);
    await page.getByRole('button', { name: 'Выйти' }).click();
    await heading(page, 'Вход в панель').waitFor();
    end();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    expectNoComplaints(page);
    // In the same document the next session reads again.
    await page.locator('[name=username]').fill(ADMIN.username);
    await page.locator('[name=password]').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Обзор').waitFor();
    await page.getByRole('status', { name: 'Загрузка' }).first().waitFor({ state: 'detached' });
    expectNoComplaints(page);
  });
});

describe('the kit of the panel', () => {
  test.each(['/', '/news', '/admin/login'])('loads in the panel and nowhere else: %s', async (path) => {
    const page = await signedOut('/robots.txt');
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
  });

  test('takes no styles of the site into the editor', async () => {
    const page = await panel.open('/robots.txt');
    const loaded: Promise<string>[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('.css')) loaded.push(answer.text());
    });
    await page.goto(`${panel.server.origin}/admin/news/new`, { waitUntil: 'networkidle' });
    await page.getByRole('textbox', { name: 'Текст', exact: true }).waitFor();
    const files = await Promise.all(loaded);
    expect(files.some((file) => file.includes('.tiptap'))).toBe(true);
    expect(files.some((file) => file.includes('scroll-padding-top'))).toBe(false);
  });
});

test('the sign-in page waits for a name where there is a keyboard, and opens none on a touch screen', async () => {
  for (const hasTouch of [false, true]) {
    const page = await panel.open('/admin/login', { token: null, stored: {}, hasTouch, isMobile: hasTouch });
    await page.getByRole('button', { name: 'Войти', disabled: false }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(hasTouch ? null : 'username');
  }
});

test.each([
  { width: 1366, height: 768 },
  { width: 360, height: 640 },
])('no focus of the editor is under its bars ($width × $height)', async (viewport) => {
  const page = await panel.open('/admin/news/new', { viewport });
  await page.getByRole('textbox', { name: 'Заголовок' }).focus();
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
