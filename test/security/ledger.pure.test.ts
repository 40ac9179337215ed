import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Of each section of ASVS 5.0 so many requirements, the first ones, are of level 1 or 2. */
const SECTIONS: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const PAGES = ['docs/security.md', 'docs/threat-model.md', 'SECURITY.md'];

const rows = Array.from(
  read('docs/security.md').matchAll(/^\| (\d+\.[\d.*]+) \| (.+) \| (.+) \| (.+) \|$/gm),
  (row) => {
    const [, id = '', what = '', state = '', where = ''] = row;
    return { id, what, state, where };
  },
);

test('every requirement up to level 2 has one line, and no line is about anything else', () => {
  const asked = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, at) => Array.from({ length: count }, (_, number) => `${chapter}.${at + 1}.${number + 1}`)),
  );
  expect(asked).toHaveLength(253);
  const told = rows.flatMap(({ id }) =>
    id.endsWith('*') ? asked.filter((one) => one.startsWith(id.slice(0, -1))) : [id],
  );
  expect(told.toSorted()).toEqual(asked.toSorted());
});

test('each is met, does not apply or is accepted with a reason, and 95 % of those that apply are met', () => {
  expect(rows.filter(({ state }) => !['met', 'n/a', 'accepted'].includes(state))).toEqual([]);
  const applying = rows.filter(({ state }) => state !== 'n/a');
  const met = applying.filter(({ state }) => state === 'met');
  expect(met.length / applying.length).toBeGreaterThanOrEqual(0.95);
});

test.each(PAGES)('every file that %s names is there', (page) => {
  const text = read(page);
  const named = Array.from(
    text.matchAll(/`([\w./-]*(?:\/|\.(?:md|ts|json|yaml|conf))[\w./\p{L}-]*)`/gu),
    ([, file = '']) => file,
  );
  const files = named.filter((file) => !file.startsWith('/') && !file.includes('example') && file !== '/');
  const linked = Array.from(text.matchAll(/\]\((?!http)([^)#]+)\)/g), ([, file = '']) =>
    path.join(path.dirname(page), file),
  );
  expect([...files, ...linked].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(files.length + linked.length).toBeGreaterThan(0);
});
