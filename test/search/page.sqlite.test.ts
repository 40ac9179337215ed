import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const site = await needSite();
const open = (path: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url: path, headers: { accept: 'text/html', ...headers } });
const seek = (q: string, more = '') => open(`/search?q=${encodeURIComponent(q)}${more}`);
const words = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('the page finds without scripts: groups, marked words, another layout, and advice when there is nothing', async () => {
  const lute = { title: 'Лютня и флейта', slug: 'lute', content: '<p>Играют на лютне.</p>' };
  await site.editor('POST', '/api/admin/news', lute);
  await site.editor('POST', '/api/admin/pages', { title: 'Лютни', slug: 'lutes', content: '', status: 'published' });
  const found = await seek('лютню');
  expect(found.statusCode).toBe(200);
  expect(words(found.payload)).toMatch(
    /Нашлось: 2\. Страницы 1 Новости 1 Страницы Лютни.*Новости \d+ \S+ \d{4} Лютня и флейта/,
  );
  expect(found.payload).toContain('href="#page"');
  expect(found.payload).toContain('<mark>лютне</mark>');
  expect(found.payload).toMatch(/<input[^>]* value="лютню"/);
  expect(words((await seek('k.nyz')).payload)).toContain('Показано то, что есть по запросу «лютня»');
  const nothing = await seek('ывалдор');
  expect(nothing.statusCode).toBe(200);
  expect(words(nothing.payload)).toMatch(/«ывалдор» ничего не нашлось.*К новостям.*Последние новости.*Лютня и флейта/);
  expect(words((await open('/search')).payload)).toMatch(/Слово можно написать в любой форме\. К новостям/);
});

test('what was searched is neither cached nor indexed, and is written out as text', async () => {
  const { headers, payload } = await seek('"><script>alert(1)</script>');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': expect.stringContaining('noindex') });
  expect(payload).not.toContain('<script>alert(1)');
});

test('the choices of a visitor in the address go along with the form', async () => {
  const { payload } = await open('/news?spoilers=hide&view=150');
  expect(payload).toMatch(/<form[^>]*action="\/search".*name="view" value="150".*name="spoilers" value="hide"/s);
  expect((await seek('лютня', '&spoilers=hide')).statusCode).toBe(200);
  expect((await seek('триумфатор', '&spoilers=hide')).payload).toContain('итоги, скрыты');
  expect((await seek('триумфатор')).payload).not.toContain('итоги, скрыты');
  const sent = await open('/search?q=%D0%BB', { cookie: 'rampa.spoilers=hide' });
  expect([sent.statusCode, sent.headers.location]).toEqual([302, '/search?q=%D0%BB&spoilers=hide']);
});
