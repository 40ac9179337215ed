import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Announcement } from '../../model/announcements.ts';
import { createTestApp, type TestApp } from '../app.ts';

let t: TestApp;
let told: Announcement[] = [];
beforeAll(async () => {
  t = await createTestApp();
  const tell = t.store.announce;
  t.store.announce = (announcement, change) => {
    told.push(announcement);
    tell(announcement, change);
  };
});
beforeEach(() => {
  told = [];
});
afterAll(() => t.close());

const LATER = '2100-01-01T00:00:00.000Z';

async function make(body: object): Promise<string> {
  const made = await t.editor('POST', '/api/admin/news', { title: 'Черновик', ...body });
  expect(made.statusCode).toBe(201);
  return `/api/admin/news/${made.json().slug}`;
}

async function change(article: string, body: object): Promise<void> {
  expect((await t.editor('PUT', article, body)).statusCode).toBe(200);
}

async function bin(article: string): Promise<string> {
  const { statusCode, headers } = await t.editor('DELETE', article);
  expect(statusCode).toBe(204);
  return String(headers['x-bin-id']);
}

async function restore(id: string): Promise<void> {
  expect((await t.editor('POST', `/api/admin/bin/${id}/restore`)).statusCode).toBe(200);
}

test('whoever writes a draft, bins it and takes it out again tells no visitor of it', async () => {
  const draft = await make({ status: 'draft' });
  for (const title of ['Черновик, раз', 'Черновик, два']) await change(draft, { title });
  expect((await t.editor('POST', `${draft}/revisions/1/restore`)).statusCode).toBe(200);
  await restore(await bin(draft));
  await change(draft, { content: '<p>Ещё слово</p>' });
  expect(told).toEqual([]);
});

test.each([
  ['a draft is published', { status: 'draft' }, { status: 'published' }],
  ['a draft gets its hour', { status: 'draft' }, { status: 'scheduled', publishAt: LATER }],
  ['what waited for its hour is a draft again', { status: 'scheduled', publishAt: LATER }, { status: 'draft' }],
  ['what was public is a draft again', {}, { status: 'draft' }],
  ['a word of what is public changes', {}, { title: 'Другое слово' }],
])('everybody hears when %s', async (_, before, after) => {
  const article = await make(before);
  told = [];
  await change(article, after);
  expect(told).toMatchObject([{ topic: 'news' }]);
});

test.each([{}, { status: 'scheduled', publishAt: LATER }])(
  'everybody hears when %o goes to the bin',
  async (before) => {
    const article = await make(before);
    told = [];
    const id = await bin(article);
    expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
    told = [];
    await restore(id);
    expect(told).toMatchObject([{ topic: 'news' }]);
  },
);
