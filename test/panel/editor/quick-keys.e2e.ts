import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { figureOf } from '../../embeds/figure.ts';
import { rowsIn, sample } from '../../rig/cases.ts';
import { needBrowser } from '../../rig/needs.ts';
import { openArticle } from './desk.ts';

const panel = await needBrowser();

const VIDEO = 'https://vkvideo.ru/video-1_22';
const PICTURE = 'https://example.org/hall.png';

/** Each block in and out, by keys alone and without a look at the screen; in braces what is no letter. */
const TYPED = rowsIn<[way: string, keys: string, stored: string]>('panel/editor/quick-keys.txt', '', {
  ...{ VIDEO, PICTURE, EMBED: figureOf(VIDEO, 'Клип') },
});

const PAUSES = sample([0, 5, 15], 3);
test.each(PAUSES)('a text with every block, typed with %s ms between keys, stands as typed', async (pause) => {
  const { page, saved } = await openArticle(panel, { content: '' });
  await page.route(PICTURE, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await typeKeys(page, TYPED.map(([, keys]) => keys).join(''), pause);
  expect(await saved()).toBe(TYPED.map(([, , html]) => html).join(''));
});

/** As a Russian keyboard sends them: Playwright's own has no such letters and puts them in without a key. */
async function typeKeys(page: Page, keys: string, pause: number): Promise<void> {
  const wire = await page.context().newCDPSession(page);
  for (const [, named, letter = ''] of keys.matchAll(/\{([^}]+)\}|(.)/gsu)) {
    if (named) await page.keyboard.press(named.replace('Control', 'ControlOrMeta'));
    else {
      await wire.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter });
      await wire.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
    }
    if (pause > 0) await page.waitForTimeout(pause);
  }
  await wire.detach();
}
