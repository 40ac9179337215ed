import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { rows } from '../rig/cases.ts';
import { needSite } from '../rig/needs.ts';
import { audio, pdf } from '../rig/world/files.ts';

const t = await needSite();
const PDF = `/uploads/${'a'.repeat(32)}.pdf`;
const MP3 = `/uploads/${'b'.repeat(32)}.mp3`;
const figure = (name: string, inside: string) => `<figure class="${name}">${inside}</figure>`;
const link = (url: string, title = 'Правила') => `<a href="${url}">${title}</a>`;
const FILE = figure('file', link(PDF));
const SONG = figure('file', link(MP3, 'Гимн'));
const ELSEWHERE = '<a href="https://a.example/x.pdf" rel="noopener noreferrer">Правила</a>';
test.each(
  rows<[string, string, string]>(`
  is brought to its form
    <figure class="x file"><p><a href="${PDF}" target="_blank"><b>Правила</b><br>2025</a></p></figure>
    ${figure('file', link(PDF, 'Правила 2025'))}
  without a title has the name of the file
    ${figure('file', link(PDF, ' '))}
    ${figure('file', link(PDF, `${'a'.repeat(32)}.pdf`))}
  keeps what stood beside the link
    ${figure('file', `до ${link(PDF)}<figcaption>после</figcaption>`)}
    ${FILE}<p>до </p><p>после</p>
  of audio is one of audio only → ${figure('audio', link(PDF))} → ${FILE}
  may offer audio to be saved → ${SONG} → ${SONG}
  of another site is a link → ${figure('file', link('https://a.example/x.pdf'))} → <p>${ELSEWHERE}</p>
  in a list is a link → <ul><li>${FILE}</li></ul> → <ul><li><p>${link(PDF)}</p></li></ul>
  with a script for its address is words → ${figure('audio', link('javascript:alert(1)//uploads/x.mp3', 'Гимн'))} → <p>Гимн</p>
`),
)('a block of a file %s', (_what, given, stored) => {
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
