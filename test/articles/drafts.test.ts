import { expect, test } from 'vitest';
import { needTeam, openConnections } from '../rig/world/editors.ts';

const { t, vera } = await needTeam();

const NEWS = '/api/admin/news';
const LATER = '2999-01-01T00:00:00.000Z';
const draft = (slug: string, fields: object = {}) =>
  t.editor('POST', NEWS, { title: slug, slug, status: 'draft', content: '<p>0</p>', ...fields });
const autosave = (slug: string, content: string, by = t.editor) =>
  by('PUT', `${NEWS}/${slug}`, { content: `<p>${content}</p>`, autosave: true });
const history = async (slug: string) => {
  const lines = (await t.editor('GET', `${NEWS}/${slug}/revisions`)).json();
  return lines.map(({ version, savedBy, autosaved }: Record<string, unknown>) => `${version} ${savedBy} ${autosaved}`);
};
/** Moves the start of the run of autosaves back by minutes. */
async function age(slug: string, minutes: number): Promise<void> {
  const autosaved_from = new Date(Date.now() - minutes * 60_000).toISOString();
  const { id } = (await t.editor('GET', `${NEWS}/${slug}`)).json();
  const runs = t.store.db.updateTable('revisions').where('article_id', '=', id).where('autosaved_from', 'is not', null);
  await runs.set({ autosaved_from }).execute();
}

const present = (slug: string) => `${NEWS}/${slug}/presence`;
const article = async (slug: string): Promise<number> =>
  (await t.editor('POST', NEWS, { title: 'Открыта', slug })).json().id;

/** As if everybody in the article had been silent for so long, in ms. */
async function setSeen(id: number, silent: number): Promise<void> {
  const seen_at = new Date(Date.now() - silent).toISOString();
  await t.store.db.updateTable('presence').set({ seen_at, opened_at: seen_at }).where('article_id', '=', id).execute();
}

test('an autosave is a save with a version of its own, and its run makes one revision and one line of the audit log in ten minutes; it replaces neither another person’s nor what somebody saved', async () => {
  await draft('run');
  for (const text of ['1', '2', '3']) await autosave('run', text);
  expect((await t.editor('GET', `${NEWS}/run`)).json()).toMatchObject({ version: 4, content: '<p>3</p>' });
  expect(await history('run')).toEqual(['4 admin true', '1 admin false']);
  const entries = (await t.editor('GET', '/api/admin/journal?limit=100')).json() as Record<string, string>[];
  const logged = entries.filter(({ subject }) => subject === 'run').map(({ action }) => action);
  expect(logged).toEqual(['article.update', 'article.create']);
  await age('run', 11);
  await autosave('run', '4');
  await autosave('run', '5');
  expect(await history('run')).toEqual(['6 admin true', '4 admin true', '1 admin false']);
  expect((await t.editor('GET', `${NEWS}/run/revisions/4`)).json().content).toBe('<p>3</p>');

  await autosave('run', '6', vera);
  await vera('PUT', `${NEWS}/run`, { title: 'Сохранено' });
  await autosave('run', '7', vera);
  const saves = ['9 vera true', '8 vera false', '7 vera true', '6 admin true', '4 admin true', '1 admin false'];
  expect(await history('run')).toEqual(saves);
});

test('an autosave touches nothing but drafts, and none that was saved meanwhile: 409, 412, and nothing changes', async () => {
  await draft('planned', { status: 'scheduled', publishAt: LATER });
  await draft('public', { status: 'published' });
  await draft('hidden');
  const answers = [
    await autosave('planned', '1'),
    await autosave('public', '1'),
    await t.editor('PUT', `${NEWS}/hidden`, { autosave: true, status: 'published' }),
    await t.editor('POST', NEWS, { title: 'Сразу', slug: 'at-once', autosave: true }),
    await t.editor('PUT', `${NEWS}/hidden`, { title: 'Моё', autosave: true }, { 'if-match': '"9"' }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 412]);
  for (const slug of ['planned', 'public', 'hidden'])
    expect((await t.editor('GET', `${NEWS}/${slug}`)).json()).toMatchObject({ version: 1, content: '<p>0</p>' });
  expect((await t.editor('GET', `${NEWS}/at-once`)).statusCode).toBe(404);
});

test('a slug that follows the title is made anew, stays where it fits, and the former one leads to it', async () => {
  await t.editor('POST', NEWS, { title: 'Финал года', status: 'draft' });
  const { slug } = (await t.editor('POST', NEWS, { title: 'Фин', status: 'draft' })).json();
  const follow = async (from: string, title: string) =>
    (await t.editor('PUT', `${NEWS}/${from}`, { title, slugFollows: true })).json().slug;
  expect(slug).toBe('fin');
  expect(await follow('fin', 'Финал года')).toBe('final-goda-2');
  expect(await follow('fin', 'Финал года')).toBe('final-goda-2');
  expect(await follow('final-goda-2', 'Финал')).toBe('final');
  expect((await t.editor('GET', `${NEWS}/fin`)).json().slug).toBe('final');
  await t.editor('PUT', `${NEWS}/final`, { status: 'published' });
  expect(await follow('final', 'Другое')).toBe('final');
});

test('the planned time of a draft is kept and shown to editors, publishes nothing, and ends with publication', async () => {
  const { plannedAt, publishAt, status } = (await draft('plan', { plannedAt: LATER })).json();
  expect({ plannedAt, publishAt, status }).toEqual({ plannedAt: LATER, publishAt: null, status: 'draft' });
  expect((await t.editor('PUT', `${NEWS}/plan`, { title: 'Дальше' })).json().plannedAt).toBe(LATER);
  expect((await t.editor('PUT', `${NEWS}/plan`, { status: 'published' })).json().plannedAt).toBeNull();
  expect((await t.visitor('GET', '/api/news/plan')).json()).not.toHaveProperty('plannedAt');
  expect((await t.editor('PUT', `${NEWS}/plan`, { status: 'draft', plannedAt: LATER })).json().plannedAt).toBe(LATER);
  expect((await t.editor('PUT', `${NEWS}/plan`, { plannedAt: null })).json().plannedAt).toBeNull();
});

test('an open article tells each tab of the others, another person’s or one’s own, never of itself, nor of one that has left, and is as it was', async () => {
  await article('open');
  const before = (await t.editor('GET', `${NEWS}/open`)).json();
  const tell = async (call: typeof vera, tab: string) => (await call('PUT', present('open'), { tab })).json().others;
  expect(await tell(t.editor, 'one')).toEqual([]);
  const seenByVera = await tell(vera, 'one');
  expect(seenByVera).toEqual([{ username: 'admin', tab: 'one', since: expect.any(String) }]);
  expect(await tell(t.editor, 'two')).toEqual([
    { username: 'admin', tab: 'one', since: seenByVera[0].since },
    { username: 'vera', tab: 'one', since: expect.any(String) },
  ]);
  expect(await tell(t.editor, 'one')).toHaveLength(2);
  for (let times = 0; times < 2; times += 1)
    expect((await t.editor('DELETE', present('open'), { tab: 'one' })).statusCode).toBe(204);
  expect(await tell(vera, 'three')).toMatchObject([
    { username: 'vera', tab: 'one' },
    { username: 'admin', tab: 'two' },
  ]);
  expect((await t.editor('GET', `${NEWS}/open`)).json()).toEqual(before);
});

test('an open article is known by id, answers with its version, so that a tab notices a save elsewhere, and is 404 once deleted', async () => {
  await article('moves');
  await article('other');
  await t.editor('PUT', present('moves'), { tab: 'one' });
  await t.editor('PUT', `${NEWS}/moves`, { slug: 'moved' });
  const seen = async (slug: string) => (await vera('PUT', present(slug), { tab: 'two' })).json().others;
  expect(await seen('moved')).toMatchObject([{ tab: 'one' }]);
  expect(await seen('moves')).toMatchObject([{ tab: 'one' }]);
  expect(await seen('other')).toEqual([]);
  const one = { tab: 'one' };
  expect((await t.editor('PUT', present('moves'), one)).headers.etag).toBe('"2"');
  await vera('PUT', `${NEWS}/moves`, { title: 'Новое' });
  expect((await t.editor('PUT', present('moves'), one)).headers.etag).toBe('"3"');
  const stale = { 'if-match': '"2"' };
  expect((await t.editor('PUT', present('moves'), one, stale)).statusCode).toBe(412);
  expect((await t.editor('DELETE', present('moves'), one, stale)).statusCode).toBe(412);
  await vera('DELETE', `${NEWS}/moves`);
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await t.editor(method, present('moves'), one)).statusCode).toBe(404);
});

test('an open article tells who saved it last', async () => {
  await article('watched');
  const tell = async () => (await t.editor('PUT', present('watched'), { tab: 'one' })).json();
  expect(await tell()).toMatchObject({ others: [], version: 1, savedBy: 'admin' });
  await vera('PUT', `${NEWS}/watched`, { title: 'Её', slug: 'watched-anew' });
  const { updatedAt } = (await t.editor('GET', `${NEWS}/watched`)).json();
  expect(await tell()).toEqual({ others: [], version: 2, savedBy: 'vera', savedAt: updatedAt });
});

test('a tab that was silent for 30 s is gone, and comes back as a new one', async () => {
  const id = await article('silent');
  await t.editor('PUT', present('silent'), { tab: 'one' });
  await setSeen(id, 29_000);
  const seen = async () => (await vera('PUT', present('silent'), { tab: 'two' })).json().others;
  const [before] = await seen();
  expect(before).toMatchObject({ username: 'admin', tab: 'one' });
  await setSeen(id, 30_000);
  expect(await seen()).toEqual([]);
  await t.editor('PUT', present('silent'), { tab: 'one' });
  const [after] = await seen();
  expect(Date.parse(after.since)).toBeGreaterThan(Date.parse(before.since));
});

test('a tab that speaks many times at once is there once', async () => {
  await article('noisy');
  await openConnections(t);
  const calls = Array.from({ length: 10 }, () => t.editor('PUT', present('noisy'), { tab: 'one' }));
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect((await vera('PUT', present('noisy'), { tab: 'two' })).json().others).toHaveLength(1);
});

const NAMELESS = [{}, { tab: '' }, { tab: 5 }, { tab: 'а' }, { tab: 'x'.repeat(65) }, { tab: 'a b' }];
test.each(NAMELESS)('a tab %j has no name: 400', async (body) => {
  await article('nameless');
  for (const method of ['PUT', 'DELETE'] as const) {
    const { statusCode, json } = await t.editor(method, present('nameless'), body);
    expect([statusCode, json().fields]).toMatchObject([400, { tab: expect.any(String) }]);
  }
});
