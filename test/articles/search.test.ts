import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

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
