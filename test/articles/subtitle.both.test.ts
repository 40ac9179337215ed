import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const NEWS = '/api/admin/news';
const subtitle = 'Оркестр из «десяти» городов';

const write = (slug: string, given: object = {}) =>
  t.editor('POST', NEWS, { title: `О ${slug}`, slug, subtitle, content: '<p>Из текста.</p>', ...given });
const page = async (path: string) => (await t.visitor('GET', path)).payload;

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
