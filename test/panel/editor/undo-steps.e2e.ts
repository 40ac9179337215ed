import { expect, test } from 'vitest';
import { needBrowser } from '../../rig/needs.ts';
import { bodyOf, state } from './desk.ts';

const panel = await needBrowser();

const KEYSTROKE_EVERY = 90;
const STEP = 1000;

test('one step of undo takes back about a second of typing without a pause, and the steps together all of it', async () => {
  const page = await panel.open('/admin/news/new');
  const body = bodyOf(page);
  await body.click();
  const typed = 'Пятьдесят знаков подряд без единой паузы в секунду';
  await page.keyboard.type(typed, { delay: KEYSTROKE_EVERY });
  const text = async () => (await body.textContent()) ?? '';
  const left = [await text()];
  while (left.at(-1) !== '' && left.length < typed.length) {
    await page.keyboard.press('ControlOrMeta+z');
    left.push(await text());
  }
  expect(left[0]).toBe(typed);
  expect(left.at(-1)).toBe('');
  const steps = left.slice(1).map((rest, at) => (left[at]?.length ?? 0) - rest.length);
  // A keystroke takes its delay at least: no second holds more of them.
  expect(Math.max(...steps)).toBeLessThanOrEqual(Math.ceil(STEP / KEYSTROKE_EVERY));
  while ((await text()) !== typed) await page.keyboard.press('ControlOrMeta+Shift+z');
  await state(page, 'Не сохранено');
});

test('letters typed within a second are one step of undo', async () => {
  const page = await panel.open('/admin/news/new');
  await bodyOf(page).click();
  await page.keyboard.insertText('Старт.');
  await page.waitForTimeout(STEP + 200);
  // One event after another, without the way between the test and the browser.
  await bodyOf(page).evaluate(() => {
    for (const letter of ' Ещё') document.execCommand('insertText', false, letter);
  });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => bodyOf(page).textContent()).toBe('Старт.');
});
