import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accentColours, accentOf, accentStyle, GROUNDS, OWN_ACCENT, READABLE } from '../../model/colour/accent.ts';
import { contrast, hexToOklch, oklchToHex } from '../../model/colour/oklch.ts';

/** A grid over all colours, 6 steps a channel. */
const LEVELS = ['00', '33', '66', '99', 'cc', 'ff'];
const GRID = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b) => `#${r}${g}${b}`)));
const ALL = [...GRID, '#808080', '#777777', '#ffee00', OWN_ACCENT];
const THEMES = ['light', 'dark'] as const;
const TOKENS = readFileSync(path.join(import.meta.dirname, '../../app/styles/tokens.css'), 'utf8');

test.each(THEMES)('whatever colour an editor picks, words on it and of it are readable in the %s theme', (theme) => {
  for (const accent of ALL) {
    const { hot, onHot, flare, ember, hotInk } = accentColours(accent, theme);
    for (const field of [hot, flare, ember])
      expect([accent, contrast(field, onHot) >= READABLE]).toEqual([accent, true]);
    expect([accent, contrast(hotInk, GROUNDS[theme]) >= READABLE]).toEqual([accent, true]);
    // A button of it is found on the page.
    expect([accent, contrast(hot, GROUNDS[theme]) >= (theme === 'dark' ? 3 : 1.6)]).toEqual([accent, true]);
  }
});

test('no ground of the pages is less favourable than those the accent is measured on', () => {
  const pairs = [...TOKENS.matchAll(/--(?:field[\w-]*|code-field): light-dark\((#\w{6}), (#\w{6})\)/g)];
  expect(pairs.length).toBeGreaterThanOrEqual(4);
  for (const [, light = '', dark = ''] of pairs) {
    expect(contrast(light, '#000000')).toBeGreaterThanOrEqual(contrast(GROUNDS.light, '#000000'));
    expect(contrast(dark, '#ffffff')).toBeGreaterThanOrEqual(contrast(GROUNDS.dark, '#ffffff'));
  }
});

test('the rules of an accent replace every token that follows it, by the tokens’ own names', () => {
  const style = accentStyle('#0044ff');
  const names = [...style.matchAll(/--([\w-]+):/g)].map(([, name = '']) => name);
  for (const name of names) expect(TOKENS).toContain(`--${name}:`);
  const all = 'hot hot-ink on-hot flare ember beam beam-edge pool counter haze rim light';
  expect(new Set(names)).toEqual(new Set(all.split(' ')));
  expect(style).not.toMatch(/[<>&]/);
  expect(accentStyle(OWN_ACCENT)).toBe('');
});

test('only a colour of six digits is an accent, and comes back from its lightness, chroma and hue', () => {
  for (const wrong of [undefined, '', 'red', '#fff', '#12345', '#1234567', '#gggggg', '#ff5a2b;}', ' #ff5a2b'])
    expect([wrong, accentOf(wrong)]).toEqual([wrong, OWN_ACCENT]);
  expect(accentOf('#ABCDEF')).toBe('#abcdef');
  for (const colour of ALL) expect(oklchToHex(hexToOklch(colour))).toBe(colour);
});
