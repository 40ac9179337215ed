import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const TITLE = 'Йод и ёлка';
const FORMS = [TITLE.normalize('NFC'), TITLE.normalize('NFD')];
const found = async (q: string) =>
  (await t.editor('GET', `/api/admin/news?q=${encodeURIComponent(q)}`)).json<{ slug: string }[]>().length;

test.each(FORMS)('a title is found whatever the forms of Unicode are: %j', async (title) => {
  const { slug } = (await t.editor('POST', '/api/admin/news', { title })).json();
  expect((await t.editor('GET', `/api/admin/news/${slug}`)).json().title).toBe(TITLE.normalize('NFC'));
  for (const q of [...FORMS, 'йод', 'ЕЛКА', 'ёлка'.normalize('NFD')]) expect([q, await found(q)]).toEqual([q, 1]);
  expect(await found('иод')).toBe(0);
  await t.editor('DELETE', `/api/admin/news/${slug}`);
});
