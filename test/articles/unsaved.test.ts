import { describe, expect, test } from 'vitest';
import { FORM, form } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const t = await needSite();

const ARTICLE = '/api/admin/preview/article';
const TEXTS = '/api/admin/preview/site-content';
const html = async (url: string, body: object): Promise<string> => (await t.editor('POST', url, body)).json().html;

describe('a preview of what is not saved', () => {
  test('is the public page of the article, sanitised, with its card and picture, and stores nothing', async () => {
    const shown = await html(ARTICLE, {
      title: 'Ещё не <сохранено>',
      date: '2025-07-20',
      content: '<h1>Раздел</h1><p onclick="alert(1)">Текст<script>alert(2)</script></p><p><br></p>',
      coverImageUrl: 'https://example.ru/a.jpg',
    });
    expect(shown).toMatch(/<h1>Ещё\sне\s&lt;сохранено&gt;<\/h1>/);
    expect(shown).toContain('<h2 class="h1">Раздел</h2><p>Текст</p></div>');
    expect(shown).toContain('20 июля 2025');
    expect(shown).toContain('Карточка в списке новостей');
    expect(shown).toContain('src="data:image/svg+xml;base64,');
    expect(shown).toContain('<base target="_blank">');
    expect(shown).not.toMatch(/<script|onclick|alert|modulepreload|nonce=/);
    expect((await t.editor('GET', '/api/admin/news')).json()).toEqual([]);
    expect((await t.visitor('GET', '/preview/unsaved')).statusCode).toBe(404);
  });

  test('shows images that are not uploaded yet, and the focal point of the cover wherever it is cropped', async () => {
    const bytes = await noise(40, 20).png().toBuffer();
    const src = `data:image/png;base64,${bytes.toString('base64')}`;
    const payload = form({ filename: 'зал.png', type: 'image/png', bytes });
    const { url } = (await t.editor('POST', '/api/upload', payload, { 'content-type': FORM })).json();
    await t.editor('PUT', `/api/admin/images/${url.slice('/uploads/'.length)}`, { focus: { x: 20, y: 80 } });
    const shown = await html(ARTICLE, {
      title: 'x',
      content: `<p><img src="${src}" alt="Зал"></p>`,
      coverImageUrl: url,
    });
    expect(shown).toContain(`src="${src}" alt="Зал" width="40" height="20"`);
    expect(shown.match(new RegExp(`<img[^>]* src="${url}"[^>]* data-x="20" data-y="80"`, 'g'))).toHaveLength(3);
    expect((await t.editor('GET', '/api/admin/images')).json()).toHaveLength(1);
  });

  test('needs no field, and refuses those that a save would refuse', async () => {
    expect(await html(ARTICLE, {})).toContain('<h1>Без заголовка</h1>');
    const refused = await t.editor('POST', ARTICLE, { title: 'x', coverImageUrl: 'javascript:alert(1)' });
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringMatching(/^Обложка/)]);
    expect((await t.editor('POST', ARTICLE, { content: '<b>'.repeat(30_000) })).statusCode).toBe(422);
  });

  test('shows texts of the site on their pages and nowhere else', async () => {
    const texts = { hero_title: 'Проба заголовка', accent_color: '#12a866', about_text: 'Раз\n\nДва' };
    expect(await html(TEXTS, { page: '/', texts })).toContain('Проба заголовка</h1>');
    expect(await html(TEXTS, { page: '/about', texts })).toContain('<p>Два</p>');
    expect(await html(TEXTS, { page: '/', texts: { hero_title: ' ' } })).not.toContain('<h1></h1>');
    expect((await t.visitor('GET', '/')).body).not.toContain('Проба заголовка');
    expect((await t.editor('GET', '/api/site-content')).json().hero_title).not.toBe('Проба заголовка');
  });

  test('of texts refuses other pages and bad values', async () => {
    for (const body of [{ page: '/admin', texts: {} }, { page: '/', texts: { social_rutube: '@x' } }, { page: '/' }])
      expect((await t.editor('POST', TEXTS, body)).statusCode).toBe(400);
  });

  test('is for administrators', async () => {
    for (const url of [ARTICLE, TEXTS]) expect((await t.visitor('POST', url, {})).statusCode).toBe(401);
  });
});
