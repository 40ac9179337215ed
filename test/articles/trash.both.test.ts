import { expect, test } from 'vitest';
import { cleanUp } from '../../ops/cleanup.ts';
import { needTeam, openConnections, sortedStatuses } from '../rig/world/editors.ts';

const { t, vera } = await needTeam();

const NEWS = '/api/admin/news';
const BIN = '/api/admin/bin';
const DAY = 24 * 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const inBin = async (id: number) => (await t.editor('GET', BIN)).json().find((row: { id: number }) => row.id === id);

async function trashed(fields: { title: string; slug?: string; [field: string]: unknown }): Promise<number> {
  const { slug } = (await t.editor('POST', NEWS, fields)).json();
  return Number((await t.editor('DELETE', `${NEWS}/${slug}`)).headers['x-bin-id']);
}

async function expectGone(id: number | string): Promise<void> {
  expect((await t.editor('POST', `${BIN}/${id}/restore`)).statusCode).toBe(404);
  expect((await t.editor('DELETE', `${BIN}/${id}`)).statusCode).toBe(404);
}

test('a deleted article lies in the trash under its id with who and until when, where only its present version is restored or erased', async () => {
  const { id } = (await t.editor('POST', NEWS, { title: 'Удалим', slug: 'to-bin' })).json();
  const deleted = await vera('DELETE', `${NEWS}/to-bin`);
  expect([deleted.statusCode, deleted.headers['x-bin-id']]).toEqual([204, String(id)]);
  const { deletedAt, goneAt, ...row } = await inBin(id);
  expect(row).toEqual({ id, slug: 'to-bin', title: 'Удалим', deletedBy: 'vera', version: 2 });
  expect(Date.parse(goneAt) - Date.parse(deletedAt)).toBe(30 * DAY);
  expect((await t.visitor('GET', '/api/news/to-bin')).statusCode).toBe(404);
  expect((await t.editor('GET', `${NEWS}/to-bin/revisions`)).statusCode).toBe(404);
  const restore = (version: number) =>
    t.editor('POST', `${BIN}/${id}/restore`, undefined, { 'if-match': `"${version}"` });
  expect((await restore(1)).statusCode).toBe(412);
  expect((await t.editor('DELETE', `${BIN}/${id}`, undefined, { 'if-match': '"1"' })).statusCode).toBe(412);
  expect((await restore(row.version)).statusCode).toBe(200);
});

test.each([
  ['draft', { status: 'draft' }, 404],
  ['scheduled', { status: 'scheduled', publishAt: '2999-01-01T00:00:00.000Z' }, 404],
  ['published', { publishAt: '2025-01-01T00:00:00.000Z' }, 200],
])('a deleted article comes back as it was: %s', async (status, fields, seen) => {
  const slug = `back-${status}`;
  const id = await trashed({ title: 'Туда и обратно', slug, ...fields });
  const restored = await vera('POST', `${BIN}/${id}/restore`);
  expect([restored.statusCode, restored.headers.etag]).toEqual([200, '"3"']);
  expect(restored.json()).toMatchObject({ id, slug, title: 'Туда и обратно', updatedBy: 'vera', ...fields, status });
  expect((await t.visitor('GET', `/api/news/${slug}`)).statusCode).toBe(seen);
  expect(await inBin(id)).toBeUndefined();
  const [line, first] = (await t.editor('GET', `${NEWS}/${slug}/revisions`)).json();
  expect([line.version, line.savedBy, first.version, first.savedBy]).toEqual([3, 'vera', 1, 'admin']);
});

test('a deleted article whose time has passed meanwhile comes back unseen', async () => {
  const [publishAt, expiresAt] = ['2025-01-01T00:00:00.000Z', ago(1)];
  const id = await trashed({ title: 'Истекла', slug: 'ran-out', publishAt });
  await t.store.db.updateTable('articles').set({ expires_at: expiresAt }).where('id', '=', id).execute();
  expect((await t.editor('POST', `${BIN}/${id}/restore`)).json()).toMatchObject({ status: 'published', expiresAt });
  expect((await t.visitor('GET', '/api/news/ran-out')).statusCode).toBe(404);
});

test('a deleted article takes its former addresses up again', async () => {
  await t.editor('POST', NEWS, { title: 'Переезд', slug: 'first-home' });
  await t.editor('PUT', `${NEWS}/first-home`, { slug: 'second-home' });
  const id = (await t.editor('DELETE', `${NEWS}/second-home`)).headers['x-bin-id'];
  expect((await t.visitor('GET', '/api/news/first-home')).statusCode).toBe(404);
  await t.editor('POST', `${BIN}/${id}/restore`);
  expect((await t.visitor('GET', '/api/news/first-home')).headers.location).toBe('/api/news/second-home');
});

test('a deleted article whose slug was taken gets the next free one; one that only passed by is taken back', async () => {
  const ids = [await trashed({ title: 'Раз', slug: 'wanted' }), await trashed({ title: 'Два', slug: 'wanted' })];
  await t.editor('POST', NEWS, { title: 'Три', slug: 'wanted' });
  const slugs = [];
  for (const id of ids) slugs.push((await t.editor('POST', `${BIN}/${id}/restore`)).json().slug);
  expect(slugs).toEqual(['wanted-2', 'wanted-3']);

  const id = await trashed({ title: 'Раз', slug: 'passed-by' });
  await t.editor('POST', NEWS, { title: 'Два', slug: 'passed-by' });
  await t.editor('PUT', `${NEWS}/passed-by`, { slug: 'moved-on' });
  expect((await t.editor('POST', `${BIN}/${id}/restore`)).json().slug).toBe('passed-by');
  expect((await t.visitor('GET', '/api/news/passed-by')).json().title).toBe('Раз');
  await t.editor('DELETE', `${NEWS}/passed-by`);
  expect((await t.visitor('GET', '/api/news/passed-by')).statusCode).toBe(404);
});

test('after 30 days, or at once an article is gone, to the millisecond when somebody looks', async () => {
  const id = await trashed({ title: 'Почти', slug: 'almost' });
  await setDeleted(id, ago(30 * DAY - 60_000));
  expect(await inBin(id)).toMatchObject({ id });
  await setDeleted(id, ago(30 * DAY));
  expect(await inBin(id)).toBeUndefined();
  await expectGone(id);
});

const WAYS = ['the hourly cleaning', 'erasing'];
test.each(WAYS)('after 30 days, or at once %s takes it with all that was kept of it, and nothing else', async (how) => {
  const slug = how.replaceAll(' ', '-');
  const id = await fullArticle(slug);
  const kept = await fullArticle(`not-${slug}`);
  for (const each of [slug, `not-${slug}`]) await t.editor('DELETE', `${NEWS}/${each}`);
  if (how === 'erasing') expect((await t.editor('DELETE', `${BIN}/${id}`)).statusCode).toBe(204);
  else {
    await setDeleted(id, ago(30 * DAY));
    await cleanUp(t.store.db);
  }
  expect(await rowsOf(id)).toEqual([0, 0, 0, 0, 0]);
  expect(await rowsOf(kept)).toEqual([1, 2, 1, 1, 1]);
  await expectGone(id);
});

const ELSEWHERE = ['living', '0', '-1', 'abc', '99999999999'];
test.each(ELSEWHERE)('after 30 days, or at once %s is no article in the trash: 404', async (which) => {
  const living = (await t.editor('POST', NEWS, { title: 'Живая' })).json();
  await expectGone(which === 'living' ? living.id : which);
  expect((await t.editor('GET', `${NEWS}/${living.slug}`)).json().version).toBe(1);
});

test('at the same moment two delete one article, then two restore it: either happens once', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = (await t.editor('POST', NEWS, { title: 'Вдвоём', slug: `twice-${round}` })).json();
    await openConnections(t);
    const deletions = await Promise.all([t.editor, vera].map((call) => call('DELETE', `${NEWS}/twice-${round}`)));
    expect([sortedStatuses(deletions), (await inBin(id)).version]).toEqual([[204, 404], 2]);
    const answers = await Promise.all([t.editor, vera].map((call) => call('POST', `${BIN}/${id}/restore`)));
    expect(sortedStatuses(answers)).toEqual([200, 404]);
    expect((await t.editor('GET', `${NEWS}/twice-${round}/revisions`)).json()).toHaveLength(2);
  }
});

test('at the same moment one restores what another erases: it is either back or gone', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await trashed({ title: 'Спор', slug: `dispute-${round}` });
    await openConnections(t);
    const [back, gone] = await Promise.all([t.editor('POST', `${BIN}/${id}/restore`), vera('DELETE', `${BIN}/${id}`)]);
    expect(['200 404', '404 204']).toContain(`${back?.statusCode} ${gone?.statusCode}`);
    expect((await t.editor('GET', `${NEWS}/dispute-${round}`)).statusCode).toBe(back?.statusCode);
  }
});

test('at the same moment articles of one slug come back while others take it: each gets its own', async () => {
  const ids = [];
  for (let n = 0; n < 4; n++) ids.push(await trashed({ title: 'Одно имя', slug: 'same-name' }));
  await openConnections(t);
  const answers = await Promise.all([
    ...ids.map((id) => t.editor('POST', `${BIN}/${id}/restore`)),
    ...[1, 2, 3].map(() => vera('POST', NEWS, { title: 'Same name' })),
  ]);
  expect(sortedStatuses(answers)).toEqual([200, 200, 200, 200, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().slug)).size).toBe(7);
});

async function fullArticle(slug: string): Promise<number> {
  const { id } = (await t.editor('POST', NEWS, { title: 'Полная', slug: `${slug}-before` })).json();
  await t.editor('PUT', `${NEWS}/${slug}-before`, { slug });
  await t.editor('POST', `${NEWS}/${slug}/preview`);
  await t.editor('PUT', `${NEWS}/${slug}/presence`, { tab: 'one' });
  return id;
}

async function rowsOf(id: number): Promise<number[]> {
  const { db } = t.store;
  const tables = ['revisions', 'former_slugs', 'previews', 'presence'] as const;
  const kept = await Promise.all([
    db.selectFrom('articles').selectAll().where('id', '=', id).execute(),
    ...tables.map((table) => db.selectFrom(table).selectAll().where('article_id', '=', id).execute()),
  ]);
  return kept.map((rows) => rows.length);
}

const setDeleted = (id: number, deleted_at: string) =>
  t.store.db.updateTable('articles').set({ deleted_at }).where('id', '=', id).execute();
