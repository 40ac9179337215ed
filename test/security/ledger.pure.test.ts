import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rowsIn } from '../rig/cases.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const PAGES = ['docs/security.md', 'docs/threat-model.md', 'SECURITY.md'];

const lines = read('docs/security.md').matchAll(/^\| (\d+\.[\d.*]+) \| .+ \| (.+) \| .+ \|$/gm);
const rows = Array.from(lines, ([, id = '', state = '']) => ({ id, state }));

test('every requirement up to level 2 has one line, and no line is about anything else', () => {
  const asked = rowsIn('security/asvs.txt').flatMap(([chapter, sections]) =>
    sections
      .split(' ')
      .flatMap((count, at) =>
        Array.from({ length: Number(count) }, (_, number) => `${chapter}.${at + 1}.${number + 1}`),
      ),
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
  expect(applying.filter(({ state }) => state === 'met').length / applying.length).toBeGreaterThanOrEqual(0.95);
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
