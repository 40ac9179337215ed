import { expect, test } from 'vitest';
import { type Caller, collectMessages, expectRefusal, signInAs } from '../rig/app.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const vera = await signInAs(t, 'author', 'Вера');
const gleb = await signInAs(t, 'author', 'Глеб');

const NEWS = '/api/admin/news';
const draft = async (title: string, call = vera) =>
  (await call('POST', NEWS, { title, content: '<p>Текст</p>' })).json();
const stored = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}`)).json();
const slugs = async (call: Caller, path = NEWS) =>
  (await call('GET', path)).json().map(({ slug }: { slug: string }) => slug);

async function expectForbidden(...call: Parameters<Caller>): Promise<void> {
  const { statusCode, json } = await vera(...call);
  expect([statusCode, json().code]).toEqual([403, 'forbidden_role']);
}

test('an author saves drafts, whatever is left out, and finds them with their history', async () => {
  const made = await vera('POST', NEWS, { title: 'Интервью' });
  expect([made.statusCode, made.json().status, made.json().createdBy]).toEqual([201, 'draft', 'Вера']);
  const change = { content: '<p>Живём на сцене</p>', plannedAt: '2125-07-20T15:00:00Z' };
  expect((await vera('PUT', `${NEWS}/intervyu`, change)).statusCode).toBe(200);
  expect((await vera('GET', `${NEWS}/intervyu/revisions`)).json()).toHaveLength(2);
  expect((await vera('POST', `${NEWS}/intervyu/revisions/1/restore`)).json().content).toBe('');
  expect((await vera('POST', `${NEWS}/intervyu/preview`)).statusCode).toBe(201);
  expect((await vera('PUT', `${NEWS}/intervyu/presence`, { tab: 'a' })).statusCode).toBe(200);
  expect(await slugs(vera)).toEqual(['intervyu']);
  expect((await vera('GET', '/api/admin/news-counts')).json()).toMatchObject({ total: 1, draft: 1 });
});

test.each([
  [{ status: 'published' }],
  [{ status: 'scheduled', publishAt: '2125-07-20T15:00:00Z' }],
  [{ publishAt: '2125-07-20T15:00:00Z' }],
  [{ status: 'draft', publishAt: '2025-07-20T15:00:00Z' }],
  [{ expiresAt: '2125-07-20T15:00:00Z' }],
  [{ group: 1 }],
])('an author may not decide %j, of a new or a stored draft', async (fields) => {
  await t.editor('POST', '/api/admin/groups', { name: 'Итог' });
  const { slug } = await draft(`Решение ${Object.keys(fields)}`);
  const before = await stored(slug);
  const count = (await slugs(vera)).length;
  await expectForbidden('POST', NEWS, { title: 'Новая', ...fields });
  await expectForbidden('PUT', `${NEWS}/${slug}`, { content: '<p>Другое</p>', ...fields });
  expect(await stored(slug)).toEqual(before);
  expect(await slugs(vera)).toHaveLength(count);
});

test('an author is told of articles of others as of none', async () => {
  const { slug, version } = await draft('Чужой черновик', gleb);
  await t.editor('POST', NEWS, { title: 'Вышла' });
  for (const of of [slug, 'vyshla', 'no-such'])
    for (const [call, body] of rowsIn<[string, string?]>('articles/calls.txt')) {
      const [method = '', path = ''] = call.replace('…', `${NEWS}/${of}`).split(' ');
      const answer = await vera(method as 'GET', path, body && JSON.parse(body), { 'if-match': '"77"' });
      const told = [method, path, answer.statusCode, answer.json().message];
      expect(told).toEqual([method, path, 404, 'Такой новости нет. Возможно, её удалили.']);
    }
  expect((await stored(slug)).version).toBe(version);
  expect(await slugs(vera, `${NEWS}?author=${encodeURIComponent('Глеб')}`)).toEqual([]);
  expect(await slugs(vera)).not.toContain(slug);
});

test('an author still sees an own draft that an editor has published, and changes it no more', async () => {
  const { slug, version } = await draft('Премьера');
  await t.editor('PUT', `${NEWS}/${slug}`, { status: 'published' });
  expect((await vera('GET', `${NEWS}/${slug}`)).json().status).toBe('published');
  await expectForbidden('PUT', `${NEWS}/${slug}`, { title: 'Подмена' }, { 'if-match': `"${version}"` });
  await expectForbidden('PUT', `${NEWS}/${slug}`, { status: 'draft' });
  await expectForbidden('DELETE', `${NEWS}/${slug}`);
  await expectForbidden('POST', `${NEWS}/${slug}/revisions/1/restore`);
  expect((await t.visitor('GET', `/api/news/${slug}`)).json().title).toBe('Премьера');
  await t.editor('PUT', `${NEWS}/${slug}`, { status: 'draft' });
  expect((await vera('PUT', `${NEWS}/${slug}`, { title: 'Снова моя' })).statusCode).toBe(200);
});

test('an author deletes an own draft and takes it back, and sees nothing else in the trash', async () => {
  const { slug } = await draft('Лишняя');
  const other = await draft('Ничья', gleb);
  await t.editor('DELETE', `${NEWS}/${other.slug}`);
  const bin = (await vera('DELETE', `${NEWS}/${slug}`)).headers['x-bin-id'];
  expect(await slugs(vera, '/api/admin/bin')).toEqual([slug]);
  const [foreign] = (await gleb('GET', '/api/admin/bin')).json();
  expect((await vera('POST', `/api/admin/bin/${foreign.id}/restore`)).statusCode).toBe(404);
  expect((await vera('POST', `/api/admin/bin/${bin}/restore`)).json().slug).toBe(slug);
});

test('an author never takes the former address of another article, which still leads there', async () => {
  await t.editor('POST', NEWS, { title: 'Открытие' });
  await t.editor('PUT', `${NEWS}/otkrytie`, { slug: 'otkrytie-sezona' });
  expect((await vera('POST', NEWS, { title: 'Другое', slug: 'otkrytie' })).statusCode).toBe(409);
  expect((await draft('Открытие')).slug).toBe('otkrytie-2');
  expect((await t.visitor('GET', '/api/news/otkrytie')).headers.location).toBe('/api/news/otkrytie-sezona');
  expect((await t.editor('POST', NEWS, { title: 'Другое', slug: 'otkrytie' })).statusCode).toBe(201);
});

test('an author sees the tags of public articles and of own drafts, not of drafts of others', async () => {
  await t.editor('POST', NEWS, { title: 'Тайная', status: 'draft', tags: ['Победитель Анна'] });
  await t.editor('POST', NEWS, { title: 'Явная', tags: ['Жюри'] });
  await vera('POST', NEWS, { title: 'Своя', tags: ['Моё'] });
  await gleb('POST', NEWS, { title: 'Глебова', tags: ['Глебово'] });
  const titles = async (call: Caller) =>
    (await call('GET', '/api/admin/tags')).json().map(({ title }: { title: string }) => title);
  expect(await titles(vera)).toEqual(['Жюри', 'Моё']);
  expect(await titles(t.editor)).toEqual(['Глебово', 'Жюри', 'Моё', 'Победитель Анна']);
});

test('an author copies an own draft without its group, which an editor has given it', async () => {
  const { slug } = await draft('Вариант');
  const group = (await t.editor('POST', '/api/admin/groups', { name: 'Победитель' })).json().id;
  await t.editor('PUT', `${NEWS}/${slug}`, { group });
  expect((await vera('PUT', `${NEWS}/${slug}`, { title: 'Вариант два', group })).json().group).toBe(group);
  expect((await vera('POST', `${NEWS}/${slug}/duplicate`)).json().group).toBe(null);
});

test('an author learns neither from an address nor from a tag what the draft of another is', async () => {
  await t.editor('POST', NEWS, { title: 'Тайна', tags: ['ТАЙНЫЙ Гость'], status: 'draft' });
  await t.editor('POST', NEWS, { title: 'Явь', tags: ['Открытый Гость'] });
  const taken = await vera('POST', NEWS, { title: 'Моё', slug: 'tayna' });
  expectRefusal(taken, 409, 'Адрес «tayna» занят, выберите другой.');
  const { tags } = (await vera('POST', NEWS, { title: 'Теги', tags: ['тайный гость', 'открытый гость'] })).json();
  expect(tags).toEqual(['тайный гость', 'Открытый Гость']);
});

const reviewOf = (slug: string) => `${NEWS}/${slug}/review`;
const waiting = (call = t.editor) => slugs(call, `${NEWS}?status=review&fields=card`);

test('an author asks for publication with a note, an editor finds it among those that wait, and returns it with another; publication ends the review until it is undone, and no visitor reads its note', async () => {
  const { slug, version } = await draft('На проверку');
  await draft('Не готова');
  const counts = async (call = t.editor) => (await call('GET', '/api/admin/news-counts')).json();
  const [before, announced] = [await counts(), collectMessages(t)];
  const asked = (await vera('PUT', reviewOf(slug), { asked: true, note: ' Проверьте имена. ' })).json();
  const waits = { reviewAt: expect.any(String), reviewNote: 'Проверьте имена.' };
  expect(asked).toMatchObject({ ...waits, version, status: 'draft' });
  expect(await waiting()).toEqual([slug]);
  expect(await counts()).toEqual({ ...before, review: 1 });
  expect((await counts(gleb)).review).toBe(0);
  await vera('PUT', `${NEWS}/${slug}`, { content: '<p>Дописано</p>' });
  expect(await waiting(vera)).toEqual([slug]);
  const back = (await t.editor('PUT', reviewOf(slug), { asked: false, note: 'Имя певицы неверно.' })).json();
  expect(back).toMatchObject({ reviewAt: null, reviewNote: 'Имя певицы неверно.' });
  expect((await vera('GET', `${NEWS}/${slug}`)).json().reviewNote).toBe('Имя певицы неверно.');
  expect(await waiting()).toEqual([]);
  expect(announced).toEqual([]);
  const entries = (await t.editor('GET', '/api/admin/journal?limit=100')).json() as Record<string, string>[];
  const acts = entries.filter(({ subject }) => subject === slug).map(({ action }) => action);
  expect(acts).toEqual(['article.return', 'article.update', 'article.review', 'article.create']);

  await vera('PUT', reviewOf(slug), { asked: true, note: 'записка' });
  await t.editor('PUT', `${NEWS}/${slug}`, { status: 'published' });
  expect((await t.editor('GET', `${NEWS}/${slug}`)).json()).toMatchObject({ reviewAt: null, reviewNote: '' });
  for (const address of [`/api/news/${slug}`, '/api/news', `/news/${slug}`, '/feed.xml'])
    expect((await t.visitor('GET', address)).body).not.toMatch(/записка|reviewNote/);

  const take = async (change: object) => (await t.editor('PUT', `${NEWS}/${slug}`, change)).json();
  expect(await take({ status: 'draft' })).toMatchObject({ reviewAt: expect.any(String), reviewNote: 'записка' });
  expect(await waiting()).toEqual([slug]);
  await take({ status: 'published' });
  expect(await waiting()).toEqual([]);
  await take({ lead: 'Исправлено' });
  expect(await take({ status: 'draft' })).toMatchObject({ reviewAt: null, reviewNote: '' });
});

test('a review is refused to others and of what is no draft, and changes nothing', async () => {
  const { slug, version } = await draft('Чужая');
  const body = { asked: true };
  const refused = async (call: typeof vera, headers = {}) =>
    (await call('PUT', reviewOf(slug), body, headers)).statusCode;
  expect([await refused(gleb), await refused(vera, { 'if-match': `"${version + 1}"` })]).toEqual([404, 412]);
  expect((await vera('PUT', reviewOf(slug), { asked: 'да' })).statusCode).toBe(400);
  await t.editor('PUT', `${NEWS}/${slug}`, { status: 'published' });
  expect([await refused(vera), await refused(t.editor)]).toEqual([403, 409]);
  expect(await waiting()).toEqual([]);
});
