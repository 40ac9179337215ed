import type { Locator } from 'playwright-core';
import { test } from 'vitest';
import { eventually } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { type Hands, runNight } from './night.ts';

/** More stops than the desk and the menu have. */
const MAX_TABS = 80;

const panel = await needBrowser();

const keys: Hands = {
  async write(target, text) {
    await reach(target);
    await target.page().keyboard.type(text);
  },
  async choose(target) {
    await reach(target);
    await target.page().keyboard.press('ArrowDown');
  },
  async press(target) {
    // A button rests for a second after a press, and one that is disabled is no stop of Tab.
    await eventually(() => target.isEnabled()).toBe(true);
    await reach(target);
    await target.page().keyboard.press('Enter');
  },
  async hold(target, isDone) {
    await reach(target);
    await target.page().keyboard.down('Enter');
    await isDone();
    await target.page().keyboard.up('Enter');
  },
};

/** By Tab alone. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error('The button is not reached by Tab.');
}

test('the whole night runs from a phone by keyboard alone', () => runNight(panel, keys, {}));
