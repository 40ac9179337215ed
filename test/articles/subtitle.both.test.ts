import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const NEWS = '/api/admin/news';
const subtitle = 'Оркестр из «десяти» городов';

async function write(slug: string, given: object = {}) {
  const made = await t.editor('POST', NEWS, {
    title: `О ${slug}`,
    slug,
    subtitle,
    content: '<p>Из текста.</p>',
    ...given,
  });
  expect(made.statusCode).toBe(201);
  return made.json();
}
const stored = async (slug: string) => (await t.editor('GET', `${NEWS}/${slug}`)).json().subtitle;
const page = async (path: string) => (await t.visitor('GET', path)).payload;

test('a subtitle is in every answer, on one line, and empty when nobody gave one', async () => {
  expect(await write('answers', { subtitle: `  ${subtitle}\n` })).toMatchObject({ subtitle });
  expect((await t.visitor('GET', '/api/news/answers')).json()).toMatchObject({ subtitle });
  for (const path of ['/api/news?fields=card', '/api/news'])
    expect((await t.visitor('GET', path)).json()[0]).toMatchObject({ slug: 'answers', subtitle });
  expect(await write('without', { subtitle: undefined })).toMatchObject({ subtitle: '' });
  expect((await t.editor('PUT', `${NEWS}/answers`, { title: 'Другой' })).json()).toMatchObject({ subtitle });
  expect((await t.editor('PUT', `${NEWS}/answers`, { subtitle: null })).json()).toMatchObject({ subtitle: '' });
});

test.each([5, 'я'.repeat(201), ['a']])('the subtitle %j is 400', async (wrong) => {
  const refused = await t.editor('POST', NEWS, { title: 'Нет', subtitle: wrong });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields.subtitle).toContain('Подзаголовок');
});

test('a subtitle stands below the title, and before the excerpt in the feed and in descriptions', async () => {
  await write('shown');
  const shown = await page('/news/shown');
  expect(shown).toMatch(/<h1[^>]*>О shown<\/h1><p>Оркестр из «десяти» городов<\/p>/);
  expect(shown).toContain(`<meta property="og:description" content="${subtitle}. Из текста."/>`);
  expect(await page('/feed.xml')).toContain(`<description>${subtitle}. Из текста.</description>`);
  await t.editor('PUT', `${NEWS}/shown`, { subtitle: '' });
  expect(await page('/news/shown')).toMatch(/<h1[^>]*>О shown<\/h1><\/hgroup>/);
  expect(await page('/feed.xml')).toContain('<description>Из текста.</description>');
});

test('a subtitle is kept in versions, told as their change, and comes back with them', async () => {
  await write('versions');
  await t.editor('PUT', `${NEWS}/versions`, { subtitle: 'Другой' });
  expect((await t.editor('GET', `${NEWS}/versions/revisions`)).json()[0]).toMatchObject({ changes: ['subtitle'] });
  expect((await t.editor('GET', `${NEWS}/versions/revisions/1`)).json()).toMatchObject({ subtitle });
  await t.editor('POST', `${NEWS}/versions/revisions/1/restore`);
  expect(await stored('versions')).toBe(subtitle);
});

test('a duplicate has the subtitle, an autosave stores it, and the search finds its words', async () => {
  await write('original', { subtitle: 'Единственный кларнетист' });
  const { slug } = (await t.editor('POST', `${NEWS}/original/duplicate`)).json();
  expect(await stored(slug)).toBe('Единственный кларнетист');
  await t.editor('PUT', `${NEWS}/${slug}`, { subtitle: 'Прибыл фаготист', autosave: true });
  expect(await stored(slug)).toBe('Прибыл фаготист');
  const found = async (q: string) =>
    (await t.editor('GET', `${NEWS}?q=${encodeURIComponent(q)}`))
      .json()
      .map((article: { slug: string }) => article.slug);
  expect(await found('кларнет')).toEqual(['original']);
  expect(await found('фагот')).toEqual([slug]);
});

test('a subtitle written after the contest began is hidden on pages without spoilers', async () => {
  await write('told', { subtitle: 'Победила Мира' });
  expect(await page('/news/told?spoilers=hide')).toContain('Победила Мира');
  const starts_at = new Date(Date.now() - 3_600_000).toISOString();
  await t.editor('POST', '/api/admin/shows', { title: 'Финал', starts_at });
  const hidden = await page('/news/told?spoilers=hide');
  expect(hidden).toContain('Новость скрыта');
  expect(hidden).not.toContain('Мира');
  expect(await page('/feed.xml?spoilers=hide')).not.toContain('Мира');
  expect(await page('/news/told')).toContain('Победила Мира');
});
