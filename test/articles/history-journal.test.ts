import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../rig/app.ts';
import { signInAnother } from '../rig/world/editors.ts';

let t: TestApp;
let vera: TestApp['editor'];
beforeEach(async () => {
  t = await createTestApp();
  vera = await signInAnother(t, 'vera');
});
afterEach(() => t.close());

const NEWS = '/api/admin/news';
const LATER = '2999-01-01T00:00:00.000Z';

/** What the journal says of articles and groups, oldest first. */
async function journal(): Promise<string[]> {
  const entries = (await t.editor('GET', '/api/admin/journal?limit=100')).json() as Record<string, string>[];
  return entries
    .filter(({ action }) => /^(article|group)\./.test(action ?? ''))
    .map(({ who, action, subject, title }) => `${who} ${action} ${subject} ${title}`)
    .reverse();
}

test('the journal tells who did what to an article, by what it meant for readers', async () => {
  await t.editor('POST', NEWS, { title: 'Новость', slug: 'one', status: 'draft' });
  await vera('PUT', `${NEWS}/one`, { content: '<p>Текст</p>' });
  await vera('PUT', `${NEWS}/one`, { status: 'scheduled', publishAt: LATER });
  await vera('PUT', `${NEWS}/one`, { publishAt: '2998-01-01T00:00:00.000Z' });
  await t.editor('PUT', `${NEWS}/one`, { status: 'published', title: 'Вышла' });
  await t.editor('PUT', `${NEWS}/one`, { status: 'published', content: '' });
  await vera('PUT', `${NEWS}/one`, { status: 'draft', slug: 'two' });
  await vera('POST', `${NEWS}/two/revisions/1/restore`);
  await vera('POST', `${NEWS}/two/preview`);
  const id = (await t.editor('DELETE', `${NEWS}/one`)).headers['x-bin-id'];
  await vera('POST', `/api/admin/bin/${id}/restore`);
  await t.editor('DELETE', `${NEWS}/two`);
  await vera('DELETE', `/api/admin/bin/${id}`);
  expect(await journal()).toEqual([
    'admin article.create one Новость',
    'vera article.update one Новость',
    'vera article.schedule one Новость',
    'vera article.schedule one Новость',
    'admin article.publish one Вышла',
    'admin article.update one Вышла',
    'vera article.unpublish two Вышла',
    'vera article.update two Новость',
    'vera article.preview two Новость',
    'admin article.delete two Новость',
    'vera article.restore two Новость',
    'admin article.delete two Новость',
    'vera article.erase two Новость',
  ]);
});

test('an article that is public from the start was made and published', async () => {
  await t.editor('POST', NEWS, { title: 'Сразу', slug: 'at-once' });
  await vera('POST', NEWS, { title: 'Потом', slug: 'later', status: 'scheduled', publishAt: LATER });
  expect(await journal()).toEqual([
    'admin article.create at-once Сразу',
    'admin article.publish at-once Сразу',
    'vera article.create later Потом',
    'vera article.schedule later Потом',
  ]);
});

test('groups are in the journal too; what was refused is not', async () => {
  const { id } = (await t.editor('POST', '/api/admin/groups', { name: 'Финал' })).json();
  await vera('PUT', `/api/admin/groups/${id}`, { name: 'Гран-при' });
  const stale = { 'if-match': '"9"' };
  await vera('PUT', `/api/admin/groups/${id}`, { name: 'Нет' }, stale);
  await vera('DELETE', `/api/admin/groups/${id}`, undefined, stale);
  await t.editor('DELETE', `/api/admin/groups/${id}`);
  await t.editor('POST', NEWS, { title: 'Нет', group: id });
  await t.editor('DELETE', `${NEWS}/no-such`);
  expect(await journal()).toEqual([
    `admin group.create ${id} Финал`,
    `vera group.update ${id} Гран-при`,
    `admin group.delete ${id} Гран-при`,
  ]);
});
