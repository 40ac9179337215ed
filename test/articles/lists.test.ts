import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';
import { walkParts } from '../rig/world/editors.ts';

const t = await needSite();
const days = ['2025-05-03', '2025-05-01', '2025-05-03', '2025-05-02', '2025-05-01'];
for (const [at, date] of days.entries()) {
  const article = { title: `Новость ${at + 1}`, slug: `n${at + 1}`, date, content: '<p>Тело</p>' };
  await t.editor('POST', '/api/admin/news', article);
}
const DRAFT = { title: 'ЁЛОЧНЫЙ 100%_черновик', slug: 'draft', date: '2025-06-01', status: 'draft' };
await t.editor('POST', '/api/admin/news', DRAFT);

const slugs = (answer: { json: () => { slug: string }[] }) => answer.json().map(({ slug }) => slug);

test('the list is newest first by date, then by creation', async () => {
  expect(slugs(await t.visitor('GET', '/api/news'))).toEqual(['n3', 'n1', 'n4', 'n5', 'n2']);
});

test('following Link walks the whole list once; a full last page has no next one', async () => {
  const all = await walkParts<{ slug: string }>(t.visitor, '/api/news?limit=2&fields=card&utm=x');
  expect(all.map(({ slug }) => slug)).toEqual(['n3', 'n1', 'n4', 'n5', 'n2']);
  expect((await t.visitor('GET', '/api/news?limit=5')).headers.link).toBeUndefined();
});

test('fields=card leaves out the bodies, in the panel too', async () => {
  const [card] = (await t.visitor('GET', '/api/news?fields=card&limit=1')).json();
  expect(card).toHaveProperty('excerpt', 'Тело');
  const [own] = (await t.editor('GET', '/api/admin/news?fields=card&limit=1')).json();
  expect(own).toMatchObject({ slug: 'draft', id: expect.any(Number), status: 'draft' });
  for (const one of [card, own]) expect(one).not.toHaveProperty('content');
});

test.each(
  'limit=0 limit=101 limit=abc limit=1.5 limit=-1 limit= after=zzz after= limit=1&limit=2 after=2025-05-01.99999999999'.split(
    ' ',
  ),
)('?%s is 400', async (query) => {
  const refused = await t.visitor('GET', `/api/news?${query}`);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toMatch(/[а-яё]/i);
});

test('unknown parameters are ignored', async () => {
  expect((await t.visitor('GET', '/api/news?utm_source=vk&page=zzz')).statusCode).toBe(200);
});

test('the panel filters by status and by a part of the title in any case', async () => {
  for (const query of ['status=draft', 'q=ёлочный', `q=${encodeURIComponent('100%_')}`, 'q=%25'])
    expect([query, slugs(await t.editor('GET', `/api/admin/news?${query}`))]).toEqual([query, ['draft']]);
  expect(slugs(await t.editor('GET', '/api/admin/news?status=published&q=новость&limit=2'))).toEqual(['n3', 'n1']);
  for (const query of ['status=nonsense', 'q=%00'])
    expect((await t.editor('GET', `/api/admin/news?${query}`)).statusCode).toBe(400);
});
