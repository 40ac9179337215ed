import { expect, test } from 'vitest';
import type { TestApp } from '../rig/app.ts';
import { needTeam, openConnections, sortedStatuses } from '../rig/world/editors.ts';

const { t, vera } = await needTeam();

const NEWS = '/api/admin/news';
const GROUPS = '/api/admin/groups';
const LATER = '2999-01-01T00:00:00.000Z';

const PLAN = { status: 'scheduled', publishAt: LATER };
const PAST = { publishAt: '2025-01-01T00:00:00Z', expiresAt: '2025-01-02T00:00:00Z' };
const newGroup = async (name = 'Победитель'): Promise<number> => (await t.editor('POST', GROUPS, { name })).json().id;

async function groupOf(...slugs: string[]): Promise<number> {
  const group = await newGroup();
  for (const slug of slugs) await t.editor('POST', NEWS, { title: `Победил ${slug}`, slug, status: 'draft', group });
  return group;
}

const publish = (editor: TestApp['editor'], slug: string) => editor('PUT', `${NEWS}/${slug}`, { status: 'published' });

async function statuses(group: number): Promise<string[]> {
  const found = (await t.editor('GET', GROUPS)).json().find(({ id }: { id: number }) => id === group);
  return found.articles.map(({ status }: { status: string }) => status);
}

test('a group is made, named, listed with its articles and deleted, which leaves them as they are, each with a new version in its history', async () => {
  const made = await t.editor('POST', GROUPS, { name: '  Финал  ' });
  expect([made.statusCode, made.headers.etag]).toEqual([201, '"1"']);
  expect(made.json()).toEqual({ id: expect.any(Number), name: 'Финал', version: 1, articles: [] });
  const { id } = made.json();
  const article = (await t.editor('POST', NEWS, { title: 'Анна', slug: 'anna', status: 'draft', group: id })).json();
  expect(article.group).toBe(id);
  const articles = [{ id: article.id, slug: 'anna', title: 'Анна', status: 'draft' }];
  const named = await t.editor('PUT', `${GROUPS}/${id}`, { name: 'Гран-при' }, { 'if-match': '"1"' });
  expect([named.statusCode, named.headers.etag]).toEqual([200, '"2"']);
  expect(named.json()).toEqual({ id, name: 'Гран-при', version: 2, articles });
  expect((await t.editor('GET', GROUPS)).json()).toContainEqual({ id, name: 'Гран-при', version: 2, articles });
  await t.editor('POST', NEWS, { title: 'В корзине', slug: 'in-bin', group: id });
  const bin = (await t.editor('DELETE', `${NEWS}/in-bin`)).headers['x-bin-id'];

  expect((await vera('DELETE', `${GROUPS}/${id}`)).statusCode).toBe(204);
  expect((await t.editor('GET', GROUPS)).json().map((group: { id: number }) => group.id)).not.toContain(id);
  const left = await t.editor('GET', `${NEWS}/anna`);
  expect(left.json()).toMatchObject({ group: null, status: 'draft', version: 2, updatedBy: 'vera' });
  const [line] = (await t.editor('GET', `${NEWS}/anna/revisions`)).json();
  expect(line).toMatchObject({ version: 2, savedBy: 'vera' });
  expect((await t.editor('POST', `/api/admin/bin/${bin}/restore`)).json().group).toBeNull();
});

test('a group is 404 when unknown and 412 when changed meanwhile; nothing changes', async () => {
  const group = await groupOf('stale-member');
  const body = { name: 'Имя' };
  for (const method of ['PUT', 'DELETE'] as const) {
    for (const id of ['999999', '0', 'abc', '99999999999'])
      expect((await t.editor(method, `${GROUPS}/${id}`, body)).statusCode).toBe(404);
    expect((await t.editor(method, `${GROUPS}/${group}`, body, { 'if-match': '"9"' })).statusCode).toBe(412);
  }
  expect((await t.editor('GET', `${NEWS}/stale-member`)).json()).toMatchObject({ group, version: 1 });
});

test.each([999_999, 0, -1, 1.5, '1', true, 2 ** 40])('a group %j is no group for an article: 400', async (group) => {
  await t.editor('POST', NEWS, { title: 'Без группы', slug: 'groupless' });
  const body = { title: 'Нет', group };
  for (const { statusCode, json } of [
    await t.editor('POST', NEWS, body),
    await t.editor('PUT', `${NEWS}/groupless`, body),
    await t.editor('PUT', `${NEWS}/groupless/draft`, body),
  ])
    expect([statusCode, json().fields.group]).toEqual([400, expect.stringMatching(/^Группа/)]);
});

test.each([
  ['published', { status: 'published' }, /уже опубликована новость «Победил first-published»/],
  ['scheduled', PLAN, /уже назначена к публикации новость «Победил first-scheduled»/],
  ['expired', { status: 'published', ...PAST }, /уже опубликована/],
])('once one of a group is published or scheduled (%s) no other may be, and it is named', async (how, first, words) => {
  const group = await groupOf(`first-${how}`, `second-${how}`);
  expect((await t.editor('PUT', `${NEWS}/first-${how}`, first)).statusCode).toBe(200);
  const second = { title: 'Третий', slug: `third-${how}`, group };
  const attempts = [
    await publish(t.editor, `second-${how}`),
    await t.editor('PUT', `${NEWS}/second-${how}`, PLAN),
    await t.editor('POST', NEWS, second),
    await t.editor('POST', NEWS, { ...second, ...PLAN }),
  ];
  const refusal = { code: 'group_locked', message: expect.stringMatching(words) };
  for (const { statusCode, json } of attempts) expect([statusCode, json()]).toEqual([409, refusal]);
  expect((await t.editor('GET', `${NEWS}/second-${how}`)).json()).toMatchObject({ status: 'draft', version: 1 });
  expect((await t.editor('GET', `${NEWS}/third-${how}`)).statusCode).toBe(404);
});

test('once an article of a group is published or scheduled it and the drafts beside it can still be edited, and no published one joins', async () => {
  const group = await groupOf('winner', 'loser');
  await publish(t.editor, 'winner');
  expect((await t.editor('PUT', `${NEWS}/winner`, { title: 'Победа' })).statusCode).toBe(200);
  expect((await t.editor('PUT', `${NEWS}/winner`, { status: 'published' })).statusCode).toBe(200);
  const edited = await t.editor('PUT', `${NEWS}/loser`, { title: 'Второе место' });
  expect(edited.json()).toMatchObject({ status: 'draft', group });
  expect((await t.editor('PUT', `${NEWS}/loser`, { group: null })).json().group).toBeNull();
  await t.editor('POST', NEWS, { title: 'Снаружи', slug: 'outside' });
  expect((await t.editor('PUT', `${NEWS}/outside`, { group })).json().code).toBe('group_locked');
  expect((await t.editor('PUT', `${NEWS}/outside`, { group, status: 'draft' })).statusCode).toBe(200);
});

test.each([
  ['is unpublished', () => t.editor('PUT', `${NEWS}/holder`, { status: 'draft' })],
  ['leaves the group', () => t.editor('PUT', `${NEWS}/holder`, { group: null })],
  ['is deleted', () => t.editor('DELETE', `${NEWS}/holder`)],
])('once an article of a group is published or scheduled another may be when it %s', async (_how, free) => {
  await groupOf('holder', 'next');
  await publish(t.editor, 'holder');
  await free();
  expect((await publish(t.editor, 'next')).statusCode).toBe(200);
  for (const slug of ['holder', 'next']) await t.editor('DELETE', `${NEWS}/${slug}`);
});

test('once an article of a group is published or scheduled a deleted one comes back as a draft, and with its status when the group is free', async () => {
  const group = await groupOf('deleted', 'replacement');
  await publish(t.editor, 'deleted');
  const id = (await t.editor('DELETE', `${NEWS}/deleted`)).headers['x-bin-id'];
  await publish(t.editor, 'replacement');
  expect((await t.editor('POST', `/api/admin/bin/${id}/restore`)).json()).toMatchObject({ status: 'draft', group });
  await t.editor('DELETE', `${NEWS}/deleted`);
  const winner = (await t.editor('DELETE', `${NEWS}/replacement`)).headers['x-bin-id'];
  expect((await t.editor('POST', `/api/admin/bin/${winner}/restore`)).json().status).toBe('published');
  expect(await statuses(group)).toEqual(['published']);
});

test('at the same moment two administrators publish two variants: exactly one is public', async () => {
  for (let round = 0; round < 8; round++) {
    const slugs = [`anna-${round}`, `boris-${round}`];
    const group = await groupOf(...slugs);
    await openConnections(t);
    const answers = await Promise.all([publish(t.editor, slugs[0] ?? ''), publish(vera, slugs[1] ?? '')]);
    expect(sortedStatuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('group_locked');
    expect((await statuses(group)).sort()).toEqual(['draft', 'published']);
    const seen = await Promise.all(slugs.map((slug) => t.visitor('GET', `/api/news/${slug}`)));
    expect(sortedStatuses(seen)).toEqual([200, 404]);
  }
});

test('at the same moment publishing, scheduling, creating, joining and restoring leave exactly one', async () => {
  for (let round = 0; round < 8; round++) {
    const group = await groupOf(`p-${round}`, `s-${round}`, `r-${round}`);
    await publish(t.editor, `r-${round}`);
    const id = (await t.editor('DELETE', `${NEWS}/r-${round}`)).headers['x-bin-id'];
    await t.editor('POST', NEWS, { title: 'Войдёт', slug: `j-${round}` });
    await openConnections(t);
    const answers = await Promise.all([
      publish(t.editor, `p-${round}`),
      vera('PUT', `${NEWS}/s-${round}`, PLAN),
      vera('POST', NEWS, { title: 'Новая', slug: `c-${round}`, group }),
      vera('PUT', `${NEWS}/j-${round}`, { group }),
      t.editor('POST', `/api/admin/bin/${id}/restore`),
    ]);
    for (const { statusCode } of answers) expect([200, 201, 409]).toContain(statusCode);
    expect((await statuses(group)).filter((status) => status !== 'draft')).toHaveLength(1);
  }
});

test('at the same moment publishing a variant while its group is deleted harms neither', async () => {
  for (let round = 0; round < 5; round++) {
    const group = await groupOf(`one-${round}`, `two-${round}`);
    await openConnections(t);
    const answers = await Promise.all([
      publish(t.editor, `one-${round}`),
      vera('DELETE', `${GROUPS}/${group}`),
      t.editor('PUT', `${NEWS}/two-${round}`, { title: 'Правка' }),
    ]);
    expect(sortedStatuses(answers)).toEqual([200, 200, 204]);
    for (const slug of ['one', 'two'])
      expect((await t.editor('GET', `${NEWS}/${slug}-${round}`)).json().group).toBeNull();
    expect((await t.visitor('GET', `/api/news/one-${round}`)).statusCode).toBe(200);
  }
});
