import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accentColours } from '../../model/colour/accent.ts';
import { hexToRgb } from '../../model/colour/oklch.ts';
import { chooseFiles, eventually, expectNoComplaints, findBarriers, PHONE } from '../rig/browser/panel.ts';
import { needBrowser } from '../rig/needs.ts';
import { noise, pngFile } from '../rig/world/pictures.ts';
import { field, save, TEXTS_SAVED } from './forms.ts';

const panel = await needBrowser();

const stored = () => panel.read<Record<string, string>>('/site-content');
const wear = (accent_color: string) => panel.call('PUT', '/site-content', { accent_color });

test('the look of the site takes a colour of the row, wears it once saved, in both themes, and refuses what is no colour beside its field', async () => {
  const page = await panel.open('/admin/site-content');
  await field(page, 'accent_color').click();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: '#3b6cff' }).click();
  await eventually(() => field(page, 'accent_color').inputValue()).toBe('#3b6cff');
  await save(page, TEXTS_SAVED);
  await eventually(stored).toMatchObject({ accent_color: '#3b6cff' });
  for (const colorScheme of ['light', 'dark'] as const) {
    const site = await panel.open('/vote', { colorScheme, token: null });
    const { hot, hotInk } = accentColours('#3b6cff', colorScheme);
    await eventually(() => tokenOf(site, '--hot')).toBe(rgb(hot));
    await eventually(() => tokenOf(site, '--hot-ink')).toBe(rgb(hotInk));
    await site.goto(`${panel.server.origin}/watch`);
    // The cinema is dark in every theme.
    await eventually(() => tokenOf(site, '--hot-ink', '.stage')).toBe(rgb(accentColours('#3b6cff', 'dark').hotInk));
    expectNoComplaints(site);
  }
  await field(page, 'accent_color').fill('');
  await save(page, TEXTS_SAVED);
  await eventually(stored).toMatchObject({ accent_color: '' });
  expectNoComplaints(page);
  await field(page, 'accent_color').fill('оранжевый');
  await save(page, 'Акцентный цвет: нужен цвет вида #ff5a2b, или оставьте поле пустым.');
  await eventually(() => field(page, 'accent_color').getAttribute('aria-invalid')).toBe('true');
});

test('the look of the site gives way to the views for low vision', async () => {
  const site = await panel.open('/vote', { token: null });
  const shown = async () => {
    const colours = [];
    for (const scheme of ['white', 'black', 'blue', 'beige']) {
      await site.goto(`${panel.server.origin}/vote?view=${scheme}`);
      for (const token of ['--hot', '--hot-ink', '--field']) colours.push(await tokenOf(site, token));
    }
    return colours;
  };
  const before = await shown();
  await wear('#ffee00');
  await eventually(shown).toEqual(before);
  await wear('');
});

test('the look of the site takes a logo from this device or the library, and gives it back', async () => {
  const page = await panel.open('/admin/site-content');
  const logo = await pngFile('логотип.png', noise(600, 150));
  await chooseFiles(page, () => page.getByText('Загрузить логотип').click(), logo);
  await eventually(() => field(page, 'logo_image').inputValue()).toMatch(/^\/uploads\/[0-9a-f]{32}\.png$/);
  const url = await field(page, 'logo_image').inputValue();
  await page.getByRole('img', { name: 'Логотип на тёмной теме' }).waitFor();
  await save(page, TEXTS_SAVED);
  const site = await panel.open('/', { token: null, viewport: PHONE });
  const picture = site.getByRole('banner').getByRole('img', { name: (await stored()).site_name ?? '' });
  await eventually(async () => Math.round((await picture.boundingBox())?.height ?? 0)).toBe(36);
  expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(PHONE.width * 0.4);
  await eventually(() => site.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expectNoComplaints(site);

  await page.getByRole('button', { name: 'Убрать логотип' }).click();
  await save(page, TEXTS_SAVED);
  await eventually(stored).toMatchObject({ logo_image: '' });
  await page.getByRole('button', { name: 'Из библиотеки' }).click();
  const dialog = page.getByRole('dialog');
  // Enter in the search of the library must not save the texts of the site.
  await dialog.getByRole('searchbox').fill('');
  await dialog.getByRole('searchbox').press('Enter');
  await dialog.getByRole('listitem').getByRole('button').first().click();
  await eventually(() => field(page, 'logo_image').inputValue()).toBe(url);
  await eventually(stored).toMatchObject({ logo_image: '' });
  expectNoComplaints(page);
});

function rgb(colour: string): string {
  return `rgb(${hexToRgb(colour).join(', ')})`;
}

/** What a token is as a colour where it is used. */
function tokenOf(page: Page, token: string, where = 'body'): Promise<string> {
  const place = page.locator(where).first();
  return place.evaluate((element, name) => {
    const probe = element.appendChild(document.createElement('i'));
    probe.setAttribute('hidden', '');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`i[hidden] { text-decoration-color: var(${name}) }`);
    document.adoptedStyleSheets = [sheet];
    // Some views set every colour of words and lines themselves.
    const { textDecorationColor: color } = getComputedStyle(probe);
    probe.remove();
    document.adoptedStyleSheets = [];
    return color;
  }, token);
}
