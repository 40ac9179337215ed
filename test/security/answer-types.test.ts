import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

/** What would end a text, an attribute or a section of any of the languages in which it is answered. */
const SHARP = `<b>"Рампа"</b> & 'сцена' ]]> --> </script>`;

const t = await needSite();
await t.editor('POST', '/api/admin/news', { title: SHARP, slug: 'sharp', content: '<p>Текст</p>' });
await t.editor('PUT', '/api/site-content', { site_name: SHARP });

test.each([
  ['/', 200, 'text/html; charset=utf-8'],
  ['/news/none', 404, 'text/html; charset=utf-8'],
  ['/admin', 200, 'text/html; charset=utf-8'],
  ['/feed.xml', 200, 'application/rss+xml; charset=utf-8'],
  ['/sitemap.xml', 200, 'application/xml; charset=utf-8'],
  ['/robots.txt', 200, 'text/plain; charset=utf-8'],
  ['/api/news', 200, 'application/json; charset=utf-8'],
  ['/api/none', 404, 'application/json; charset=utf-8'],
  ['/api/openapi.json', 200, 'application/json; charset=utf-8'],
])('%s says what it is, in which letters, and opens itself to no other site', async (address, status, type) => {
  const answer = await t.visitor('GET', address, undefined, { origin: 'https://other.example' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, type]);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test.each(['/api/admin/news', '/api/%61dmin/news', '/api/auth/verify', '/api/%61uth/verify'])(
  '%s is for the one who asks, and stored nowhere',
  async (address) => {
    const { statusCode, headers } = await t.editor('GET', address);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
  },
);

test.each(['/feed.xml', '/sitemap.xml'])('%s is whole, whatever a title is made of', async (address) => {
  const { payload } = await t.visitor('GET', address);
  expect(payload).toMatch(/^<\?xml /);
  expect(wrongIn(payload)).toEqual([]);
});

test('a browser is told nothing about its own request by TRACE, nor let in by a preflight', async () => {
  for (const method of ['TRACE', 'OPTIONS'] as const)
    for (const address of ['/', '/api/admin/news', '/api/upload']) {
      const answer = await t.app.inject({
        method: method as 'OPTIONS',
        url: address,
        headers: { cookie: 'kanareika=1', origin: 'https://other.example', 'access-control-request-method': 'PUT' },
      });
      expect([method, address, answer.statusCode]).toEqual([method, address, expect.toSatisfy((code) => code >= 400)]);
      expect(answer.payload).not.toContain('kanareika');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
});

/** Signs that stand for themselves where only markup may, and elements that do not close in their order. */
function wrongIn(xml: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const rest = xml.replaceAll(
    /<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(\/?)([\w:-]+)([^<>]*?)(\/?)>/gs,
    (_all, end, name, _attributes, single) => {
      if (name === undefined || single) return '';
      if (!end) open.push(name);
      else if (open.pop() !== name) wrong.push(`</${name}>`);
      return '';
    },
  );
  return [...wrong, ...open, ...(rest.match(/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi) ?? [])];
}
