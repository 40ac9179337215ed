import { expect, test } from 'vitest';
import { collectMessages, signInAs } from '../rig/app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const vera = await signInAs(t, 'author', 'Вера');
const gleb = await signInAs(t, 'author', 'Глеб');

const NEWS = '/api/admin/news';
const draft = async (title: string) => (await vera('POST', NEWS, { title, content: '<p>Текст</p>' })).json();
const reviewOf = (slug: string) => `${NEWS}/${slug}/review`;
const waiting = async (call = t.editor) =>
  (await call('GET', `${NEWS}?status=review&fields=card`)).json().map(({ slug }: { slug: string }) => slug);

test('an author asks for publication with a note, an editor finds it among those that wait, and returns it with another', async () => {
  const { slug, version } = await draft('На проверку');
  await draft('Не готова');
  const announced = collectMessages(t);
  const asked = (await vera('PUT', reviewOf(slug), { asked: true, note: ' Проверьте имена. ' })).json();
  const waits = { reviewAt: expect.any(String), reviewNote: 'Проверьте имена.' };
  expect(asked).toMatchObject({ ...waits, version, status: 'draft' });
  expect(await waiting()).toEqual([slug]);
  expect((await t.editor('GET', '/api/admin/news-counts')).json()).toMatchObject({ review: 1, draft: 2 });
  expect((await gleb('GET', '/api/admin/news-counts')).json()).toMatchObject({ review: 0 });
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
});

test('publication ends the review, and no visitor reads its note', async () => {
  const { slug } = await draft('Выйдет');
  await vera('PUT', reviewOf(slug), { asked: true, note: 'записка' });
  await t.editor('PUT', `${NEWS}/${slug}`, { status: 'published' });
  expect((await t.editor('GET', `${NEWS}/${slug}`)).json()).toMatchObject({ reviewAt: null, reviewNote: '' });
  for (const address of [`/api/news/${slug}`, '/api/news', `/news/${slug}`, '/feed.xml'])
    expect((await t.visitor('GET', address)).body).not.toMatch(/записка|reviewNote/);
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
