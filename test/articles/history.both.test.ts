import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../rig/app.ts';
import { needTeam, openConnections, sortedStatuses } from '../rig/world/editors.ts';

const { t, vera } = await needTeam();

const NEWS = '/api/admin/news';
const revisions = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}/revisions`)).json();
const LATER = '2999-01-01T00:00:00.000Z';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('the history of an article has one small line for every save, newest first, with who and when', async () => {
  await t.editor('POST', NEWS, { title: 'Черновик', slug: 'lines', status: 'draft', content: '<p>Раз</p>' });
  await vera('PUT', `${NEWS}/lines`, { title: 'Ждёт', status: 'scheduled', publishAt: inAnHour() });
  const { updatedAt } = (await t.editor('PUT', `${NEWS}/lines`, { title: 'Вышла', status: 'published' })).json();
  const changed = { autosaved: false, changes: ['title', 'publishAt'] };
  const made = { autosaved: false, changes: [] };
  expect(await revisions('lines')).toEqual([
    { version: 3, savedAt: updatedAt, savedBy: 'admin', title: 'Вышла', status: 'published', ...changed },
    { version: 2, savedAt: expect.any(String), savedBy: 'vera', title: 'Ждёт', status: 'scheduled', ...changed },
    { version: 1, savedAt: expect.any(String), savedBy: 'admin', title: 'Черновик', status: 'draft', ...made },
  ]);
});

test('the history of an article says what each save changed', async () => {
  await t.editor('POST', NEWS, { title: 'Было', slug: 'what', content: '<p>Раз</p><p>Два</p>' });
  await t.editor('PUT', `${NEWS}/what`, { content: '<p>Раз</p><p>Два!</p>' });
  await t.editor('PUT', `${NEWS}/what`, { content: '<p>Три</p>', coverImageUrl: '/uploads/a.jpg', date: '2025-07-01' });
  expect(await revisions('what')).toMatchObject([
    { changes: ['date', 'content', 'coverImageUrl'] },
    { changes: ['content'] },
    { changes: [] },
  ]);
});

test('the history of an article keeps every field as it was saved then, names those that changed, and brings the texts back', async () => {
  const fields = {
    ...{ title: 'Первая', subtitle: 'С начала', slug: 'kept', date: '2025-07-01', content: '<p>Раз</p>' },
    ...{ lead: 'Анонс', ageMark: '16+' },
    ...{ socialTitle: 'Для соцсетей', tags: ['Финал'], coverImageUrl: '/uploads/a.jpg', coverAlt: 'Зал' },
    ...{ publishAt: '2025-07-01T10:00:00.000Z', expiresAt: '2999-01-01T00:00:00.000Z' },
  };
  await t.editor('POST', NEWS, fields);
  const nothing = { subtitle: '', lead: null, ageMark: null, socialTitle: null, tags: [] as string[] };
  const second = { title: 'Вторая', content: '<p>Два</p>', coverImageUrl: null, status: 'draft', ...nothing };
  await t.editor('PUT', `${NEWS}/kept`, second);
  const { slug: _slug, date: _date, expiresAt: _end, ...changed } = fields;
  expect((await revisions('kept'))[0].changes.toSorted()).toEqual(Object.keys(changed).toSorted());
  const first = await t.editor('GET', `${NEWS}/kept/revisions/1`);
  expect(first.headers.etag).toBe('"1"');
  const saved = { version: 1, savedAt: expect.any(String), savedBy: 'admin', autosaved: false };
  expect(first.json()).toEqual({ ...fields, ...saved, dateFollows: false, status: 'published' });
  const kept = await t.editor('GET', `${NEWS}/kept/revisions/2`);
  expect(kept.json()).toMatchObject({ ...second, coverAlt: '', publishAt: null });
  const { publishAt: _start, ...texts } = changed;
  expect((await t.editor('POST', `${NEWS}/kept/revisions/1/restore`)).json()).toMatchObject(texts);
});

test('the history of an article stays with the article when its slug changes, and so does its id', async () => {
  const { id } = (await t.editor('POST', NEWS, { title: 'Имя', slug: 'before-move' })).json();
  const moved = (await t.editor('PUT', `${NEWS}/before-move`, { slug: 'after-move' })).json();
  expect(moved).toMatchObject({ id, slug: 'after-move', updatedBy: 'admin' });
  for (const slug of ['before-move', 'after-move']) expect(await revisions(slug)).toHaveLength(2);
  expect((await t.editor('GET', `${NEWS}/after-move/revisions/1`)).json().slug).toBe('before-move');
});

test('the history of an article gets no line from a save that was refused', async () => {
  await t.editor('POST', NEWS, { title: 'Занято', slug: 'refusing' });
  await t.editor('POST', NEWS, { title: 'Стоит', slug: 'refused' });
  const calls = [
    t.editor('PUT', `${NEWS}/refused`, { slug: 'refusing' }),
    t.editor('PUT', `${NEWS}/refused`, { title: 'Нет' }, { 'if-match': '"7"' }),
    t.editor('POST', `${NEWS}/refused/revisions/1/restore`, undefined, { 'if-match': '"7"' }),
    t.editor('PUT', `${NEWS}/refused`, { group: 999_999 }),
  ];
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([409, 412, 412, 400]);
  expect(await revisions('refused')).toHaveLength(1);
});

test('the history of an article and the article are saved together or not at all', async () => {
  const { id } = (await t.editor('POST', NEWS, { title: 'Целое', slug: 'whole' })).json();
  const { db } = t.store;
  const rows = await db.selectFrom('revisions').selectAll().where('article_id', '=', id).execute();
  const taken = rows.map((row) => ({ ...row, version: 2 }));
  await db.insertInto('revisions').values(taken).execute();
  expect((await t.editor('PUT', `${NEWS}/whole`, { title: 'Половина' })).statusCode).toBe(500);
  expect((await t.editor('GET', `${NEWS}/whole`)).json()).toMatchObject({ title: 'Целое', version: 1 });
});

test('the history of an article has no version but its own', async () => {
  await t.editor('POST', NEWS, { title: 'Одна', slug: 'single' });
  for (const version of '0 7 -1 1.5 abc 99999999999 1e0'.split(' ')) {
    const url = `${NEWS}/single/revisions/${version}`;
    const answers = [await t.editor('GET', url), await t.editor('POST', `${url}/restore`)];
    expect([version, ...sortedStatuses(answers)]).toEqual([version, 404, 404]);
  }
  expect((await t.editor('GET', `${NEWS}/no-such/revisions`)).statusCode).toBe(404);
});

test('restoring a version brings back text and cover as a new version, not the slug, the status or the group, and makes a body of looser days safe by today’s rules', async () => {
  const { id: group } = (await t.editor('POST', '/api/admin/groups', { name: 'Финал' })).json();
  const cover = { coverImageUrl: '/uploads/a.jpg', coverAlt: 'Сцена' };
  const first = { title: 'Было', slug: 'was', date: '2025-07-01', content: '<p>Было</p>', ...cover };
  await t.editor('POST', NEWS, { ...first, status: 'draft' });
  const now = { title: 'Стало', slug: 'is', date: '2025-07-02', content: '<p>Стало</p>', coverImageUrl: null, group };
  await t.editor('PUT', `${NEWS}/was`, { ...now, status: 'published', expiresAt: LATER });
  const restored = await vera('POST', `${NEWS}/is/revisions/1/restore`, undefined, { 'if-match': '"2"' });
  expect([restored.statusCode, restored.headers.etag]).toEqual([200, '"3"']);
  const stays = { slug: 'is', status: 'published', expiresAt: LATER, group };
  expect(restored.json()).toMatchObject({ ...first, ...stays, updatedBy: 'vera', version: 3 });
  expect((await revisions('is'))[0]).toMatchObject({ version: 3, savedBy: 'vera', title: 'Было' });
  expect((await t.visitor('GET', '/api/news/is')).json().content).toBe('<p>Было</p>');

  const content = '<p onclick="x()">Текст<script>alert(1)</script></p>';
  await t.store.db.updateTable('revisions').set({ content }).where('article_id', '=', restored.json().id).execute();
  expect((await vera('POST', `${NEWS}/is/revisions/1/restore`)).json().content).toBe('<p>Текст</p>');
});

test('saves at the same moment without If-Match all get through, each with a version and a line of its own; with the same exactly one, a restored version among them', async () => {
  await t.editor('POST', NEWS, { title: 'Толпа', slug: 'crowd' });
  await openConnections(t);
  const titles = Array.from({ length: 10 }, (_, at) => `Толпа ${at}`);
  const answers = await Promise.all(titles.map((title) => t.editor('PUT', `${NEWS}/crowd`, { title })));
  expect(new Set(answers.map((answer) => answer.json().version))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
  const lines = (await revisions('crowd')) as { version: number; title: string }[];
  expect(lines.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(new Set(lines.map(({ title }) => title)).size).toBe(11);

  for (let round = 11; round <= 15; round++) {
    await openConnections(t);
    const tag = { 'if-match': `"${round}"` };
    const disputed = await Promise.all([
      t.editor('PUT', `${NEWS}/crowd`, { title: `Мой ${round}` }, tag),
      vera('PUT', `${NEWS}/crowd`, { title: `Её ${round}` }, tag),
      vera('POST', `${NEWS}/crowd/revisions/${1 + (round % 2)}/restore`, undefined, tag),
    ]);
    expect(sortedStatuses(disputed)).toEqual([200, 412, 412]);
  }
  expect(await revisions('crowd')).toHaveLength(16);
});

test('the cover’s description goes with its cover: another cover does not inherit it', async () => {
  const change = async (body: object) => (await t.editor('PUT', `${NEWS}/alt`, body)).json().coverAlt;
  await t.editor('POST', NEWS, { title: 'Обложка', slug: 'alt', coverImageUrl: '/uploads/a.jpg', coverAlt: '  Зал  ' });
  expect((await t.visitor('GET', '/api/news/alt')).json().coverAlt).toBe('Зал');
  expect(await change({ coverImageUrl: '/uploads/a.jpg' })).toBe('Зал');
  expect(await change({ coverImageUrl: '/uploads/b.jpg' })).toBe('');
  expect(await change({ coverImageUrl: '/uploads/c.jpg', coverAlt: 'Сцена' })).toBe('Сцена');
  expect(await change({ coverAlt: null })).toBe('');
});

test('a reader’s answers hold exactly the public fields', async () => {
  await t.editor('POST', NEWS, { title: 'Для всех', slug: 'for-all', content: '<p>Текст</p>' });
  const text = 'ageMark content coverAlt coverImageUrl date excerpt expiresAt lead publishAt';
  const fields = `${text} slug socialTitle status subtitle tags title updatedAt version`.split(' ');
  const card = fields.filter((name) => name !== 'content');
  const names = (article: object) => Object.keys(article).sort();
  expect(names((await t.visitor('GET', '/api/news/for-all')).json())).toEqual(fields);
  for (const article of (await t.visitor('GET', '/api/news')).json()) expect(names(article)).toEqual(fields);
  for (const article of (await t.visitor('GET', '/api/news?fields=card')).json()) expect(names(article)).toEqual(card);
  // Even to an administrator: the public addresses answer alike to everybody.
  expect(names((await t.editor('GET', '/api/news/for-all')).json())).toEqual(fields);
});

type Entry = Record<'who' | 'action' | 'subject' | 'title', string> & { id: number };
const entries = async (limit: number): Promise<Entry[]> =>
  (await t.editor('GET', `/api/admin/journal?limit=${limit}`)).json();
let start: number;
beforeEach(async () => {
  start = (await entries(1))[0]?.id ?? 0;
});

async function auditLog(): Promise<string[]> {
  const since = (await entries(100)).filter(({ id, action }) => id > start && /^(article|group)\./.test(action));
  return since.map(({ who, action, subject, title }) => `${who} ${action} ${subject} ${title}`).reverse();
}

test('the audit log tells who did what to an article, by what it meant for readers', async () => {
  const { id } = (await t.editor('POST', NEWS, { title: 'Новость', slug: 'one', status: 'draft' })).json();
  const PLAN = { status: 'scheduled', publishAt: LATER };
  const put = (by: Caller, body: object) => () => by('PUT', `${NEWS}/one`, body);
  const post = (by: Caller, path: string, body?: object) => () => by('POST', `/api/admin/${path}`, body);
  const remove = (by: Caller, path: string) => () => by('DELETE', `/api/admin/${path}`);
  const steps: [act: () => Promise<unknown>, ...told: string[]][] = [
    [put(vera, { content: '<p>Текст</p>' }), 'vera article.update one Новость'],
    [put(vera, PLAN), 'vera article.schedule one Новость'],
    [put(vera, { publishAt: '2998-01-01T00:00:00.000Z' }), 'vera article.schedule one Новость'],
    [put(t.editor, { status: 'published', title: 'Вышла' }), 'admin article.publish one Вышла'],
    [put(t.editor, { status: 'published', content: '' }), 'admin article.update one Вышла'],
    [put(vera, { status: 'draft', slug: 'two' }), 'vera article.unpublish two Вышла'],
    [post(vera, 'news/two/revisions/1/restore'), 'vera article.update two Новость'],
    [post(vera, 'news/two/preview'), 'vera article.preview two Новость'],
    [remove(t.editor, 'news/one'), 'admin article.delete two Новость'],
    [post(vera, `bin/${id}/restore`), 'vera article.restore two Новость'],
    [remove(t.editor, 'news/two'), 'admin article.delete two Новость'],
    [remove(vera, `bin/${id}`), 'vera article.erase two Новость'],
    [post(t.editor, 'news', { title: 'А', slug: 'a' }), 'admin article.create a А', 'admin article.publish a А'],
    [post(vera, 'news', { title: 'Б', slug: 'b', ...PLAN }), 'vera article.create b Б', 'vera article.schedule b Б'],
  ];
  for (const [act] of steps) await act();
  expect(await auditLog()).toEqual(['admin article.create one Новость', ...steps.flatMap(([, ...told]) => told)]);
});

test('groups are in the audit log too; what was refused is not', async () => {
  const { id } = (await t.editor('POST', '/api/admin/groups', { name: 'Финал' })).json();
  await vera('PUT', `/api/admin/groups/${id}`, { name: 'Гран-при' });
  const stale = { 'if-match': '"9"' };
  await vera('PUT', `/api/admin/groups/${id}`, { name: 'Нет' }, stale);
  await vera('DELETE', `/api/admin/groups/${id}`, undefined, stale);
  await t.editor('DELETE', `/api/admin/groups/${id}`);
  await t.editor('POST', NEWS, { title: 'Нет', group: id });
  await t.editor('DELETE', `${NEWS}/no-such`);
  expect(await auditLog()).toEqual([
    `admin group.create ${id} Финал`,
    `vera group.update ${id} Гран-при`,
    `admin group.delete ${id} Гран-при`,
  ]);
});
