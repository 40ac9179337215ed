import { createHash } from 'node:crypto';
import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect, test } from 'vitest';
import type { TestApp } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });
await t.editor('POST', '/api/admin/news', { title: 'Финал', slug: 'final', content: '<p>Текст</p>', tags: ['Жюри'] });
await t.editor('POST', '/api/admin/pages', { title: 'Контакты', slug: 'contacts' });
/** Without an address of its own. */
const plain = await needSite();
await plain.editor('POST', '/api/admin/news', { title: 'Финал' });

/** Everything that may be a document: pages, the panel, the player, errors, data, files. */
const ADDRESSES = [
  ...'/ /news /news/final /news/none /news/tag/zhyuri /news/tag/zhyuri/feed.xml /contacts /watch'.split(' '),
  ...'/vote /about /unknown /admin /admin/login /admin/news/new /player /preview/none /api/news'.split(' '),
  ...'/api/none /feed.xml /sitemap.xml /favicon.ico /uploads/none.png /og/none-0123456789ab.jpg'.split(' '),
  ...'/assets/none.js'.split(' '),
];

test.each(ADDRESSES)('the policy of %s has no way around it', async (address) => {
  const answer = await t.visitor('GET', address, undefined, { host: 'festival.example' });
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  // It has no fallback to default-src.
  if (String(answer.headers['content-type']).startsWith('text/html')) expect(policy).toContain("base-uri 'none'");
  expect(policy).toMatch(/frame-ancestors '(none|self)'/);
  expect(findings(policy)).toEqual([]);
});

test('pictures come by TLS alone where the site does, and by either way where it does not', async () => {
  const policyOf = async (app: TestApp) =>
    String((await app.visitor('GET', '/news')).headers['content-security-policy']);
  expect(await policyOf(t)).toContain("img-src 'self' https: data:;");
  expect(await policyOf(plain)).toContain("img-src 'self' http: https: data:;");
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

test('every script of a page is in its policy, by whatever name a site without an address of its own is visited', async () => {
  for (const address of ['/', '/news', '/news/final', '/watch', '/nope']) {
    for (const host of ['festival.example', 'other.example:8080']) {
      const { payload, headers } = await plain.visitor('GET', address, undefined, { host });
      const policy = String(headers['content-security-policy']);
      const scripts = [...payload.matchAll(/<script(?![^>]* src=|[^>]*ld.json)[^>]*>(.*?)<\/script>/gs)];
      const unlisted = scripts.filter(([, text = '']) => !policy.includes(hashOf(text)));
      expect([address, host, scripts.length >= 3, unlisted]).toEqual([address, host, true, []]);
    }
  }
});

test('a script or style that stands in stored text is in no policy, and our own are', async () => {
  const evil = '<script>document.title = "чужой"</script><script type="text/plain" data-hydration>alert(2)</script>';
  const style = '<style>h1 { display: none }</style>';
  const content = `<p>Текст</p>${evil}${style}<script nonce>alert(3)</script><svg><style>p{}</style></svg>`;
  await t.store.db.updateTable('articles').set({ content, lead: evil }).where('slug', '=', 'final').execute();
  await t.editor('PUT', '/api/admin/news/final', { title: `Заголовок ${evil}${style}` });
  await t.editor('PUT', '/api/site-content', { site_name: evil, footer_copyright: style, accent_color: '#9b1c3f' });
  for (const address of ['/news/final', '/', '/news', '/admin/login', '/player', '/nope']) {
    const answer = await t.visitor('GET', address, undefined, { host: 'festival.example' });
    const policy = String(answer.headers['content-security-policy']);
    const inline = [...answer.payload.matchAll(/<(script|style)(?![^>]* src=|[^>]*ld.json)([^>]*)>(.*?)<\/\1>/gs)];
    const [own, strange] = [inline.filter((one) => !isStrange(one)), inline.filter(isStrange)];
    // Mantine needs inline styles.
    const isListed = ([, name, , text = '']: RegExpMatchArray) =>
      (name === 'style' && policy.includes("'unsafe-inline'")) || policy.includes(hashOf(text));
    expect([address, own.length >= 3, own.filter((one) => !isListed(one)).length]).toEqual([address, true, 0]);
    expect([address, strange.filter(isListed)]).toEqual([address, []]);
    expect(strange).toHaveLength(address === '/news/final' ? 5 : 0);
    expect(answer.payload).not.toMatch(/nonce="/);
  }
});

/** Markup that the application itself never writes. */
function isStrange([, , , text = '']: RegExpMatchArray): boolean {
  return /^(document\.title = "чужой"|alert\(\d\)|h1 { display: none }|p{})$/.test(text);
}

test('the one who looks sees a weak policy', () =>
  expect(findings("script-src 'self' 'unsafe-inline' https:; object-src *")).not.toEqual([]));

/** Certain findings of Google's CSP Evaluator above the severity of a remark. */
function findings(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value}: ${description}`);
}
