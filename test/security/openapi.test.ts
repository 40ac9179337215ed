import { expect, test } from 'vitest';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const t = await needSite();

const { openapi: version, paths, components } = (await t.visitor('GET', '/api/openapi.json')).json();
const operations = Object.values<Record<string, Operation>>(paths).flatMap((each) => Object.values(each));

test('OpenAPI describes the routes from their schemas, an upload as one file in a form, and If-Match where a changed resource is refused', () => {
  expect(version).toMatch(/^3\.1/);
  const named = ['/api/news', '/api/news/{slug}', '/api/auth/login', '/api/admin/news/{slug}', '/api/site-content'];
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(named));
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
  const { requestBody } = paths['/api/admin/news'].post;
  expect(requestBody.content['application/json'].schema.properties).toHaveProperty('coverImageUrl');
  const { 200: found } = paths['/api/news/{slug}'].get.responses;
  expect(found.content['application/json'].schema.properties).toHaveProperty('publishAt');
  expect(Object.keys(paths['/api/upload'].post.requestBody.content)).toEqual(['multipart/form-data']);
  const { 200: planned } = paths['/api/admin/editions/table'].post.responses;
  expect(planned.content['application/json'].schema.required, 'a dry run answers no undo').not.toContain('undo');
  const headersOf = (path: string, method: string) =>
    (paths[path][method] as Operation).parameters?.filter((one) => one.in === 'header') ?? [];
  expect(headersOf('/api/admin/news/{slug}', 'put')).toEqual([expect.objectContaining({ name: 'If-Match' })]);
  expect(headersOf('/api/admin/news/{slug}', 'put')[0]?.required ?? false).toBe(false);
  expect(headersOf('/api/admin/news', 'post')).toEqual([]);
});

test('OpenAPI says of every route how it refuses, and the schema says what a refusal is', async () => {
  expect(operations.length).toBeGreaterThan(50);
  const $ref = '#/components/schemas/Refusal';
  for (const { responses } of operations)
    for (const status of ['4XX', '5XX'])
      expect(responses[status]?.content).toEqual({ 'application/json': { schema: { $ref } } });
  const { properties, required } = components.schemas.Refusal;
  const refused = [
    await t.visitor('POST', '/api/admin/news', { title: 'Чужая' }),
    await t.visitor('GET', '/api/auth/verify'),
    await t.visitor('GET', '/api/news/no-such'),
  ].map((answer) => answer.json());
  for (const refusal of refused) expect(Object.keys(refusal)).toEqual(expect.arrayContaining(required));
  const wrong = (await t.editor('POST', '/api/admin/news', { title: '' })).json();
  expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(properties).toSorted());
});

/** What would end a text, an attribute or a section of any of the languages in which it is answered. */
const SHARP = `<b>"Рампа"</b> & 'сцена' ]]> --> </script>`;
await t.editor('POST', '/api/admin/news', { title: SHARP, slug: 'sharp', content: '<p>Текст</p>' });
await t.editor('PUT', '/api/site-content', { site_name: SHARP });

test.each(rowsIn<[string, string, string]>('security/types.txt'))(
  '%s says what it is, in which letters, and opens itself to no other site',
  async (address, status, type) => {
    const answer = await t.visitor('GET', address, undefined, { origin: 'https://other.example' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([Number(status), type]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  },
);

const ADDRESSES = ['/api/admin/news', '/api/%61dmin/news', '/api/auth/verify', '/api/%61uth/verify'];
test.each(ADDRESSES)('%s is for the one who asks, and stored nowhere', async (address) => {
  const { statusCode, headers } = await t.editor('GET', address);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
});

const XML = ['/feed.xml', '/feed.atom', '/feed-dzen.xml', '/sitemap.xml', '/sitemap-news.xml'];
test.each(XML)('%s is whole, whatever a title is made of', async (address) => {
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
