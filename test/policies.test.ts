import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ PUBLIC_URL: 'https://festival.example' });
  await t.editor('POST', '/api/admin/news', { title: 'Финал', slug: 'final', content: '<p>Текст</p>' });
});
afterAll(() => t.close());

/** Everything that may be a document: pages, the panel, the player, errors, data, files. */
const ADDRESSES = [
  '/',
  '/news',
  '/news/final',
  '/news/none',
  '/watch',
  '/vote',
  '/about',
  '/unknown',
  '/admin',
  '/admin/login',
  '/admin/news/new',
  '/player',
  '/preview/none',
  '/api/news',
  '/api/none',
  '/feed.xml',
  '/sitemap.xml',
  '/favicon.ico',
  '/uploads/none.png',
  '/assets/none.js',
];

test.each(ADDRESSES)('the policy of %s has no way around it', async (address) => {
  const answer = await t.visitor('GET', address, undefined, { host: 'festival.example' });
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/frame-ancestors '(none|self)'/);
  expect(findings(policy)).toEqual([]);
});

test('pictures come by TLS alone where the site does, and by either way where it does not', async () => {
  const plain = await createTestApp();
  const policyOf = async (app: TestApp) =>
    String((await app.visitor('GET', '/news')).headers['content-security-policy']);
  expect(await policyOf(t)).toContain("img-src 'self' https: data:;");
  expect(await policyOf(plain)).toContain("img-src 'self' http: https: data:;");
  await plain.close();
});

test('the one who looks sees a weak policy', () => {
  expect(findings("script-src 'self' 'unsafe-inline' https:; object-src *")).not.toEqual([]);
});

/** What Google's evaluator calls certain, and graver than a remark. */
function findings(policy: string): string[] {
  const found = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return found
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value}: ${description}`);
}
