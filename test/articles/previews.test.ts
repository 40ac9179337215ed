import { describe, expect, test } from 'vitest';
import { findPreviewedArticle } from '../../model/articles/previews.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const NEWS = '/api/admin/news';
const DAY = 24 * 3_600_000;
const previewed = async (token: string) => (await findPreviewedArticle(t.store.db, token))?.article;

async function open(slug: string): Promise<string> {
  return (await t.editor('POST', `${NEWS}/${slug}/preview`)).json().url.slice('/preview/'.length);
}

describe('a preview', () => {
  test('has an unguessable address that lasts seven days', async () => {
    await t.editor('POST', NEWS, { title: 'Черновик', slug: 'address', status: 'draft' });
    const opened = await t.editor('POST', `${NEWS}/address/preview`);
    expect(opened.statusCode).toBe(201);
    expect(opened.headers.etag).toBe('"1"');
    expect(opened.json()).toEqual({
      url: expect.stringMatching(/^\/preview\/[\w-]{43}$/),
      expiresAt: expect.any(String),
    });
    const days = (Date.parse(opened.json().expiresAt) - Date.now()) / DAY;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    expect(await open('address')).not.toBe(await open('address'));
  });

  test('shows the article as it is stored now, with the fields of a reader and no others', async () => {
    await t.editor('POST', NEWS, { title: 'Один', slug: 'shown', status: 'draft', content: '<p>Раз</p>' });
    const token = await open('shown');
    await t.editor('PUT', `${NEWS}/shown`, { title: 'Два', slug: 'shown-elsewhere' });
    const shown = await previewed(token);
    expect(shown).toMatchObject({ title: 'Два', slug: 'shown-elsewhere', content: '<p>Раз</p>', status: 'draft' });
    for (const name of ['id', 'group', 'updatedBy']) expect(shown).not.toHaveProperty(name);
  });

  test('makes nothing public', async () => {
    await t.editor('POST', NEWS, { title: 'Тайна', slug: 'is-secret', status: 'draft' });
    await open('is-secret');
    expect((await t.visitor('GET', '/api/news/is-secret')).statusCode).toBe(404);
    for (const url of ['/api/news', '/feed.xml', '/sitemap.xml', '/', '/news']) {
      expect((await t.visitor('GET', url)).body).not.toContain('is-secret');
    }
  });

  test('is kept as a hash: its token is nowhere in the database', async () => {
    await t.editor('POST', NEWS, { title: 'Хэш', slug: 'hashed' });
    const token = await open('hashed');
    const { previews, journal } = {
      previews: t.store.db.selectFrom('previews'),
      journal: t.store.db.selectFrom('journal'),
    };
    const rows = [await previews.selectAll().execute(), await journal.selectAll().execute()];
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('nothing is shown', () => {
  test('once the previews of the article are revoked, all of them and only its own', async () => {
    await t.editor('POST', NEWS, { title: 'Отзовём', slug: 'revoked', status: 'draft' });
    await t.editor('POST', NEWS, { title: 'Другая', slug: 'not-revoked', status: 'draft' });
    const tokens = [await open('revoked'), await open('revoked')];
    const other = await open('not-revoked');
    expect((await t.editor('DELETE', `${NEWS}/revoked/preview`)).statusCode).toBe(204);
    for (const token of tokens) expect(await previewed(token)).toBeUndefined();
    expect(await previewed(other)).toMatchObject({ slug: 'not-revoked' });
    expect((await t.editor('DELETE', `${NEWS}/revoked/preview`)).statusCode).toBe(204);
  });

  test('from the moment the preview ends; the next one opened sweeps it out', async () => {
    await t.editor('POST', NEWS, { title: 'Кончится', slug: 'ends', status: 'draft' });
    const token = await open('ends');
    const end = (moment: number) =>
      t.store.db
        .updateTable('previews')
        .set({ expires_at: new Date(moment).toISOString() })
        .execute();
    await end(Date.now() + 60_000);
    expect(await previewed(token)).toMatchObject({ slug: 'ends' });
    await end(Date.now());
    expect(await previewed(token)).toBeUndefined();
    await open('ends');
    expect(await t.store.db.selectFrom('previews').select('token_hash').execute()).toHaveLength(1);
  });

  test('while the article lies in the bin', async () => {
    await t.editor('POST', NEWS, { title: 'В корзину', slug: 'binned', status: 'draft' });
    const token = await open('binned');
    const id = (await t.editor('DELETE', `${NEWS}/binned`)).headers['x-bin-id'];
    expect(await previewed(token)).toBeUndefined();
    await t.editor('POST', `/api/admin/bin/${id}/restore`);
    expect(await previewed(token)).toMatchObject({ slug: 'binned' });
  });

  test.each([
    ['no token', ''],
    ['a short one', 'a'],
    ['a path', '../admin'],
    ['one that was never given', 'a'.repeat(43)],
    ['letters no token has', 'я'.repeat(43)],
    ['a long one', 'a'.repeat(10_000)],
  ])('for %s', async (_which, token) => {
    expect(await previewed(token)).toBeUndefined();
  });
});

test('of an unknown article or an older version no preview is opened or revoked', async () => {
  await t.editor('POST', NEWS, { title: 'Метка', slug: 'tagged' });
  for (const method of ['POST', 'DELETE'] as const) {
    expect((await t.editor(method, `${NEWS}/no-such/preview`)).statusCode).toBe(404);
    expect((await t.editor(method, `${NEWS}/tagged/preview`, undefined, { 'if-match': '"9"' })).statusCode).toBe(412);
  }
  const { id } = (await t.editor('GET', `${NEWS}/tagged`)).json();
  expect(await t.store.db.selectFrom('previews').selectAll().where('article_id', '=', id).execute()).toEqual([]);
});
