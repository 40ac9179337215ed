import { expect, test } from 'vitest';
import { BODY_BLOCKS } from '../../app/routes/admin/editor/body/blocks/blocks.ts';
import { BLOCK_NAMES } from '../../model/body/blocks/blocks.ts';
import { sanitizeBody } from '../../model/body/body.ts';
import { wordsOf } from '../../model/text/plain.ts';
import { needSite } from '../rig/needs.ts';
import { STORED_BLOCKS } from '../rig/world/blocks.ts';
import { audio, pdf } from '../rig/world/files.ts';

const t = await needSite();

const escapeXml = (html: string) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

test('the editor has the blocks that bodies may have, and tests know each of them', () => {
  expect(BODY_BLOCKS.map(({ name }) => name).sort()).toEqual([...BLOCK_NAMES].sort());
  expect(Object.keys(STORED_BLOCKS).sort()).toEqual([...BLOCK_NAMES].sort());
});

test.each(BLOCK_NAMES)(
  '%s is stored, given back by the API, shown and put into the feed with all of its words',
  async (name) => {
    const samples = STORED_BLOCKS[name] ?? [];
    expect(samples.length).toBeGreaterThan(0);
    const content = samples.join('');
    expect(sanitizeBody(content)).toBe(content);
    const { slug } = (await t.editor('POST', '/api/admin/news', { title: `Блок ${name}`, content })).json();
    expect((await t.visitor('GET', `/api/news/${slug}`)).json().content).toBe(content);
    const page = (await t.visitor('GET', `/news/${slug}`)).payload;
    expect(wordsOf(page.slice(page.indexOf('article-body'), page.indexOf('</article>')))).toEqual(
      expect.arrayContaining(wordsOf(content.replace(/<[^>]*>/g, ' '))),
    );
    const feed = (await t.visitor('GET', '/feed.xml')).payload.replaceAll('http://localhost:80/', 'http://localhost/');
    expect(feed).toContain(escapeXml(content.replaceAll('="/', '="http://localhost/')));
  },
);

const PDF = `/uploads/${'a'.repeat(32)}.pdf`;
const figure = (name: string, inside: string) => `<figure class="${name}">${inside}</figure>`;
const link = (url: string, title = 'Правила') => `<a href="${url}">${title}</a>`;

test('readers get a file as a card, audio as a player that loads nothing by itself, and a plain link of what is not known', async () => {
  const put = async (bytes: Buffer, name: string) =>
    (await t.store.files.put(await t.store.files.receive([bytes]), name)).url;
  const rules = await put(pdf('x', 1_400_000), 'Правила.pdf');
  const hymn = await put(await audio('tone.mp3'), 'Гимн.mp3');
  const blocks = [
    figure('file', link(rules, 'Правила &lt;2025&gt;')),
    figure('audio', link(hymn, 'Гимн "Рампа"')),
    figure('file', link(PDF, 'Потерянный')),
  ];
  await t.editor('POST', '/api/admin/news', { title: 'Файлы', slug: 'files', content: blocks.join('') });
  const page = (await t.visitor('GET', '/news/files')).payload;
  for (const part of [
    `href="${rules}"><span>Правила &lt;2025&gt;</span> <small>PDF, 1,3\u00a0МБ</small></a></figure>`,
    `<figcaption>Гимн "Рампа"</figcaption><audio controls preload="none" src="${hymn}" aria-label="Гимн &quot;Рампа&quot;"></audio>`,
    `href="${hymn}" download>Скачать запись</a> <small>MP3, 8\u00a0КБ</small></figure>`,
  ])
    expect(page).toContain(part);
  expect(page).toMatch(new RegExp(`<p><a [^>]*href="${PDF}">Потерянный</a></p>`));
  expect(page).toMatch(new RegExp(`<a data-origin="http://[^"]+" href="${rules}">`));
});
