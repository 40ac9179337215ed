import { expect, test } from 'vitest';
import { findPreviewedArticle } from '../../model/articles/previews.ts';
import { expectRefusal } from '../rig/app.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { wordsIn } from '../rig/words.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needSite();

const NEWS = '/api/admin/news';
const DAY = 24 * 3_600_000;
const previewed = async (token: string) => (await findPreviewedArticle(t.store.db, token))?.article;

async function page(path: string) {
  const { statusCode, payload, headers } = await t.visitor('GET', path);
  return { status: statusCode, html: payload, text: wordsIn(payload), headers };
}

const ARTICLE = '/api/admin/preview/article';
const TEXTS = '/api/admin/preview/site-content';
const html = async (url: string, body: object): Promise<string> => (await t.editor('POST', url, body)).json().html;
const open = async (slug: string): Promise<string> =>
  (await t.editor('POST', `${NEWS}/${slug}/preview`)).json().url.slice('/preview/'.length);

test('a preview has an unguessable address that lasts seven days and is kept as a hash: it is nowhere in the database; it shows the article as it is stored now, with the fields of a reader and no others', async () => {
  await t.editor('POST', NEWS, { title: 'Черновик', slug: 'address', status: 'draft' });
  const opened = await t.editor('POST', `${NEWS}/address/preview`);
  expect(opened.statusCode).toBe(201);
  const address = { url: expect.stringMatching(/^\/preview\/[\w-]{43}$/), expiresAt: expect.any(String) };
  expect([opened.headers.etag, opened.json()]).toEqual(['"1"', address]);
  const days = (Date.parse(opened.json().expiresAt) - Date.now()) / DAY;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  const token = await open('address');
  expect(await open('address')).not.toBe(token);
  const tables = ['previews', 'journal'] as const;
  const rows = await Promise.all(tables.map((table) => t.store.db.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toContain(token);

  await t.editor('PUT', `${NEWS}/address`, { title: 'Два', slug: 'shown-elsewhere', content: '<p>Раз</p>' });
  const shown = await previewed(token);
  expect(shown).toMatchObject({ title: 'Два', slug: 'shown-elsewhere', content: '<p>Раз</p>', status: 'draft' });
  for (const name of ['id', 'group', 'updatedBy']) expect(shown).not.toHaveProperty(name);
});

test('nothing is shown once the previews of the article are revoked, all of them and only its own', async () => {
  await t.editor('POST', NEWS, { title: 'Отзовём', slug: 'revoked', status: 'draft' });
  await t.editor('POST', NEWS, { title: 'Другая', slug: 'not-revoked', status: 'draft' });
  const tokens = [await open('revoked'), await open('revoked')];
  const other = await open('not-revoked');
  expect((await t.editor('DELETE', `${NEWS}/revoked/preview`)).statusCode).toBe(204);
  for (const token of tokens) expect(await previewed(token)).toBeUndefined();
  const { status, html, text } = await page(`/preview/${tokens[0]}`);
  expect([status, html.includes('Отзовём')]).toEqual([404, false]);
  for (const words of ['Ссылка для предпросмотра больше не действует', 'Попросите у редакции новую.'])
    expect(text).toContain(words);
  expect(text).not.toContain('перенесли');
  expect(html).toMatch(/<main[\s\S]*<a[^>]* href="\/news"[\s\S]*<\/main>/);
  expect(await previewed(other)).toMatchObject({ slug: 'not-revoked' });
  expect((await t.editor('DELETE', `${NEWS}/revoked/preview`)).statusCode).toBe(204);
});

test('a preview is the page that readers will see, says what the article is by now, and is neither kept nor indexed', async () => {
  const draft = { title: 'Тайный гость', slug: 'unfinished', date: '2025-07-19', status: 'draft' };
  await t.editor('POST', NEWS, { ...draft, content: '<h1>Внутри</h1><p>Ещё пишем</p>' });
  const token = await open('unfinished');
  const address = `/preview/${token}`;
  const { status, html } = await page(address);
  expect([status, html.match(/<h1[\s>]/g)?.length]).toEqual([200, 1]);
  expect(html).toContain('<time datetime="2025-07-19">19 июля 2025</time>');
  expect(html).toContain('<h2 class="h1">Внутри</h2><p>Ещё пишем</p>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toMatch(/rel="canonical"|property="og:|ld\+json/);

  const stateAfter = async (change: object) => {
    expect((await t.editor('PUT', `${NEWS}/unfinished`, change)).statusCode).toBe(200);
    return /Предпросмотр: так новость увидят читатели (.*?) Все новости/.exec((await page(address)).text)?.[1]?.trim();
  };
  expect(await stateAfter({})).toBe('черновик');
  expect(await stateAfter({ status: 'scheduled', publishAt: '2999-01-01T00:00:00Z' })).toBe('запланирована');
  expect(await stateAfter({ status: 'published' })).toBe('опубликована');
  const expires_at = new Date().toISOString();
  await t.store.db.updateTable('articles').set({ expires_at }).where('slug', '=', 'unfinished').execute();
  expect(await stateAfter({})).toBe('срок показа истёк');

  const unknown = `/preview/${'x'.repeat(43)}`;
  for (const path of [address, `${address}.data`, unknown, `${unknown}.data`]) {
    const answer = await page(path);
    const { 'cache-control': keeping, 'x-robots-tag': robots, etag } = answer.headers;
    expect([keeping, robots, etag]).toEqual(['no-store', 'noindex, nofollow', undefined]);
    expect(answer.html).not.toContain(token);
  }
  expect((await page('/robots.txt')).html).toMatch(
    /^User-agent: \*\n(Disallow: .*\n)*Disallow: \/preview\/\nClean-param: utm_source&.*&view&spoilers \/\n/,
  );
});

test('nothing is shown from the moment the preview ends; the next one opened sweeps it out', async () => {
  await t.editor('POST', NEWS, { title: 'Кончится', slug: 'ends', status: 'draft' });
  const token = await open('ends');
  const end = (moment: number) => {
    const expires_at = new Date(moment).toISOString();
    return t.store.db.updateTable('previews').set({ expires_at }).execute();
  };
  await end(Date.now() + 60_000);
  expect(await previewed(token)).toMatchObject({ slug: 'ends' });
  await end(Date.now());
  expect(await previewed(token)).toBeUndefined();
  await open('ends');
  expect(await t.store.db.selectFrom('previews').select('token_hash').execute()).toHaveLength(1);
});

test('nothing is shown while the article lies in the trash, nor for what is no token, or was never given', async () => {
  await t.editor('POST', NEWS, { title: 'В корзину', slug: 'trashed', status: 'draft' });
  const token = await open('trashed');
  const id = (await t.editor('DELETE', `${NEWS}/trashed`)).headers['x-bin-id'];
  expect(await previewed(token)).toBeUndefined();
  await t.editor('POST', `/api/admin/bin/${id}/restore`);
  expect(await previewed(token)).toMatchObject({ slug: 'trashed' });
  for (const token of ['', 'a', '../admin', 'a'.repeat(43), 'я'.repeat(43), 'a'.repeat(10_000)])
    expect([token, await previewed(token)]).toEqual([token, undefined]);
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

test('a preview of what is not saved is the public page of the article, sanitised, with its card and picture, and stores nothing', async () => {
  const before = (await t.editor('GET', '/api/admin/news')).json().length;
  const content = '<h1>Раздел</h1><p onclick="alert(1)">Текст<script>alert(2)</script></p><p><br></p>';
  const typed = { title: 'Ещё не <сохранено>', date: '2025-07-20', coverImageUrl: 'https://example.ru/a.jpg' };
  const shown = await html(ARTICLE, { ...typed, content });
  expect(shown).toMatch(/<h1>Ещё\sне\s&lt;сохранено&gt;<\/h1>/);
  expect(shown).toContain('<h2 class="h1">Раздел</h2><p>Текст</p></div>');
  expect(shown).toContain('20 июля 2025');
  expect(shown).toContain('Карточка в списке новостей');
  expect(shown).toContain('src="data:image/svg+xml;base64,');
  expect(shown).toContain('<base target="_blank">');
  expect(shown).not.toMatch(/<script|onclick|alert|modulepreload|nonce=/);
  expect((await t.editor('GET', '/api/admin/news')).json()).toHaveLength(before);
  expect((await t.visitor('GET', '/preview/unsaved')).statusCode).toBe(404);
});

test('a preview of what is not saved shows images that are not uploaded yet, and the focal point of the cover wherever it is cropped', async () => {
  const bytes = await noise(40, 20).png().toBuffer();
  const src = `data:image/png;base64,${bytes.toString('base64')}`;
  const { url, name } = await uploadPicture(t.editor, bytes);
  await t.editor('PUT', `/api/admin/images/${name}`, { focus: { x: 20, y: 80 } });
  const shown = await html(ARTICLE, { title: 'x', content: `<p><img src="${src}" alt="Зал"></p>`, coverImageUrl: url });
  expect(shown).toContain(`src="${src}" alt="Зал" width="40" height="20"`);
  expect(shown.match(new RegExp(`<img[^>]* src="${url}"[^>]* data-x="20" data-y="80"`, 'g'))).toHaveLength(3);
  expect((await t.editor('GET', '/api/admin/images')).json()).toHaveLength(1);
});

test('a preview of what is not saved needs no field, and refuses those that a save would refuse; texts of the site are shown on their pages and nowhere else, and bad ones refused', async () => {
  expect(await html(ARTICLE, {})).toContain('<h1>Без заголовка</h1>');
  const refused = await t.editor('POST', ARTICLE, { title: 'x', coverImageUrl: 'javascript:alert(1)' });
  expectRefusal(refused, 400, expect.stringMatching(/^Обложка/));
  expect((await t.editor('POST', ARTICLE, { content: '<b>'.repeat(30_000) })).statusCode).toBe(422);
  const texts = { hero_title: 'Проба заголовка', accent_color: '#12a866', about_text: 'Раз\n\nДва' };
  expect(await html(TEXTS, { page: '/', texts })).toContain('Проба заголовка</h1>');
  expect(await html(TEXTS, { page: '/about', texts })).toContain('<p>Два</p>');
  expect(await html(TEXTS, { page: '/', texts: { hero_title: ' ' } })).not.toContain('<h1></h1>');
  expect((await t.visitor('GET', '/')).body).not.toContain('Проба заголовка');
  expect((await t.editor('GET', '/api/site-content')).json().hero_title).not.toBe('Проба заголовка');
  for (const body of [{ page: '/admin', texts: {} }, { page: '/', texts: { social_rutube: '@x' } }, { page: '/' }]) {
    const { statusCode, json } = await t.editor('POST', TEXTS, body);
    expect([statusCode, json().message]).toEqual([400, expect.stringMatching(/^[А-ЯЁ](?!.*Invalid)/s)]);
  }
});
