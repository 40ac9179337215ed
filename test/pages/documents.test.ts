import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ASSETS_DIR } from '../../ops/build/pages.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

async function filesOf(path: string): Promise<Set<string>> {
  const { payload } = await t.visitor('GET', path);
  return new Set(Array.from(payload.matchAll(/"(\/assets\/[^"]+\.(?:css|js))"/g), ([, file = '']) => file));
}

test('a page of the site and one of the panel share no styles but those of every document', async () => {
  const [site, panel] = await Promise.all([filesOf('/'), filesOf('/admin/login')]);
  const names = Array.from(site.intersection(panel), (file) =>
    file.replace(/^\/assets\/(.+)-[\w-]{8}\.(\w+)$/, '$1.$2'),
  );
  expect(names.filter((name) => name.endsWith('.css'))).toEqual(['root.css']);
  expect(names).not.toContain('site.js');
});

test('an unknown address of the panel is a page of the panel', async () => {
  const { statusCode, payload } = await t.visitor('GET', '/admin/nothing');
  expect([statusCode, payload]).toEqual([404, expect.stringContaining('<title>Нет такой страницы')]);
  expect([...(await filesOf('/admin/nothing'))].join(' ')).not.toMatch(/\/site-/);
});

test('the one sheet of the site has the styles of every document, but for those of its last resort', () => {
  const sheet = (name: string) => {
    const file = readdirSync(ASSETS_DIR).find((each) => new RegExp(`^${name}-[\\w-]{8}\\.css$`).test(each)) ?? '';
    return readFileSync(path.join(ASSETS_DIR, file), 'utf8');
  };
  const site = sheet('site');
  const missing = sheet('root')
    .split('}')
    .filter((rule) => rule.trim() !== '' && !site.includes(`${rule}}`));
  // What shows when not even the layout of a page can be made: one block of a heading, a paragraph and two links.
  const selectors = missing.map((rule) => rule.split('{')[0] ?? '');
  expect(new Set(selectors.map((selector) => selector.split('_')[1])).size).toBe(1);
  expect(selectors).toHaveLength(5);
});
