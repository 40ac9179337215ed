import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

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
