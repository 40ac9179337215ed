import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { rowsIn } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { audio, pdf } from '../rig/world/files.ts';

const t = await needSite();
const PDF = `/uploads/${'a'.repeat(32)}.pdf`;
const MP3 = `/uploads/${'b'.repeat(32)}.mp3`;
const figure = (name: string, inside: string) => `<figure class="${name}">${inside}</figure>`;
const link = (url: string, title = 'Правила') => `<a href="${url}">${title}</a>`;
const BLOCKS = rowsIn<[string, string, string]>('files/blocks.txt', '', { PDF, MP3 });
test.each(BLOCKS)('a block of a file %s', (_what, given, stored) => {
  expect(sanitizeBody(given)).toBe(stored);
  expect(sanitizeBody(stored)).toBe(stored);
});

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
    `href="${hymn}" download>Скачать запись</a> <small>MP3, 0:02, 8\u00a0КБ</small></figure>`,
  ])
    expect(page).toContain(part);
  expect(page).toMatch(new RegExp(`<p><a [^>]*href="${PDF}">Потерянный</a></p>`));
  expect(page).toMatch(new RegExp(`<a data-origin="http://[^"]+" href="${rules}">`));
  const feed = (await t.visitor('GET', '/feed.xml')).payload;
  expect(feed).toMatch(new RegExp(`<enclosure url="http://[^"]+${hymn}" length="\\d+" type="audio/mpeg"/></item>`));
  expect(feed.match(/<enclosure /g)).toHaveLength(1);
});
