import { expect, test } from 'vitest';
import { slugify } from '../../model/text/slug.ts';
import { rowsIn } from '../rig/cases.ts';

test.each(rowsIn('text/slugs.txt'))('slugify %s → %s, which stays as it is', (title, slug) =>
  expect([slugify(title), slugify(slug)]).toEqual([slug, slug]),
);

test('slugify follows the rule step by step on Latin text', () => {
  const alphabet = ['a', 'Z', '5', '_', '-', ' ', '\t', '&', '.', 'é', 'Ü', '/'];
  for (let n = 0; n < 12 ** 4; n += 1) {
    const text = [0, 1, 2, 3].map((place) => alphabet[Math.floor(n / 12 ** place) % 12]).join('');
    expect(slugify(text), JSON.stringify(text)).toBe(stepByStep(text));
  }
});

test('slugify takes a megabyte of anything at once', { timeout: 30_000 }, () => {
  const megabyte = 2 ** 20;
  expect(slugify('-'.repeat(megabyte))).toBe('');
  expect(slugify('a-'.repeat(megabyte / 2))).toHaveLength(megabyte - 1);
  expect(slugify(' '.repeat(megabyte))).toBe('');
  expect(slugify('&'.repeat(megabyte)).length).toBe(4 * megabyte - 1);
  expect(slugify('ый'.repeat(megabyte / 2)).length).toBe(megabyte);
  expect(slugify(`a${'\u0301\u0316'.repeat(megabyte / 2)}`)).toBe('a');
});

/** The rule as it is told, one step after the other. */
function stepByStep(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/--+/g, '-')
    .replace(/^-+/, '')
    .replace(/-+$/, '');
}
