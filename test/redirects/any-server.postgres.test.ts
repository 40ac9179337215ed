import { afterAll, expect, test } from 'vitest';
import { createSite, type Site } from '../rig/site.ts';

const ADMIN = '/api/admin/redirects';

const site = await createSite();
afterAll(site.close);
const { a, b } = site;

const visit = async (server: Site['a'], path: string) => {
  const { statusCode, headers } = await server.visitor('GET', path);
  return headers.location === undefined ? statusCode : [statusCode, headers.location];
};

test('a redirect made on one server is answered by the other, until it is deleted there', async () => {
  expect([await visit(a, '/program.html'), await visit(b, '/program.html')]).toEqual([404, 404]);
  const { id } = (await a.editor('POST', ADMIN, { source: '/program.html', target: '/about' })).json();
  await expect.poll(() => visit(b, '/program.html')).toEqual([301, '/about']);
  await b.editor('PUT', `${ADMIN}/${id}`, { source: '/program.html', target: '/vote' });
  await expect.poll(() => visit(a, '/program.html')).toEqual([301, '/vote']);
  await b.editor('DELETE', `${ADMIN}/${id}`);
  await expect.poll(() => visit(a, '/program.html')).toBe(404);
});

test('two halves of a circle made at the same time on two servers: one is refused', async () => {
  const answers = await Promise.all([
    a.editor('POST', ADMIN, { source: '/here', target: '/there' }),
    b.editor('POST', ADMIN, { source: '/there', target: '/here' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
});

test('a list of a thousand lines is stored as a whole and followed by the other server', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `/old-${at};/news?page=${at}`);
  const stored = await a.editor('POST', `${ADMIN}/import`, { csv: [...lines, '/old;about'].join('\n') });
  expect(stored.json()).toHaveLength(1001);
  await expect.poll(() => visit(b, '/old-999')).toEqual([301, '/news?page=999']);
  expect(await visit(b, '/old')).toBe(404);
});
