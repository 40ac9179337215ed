import { beforeAll, describe, expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { needSite } from '../rig/needs.ts';
import { audio, pdf } from '../rig/world/files.ts';

const t = await needSite();
const PDF = `/uploads/${'a'.repeat(32)}.pdf`;
const MP3 = `/uploads/${'b'.repeat(32)}.mp3`;

test.each([
  [
    'is brought to its form',
    `<figure class="x file"><p><a href="${PDF}" target="_blank"><b>Правила</b><br>2025</a></p></figure>`,
    `<figure class="file"><a href="${PDF}">Правила 2025</a></figure>`,
  ],
  [
    'without a title has the name of the file',
    `<figure class="file"><a href="${PDF}"> </a></figure>`,
    `<figure class="file"><a href="${PDF}">${'a'.repeat(32)}.pdf</a></figure>`,
  ],
  [
    'keeps what stood beside the link',
    `<figure class="file">до <a href="${PDF}">Правила</a><figcaption>после</figcaption></figure>`,
    `<figure class="file"><a href="${PDF}">Правила</a></figure><p>до </p><p>после</p>`,
  ],
  [
    'of audio is one of audio only',
    `<figure class="audio"><a href="${PDF}">Правила</a></figure>`,
    `<figure class="file"><a href="${PDF}">Правила</a></figure>`,
  ],
  [
    'may offer audio to be saved',
    `<figure class="file"><a href="${MP3}">Гимн</a></figure>`,
    `<figure class="file"><a href="${MP3}">Гимн</a></figure>`,
  ],
  [
    'of another site is a link',
    '<figure class="file"><a href="https://a.example/x.pdf">Правила</a></figure>',
    '<p><a href="https://a.example/x.pdf" rel="noopener noreferrer">Правила</a></p>',
  ],
  [
    'in a list is a link',
    `<ul><li><figure class="file"><a href="${PDF}">Правила</a></figure></li></ul>`,
    `<ul><li><p><a href="${PDF}">Правила</a></p></li></ul>`,
  ],
  [
    'with a script for its address is words',
    '<figure class="audio"><a href="javascript:alert(1)//uploads/x.mp3">Гимн</a></figure>',
    '<p>Гимн</p>',
  ],
])('a block of a file %s', (_what, given, stored) => {
  expect(sanitizeBody(given)).toBe(stored);
  expect(sanitizeBody(stored)).toBe(stored);
});

describe('readers get', () => {
  let page: string;
  let urls: Record<'rules' | 'hymn', string>;
  beforeAll(async () => {
    const put = async (bytes: Buffer, name: string) =>
      (await t.store.files.put(await t.store.files.receive([bytes]), name)).url;
    urls = {
      rules: await put(pdf('x', 1_400_000), 'Правила.pdf'),
      hymn: await put(await audio('tone.mp3'), 'Гимн.mp3'),
    };
    const figure = (name: string, url: string, title: string) =>
      `<figure class="${name}"><a href="${url}">${title}</a></figure>`;
    const content = [
      figure('file', urls.rules, 'Правила &lt;2025&gt;'),
      figure('audio', urls.hymn, 'Гимн "Рампа"'),
      figure('file', PDF, 'Потерянный'),
    ].join('');
    await t.editor('POST', '/api/admin/news', { title: 'Файлы', slug: 'files', content });
    page = (await t.visitor('GET', '/news/files')).payload;
  });

  test('a file as a card with its title, type and size', () => {
    expect(page).toContain(
      `href="${urls.rules}"><span>Правила &lt;2025&gt;</span> <small>PDF, 1,3\u00a0МБ</small></a></figure>`,
    );
  });

  test('audio as a player that loads nothing by itself, with its length and a link to save it', () => {
    expect(page).toContain(
      `<figcaption>Гимн "Рампа"</figcaption><audio controls preload="none" src="${urls.hymn}" aria-label="Гимн &quot;Рампа&quot;"></audio>`,
    );
    expect(page).toContain(
      `href="${urls.hymn}" download>Скачать запись</a> <small>MP3, 0:02, 8\u00a0КБ</small></figure>`,
    );
  });

  test('a plain link where the file is not known', () => {
    expect(page).toMatch(new RegExp(`<p><a [^>]*href="${PDF}">Потерянный</a></p>`));
  });

  test('its host on paper', () => {
    expect(page).toMatch(new RegExp(`<a data-origin="http://[^"]+" href="${urls.rules}">`));
  });

  test('the first audio of an article in the feed', async () => {
    const feed = (await t.visitor('GET', '/feed.xml')).payload;
    expect(feed).toMatch(
      new RegExp(`<enclosure url="http://[^"]+${urls.hymn}" length="\\d+" type="audio/mpeg"/></item>`),
    );
    expect(feed.match(/<enclosure /g)).toHaveLength(1);
  });
});
