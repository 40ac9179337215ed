import { expect, test } from 'vitest';
import { eventually, heading } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { ADMIN } from '../rig/server.ts';

const panel = await needBrowser();

test('a throttled login says that the pair is wrong, how long to wait, and lets in after that', async () => {
  const page = await panel.open('/admin/login', { token: null });
  const submit = page.locator('button[type=submit]');
  const enter = async (password: string) => {
    await page.locator('[name=username]').fill(ADMIN.username);
    await page.locator('[name=password]').fill(password);
    const answer = page.waitForResponse('**/api/auth/login');
    await submit.click();
    return (await answer).status();
  };
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await enter(`wrong ${attempt}`)).toBe(401);
  expect(await enter(ADMIN.password)).toBe(429);
  await eventually(() => page.getByRole('alert').textContent()).toBe('Неверные учетные данные');
  await page.getByText('Можно попробовать ещё раз.').waitFor();
  expect(await enter(ADMIN.password)).toBe(200);
  await heading(page, 'Обзор').waitFor();
});
