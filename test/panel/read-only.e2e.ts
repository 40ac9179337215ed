import { renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const panel = await needBrowser();

test('while nothing can be saved the panel says so, and the text is saved once the database is back', async () => {
  const file = path.join(panel.server.dataDir, 'rampa.sqlite');
  const page = await panel.open('/admin/voting');
  await page.locator('input[name=title]').fill('Голосование зрителей');
  renameSync(file, `${file}.aside`);
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  const notice = page.getByText('Сейчас можно только читать.');
  await notice.waitFor();
  // Whatever stays at the top of a screen leaves it in sight, also far down.
  for (const width of [768, 1920]) {
    await page.setViewportSize({ width, height: 500 });
    await page.mouse.wheel(0, 400);
    await expect.poll(() => notice.evaluate(isOnTop)).toBe(true);
  }
  renameSync(`${file}.aside`, file);
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByText('Настройки успешно сохранены!').waitFor();
  expect(await (await panel.call('GET', '/vote-settings')).json()).toMatchObject({ title: 'Голосование зрителей' });
});

function isOnTop(element: Element): boolean {
  const { left, top } = element.getBoundingClientRect();
  return document.elementFromPoint(left + 4, top + 4) === element;
}
