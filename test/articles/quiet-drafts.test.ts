import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Announcement } from '../../db/announcements.ts';
import { collectAnnouncements } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
let told: Announcement[];
beforeAll(async () => {
  told = collectAnnouncements(t);
});
beforeEach(() => {
  told.length = 0;
});

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
  told.length = 0;
  await change(article, after);
  expect(told).toMatchObject([{ topic: 'news' }]);
});

test.each([{}, { status: 'scheduled', publishAt: LATER }])(
  'everybody hears when %o goes to the bin',
  async (before) => {
    const article = await make(before);
    told.length = 0;
    const id = await bin(article);
    expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
    told.length = 0;
    await restore(id);
    expect(told).toMatchObject([{ topic: 'news' }]);
  },
);

describe('a server whose clock is behind', () => {
  afterEach(() => vi.useRealTimers());

  /** An article that is public by the clock of other servers, and scheduled by this one's. */
  async function shownElsewhere(body: object = {}): Promise<string> {
    const article = await make({ title: 'Победила «Заря»', ...body });
    told.length = 0;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    return article;
  }
  const PUT = (body: object) => (article: string) => change(article, body);

  test.each([
    ['back to draft', PUT({ status: 'draft' })],
    ['a later moment', PUT({ status: 'scheduled', publishAt: LATER })],
    ['an expiry', PUT({ expiresAt: LATER })],
    ['another address', PUT({ slug: 'perenesena' })],
    ['another address, and public by this clock too', PUT({ status: 'published', slug: 'perenesena-2' })],
    ['the bin', bin],
  ])('announces %s of what readers may have seen as a withdrawal', async (_what, withdraw) => {
    await withdraw(await shownElsewhere());
    expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
  });

  test('announces an article that leaves its group, and a group that is deleted, as a withdrawal', async () => {
    const { id } = (await t.editor('POST', '/api/admin/groups', { name: 'Победитель' })).json();
    const article = await shownElsewhere({ group: id });
    await change(article, { group: null });
    expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
    await change(article, { group: id });
    told.length = 0;
    expect((await t.editor('DELETE', `/api/admin/groups/${id}`)).statusCode).toBe(204);
    expect(told).toMatchObject([{ topic: 'news', isWithdrawal: true }]);
  });

  test('announces a correction, an old text put back and an earlier moment as no withdrawal', async () => {
    const article = await shownElsewhere();
    await change(article, { title: 'Победила «Заря»: подробности' });
    expect((await t.editor('POST', `${article}/revisions/1/restore`)).statusCode).toBe(200);
    await change(article, { publishAt: '2020-01-01T00:00:00Z' });
    expect(told.map((one) => [one.topic, 'isWithdrawal' in one])).toEqual(Array(3).fill(['news', false]));
  });
});
