import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { momentOf } from '../../ops/import/items.ts';
import { needFolder, needSite } from '../rig/needs.ts';
import {
  attachment,
  bring as bringFrom,
  bringNews,
  bringTexts,
  meta,
  oldSite,
  PDF,
  writeFiles,
  wxr,
  zipped,
} from './sources.ts';

const site = await needSite();
const old = await oldSite();
const folder = await needFolder();
const { '/files/a.jpg': photo = '', '/files/b.png': drawing = '' } = old.answers;
old.answers['/files/%CF%EE.jpg'] = photo; // windows-1251

const bring = (place: string, named?: string) => bringNews(site, old, place, named);
const bringFile = async (name: string, content: string | Buffer, named?: string) => {
  await writeFiles(folder, { [name]: content });
  return bring(path.join(folder, name), named);
};
const bringFolder = async (name: string, files: Record<string, string | Buffer>) =>
  bring(await writeFiles(path.join(folder, name), files));
const bringFeed = (feed: string | Buffer) => {
  old.answers['/feed'] = feed;
  return bring(`${old.origin}/feed`);
};
const bringFeedAgain = () => bringFrom(site, old, `${old.origin}/feed`);
const feedOf = (...items: string[]) =>
  `<rss version="2.0"><channel><link>${old.origin}</link>${items.join('')}</channel></rss>`;
const bringGhost = (...posts: object[]) =>
  bringFile('posts.json', JSON.stringify({ db: [{ data: { posts } }] }), old.origin);
const leads = async (from: string) => (await site.visitor('GET', encodeURI(from))).headers.location;

const RSS = `<?xml version="1.0" encoding="windows-1251"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><link>${old.origin}/</link>
<item><title>Первая &amp;laquo;новость&amp;raquo;</title><link>${old.origin}/post/one.html?utm_source=rss&amp;utm_medium=feed</link><guid>1</guid><pubDate>Tue, 14 May 2024 22:30:00 +0300</pubDate><category>Финал</category>
<enclosure url="${old.origin}/files/b.png" type="image/png"/><content:encoded>&lt;p&gt;Текст &lt;img src="/files/%CF%EE.jpg"&gt;&lt;/p&gt;</content:encoded></item>
<item><title>Вторая</title><link>${old.origin}/post/two.html</link><guid>2</guid><description>Начало…</description></item></channel></rss>`;

/** As old sites send it. */
function inCyrillic(text: string): Buffer {
  const letters = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : letter === '…' ? 0x85 : code;
  });
  return Buffer.from(letters);
}

test('a feed in windows-1251 brings whole texts and says which are only a beginning', async () => {
  const { report, of } = await bringFeed(inCyrillic(RSS));
  expect(report).toEqual({
    ...{ source: 'RSS', created: 2, updated: 0, unchanged: 0, redirects: 2 },
    losses: [{ item: 'Вторая', what: 'текст: в ленте только его начало', count: 1 }],
  });
  expect(of('one')).toMatchObject({
    ...{ title: 'Первая «новость»', publishAt: '2024-05-14T19:30:00.000Z', date: '2024-05-14', tags: ['Финал'] },
    coverImageUrl: expect.stringMatching(/png$/),
    content: expect.stringMatching(/^<p>Текст <img src="\/uploads\/\w+\.jpg" alt=""><\/p>$/),
  });
  expect(await leads('/post/one.html')).toBe('/news/one');
});

test('entities that a file declares are not expanded, neither its own nor those of other files', async () => {
  const declared = '<!DOCTYPE rss [<!ENTITY own "Иное"><!ENTITY other SYSTEM "file:///etc/hostname">]><rss';
  const text = wxr(old.origin, [{ id: 1, title: 'Финал', text: 'Сегодня' }]);
  const { news } = await bringFile('dtd.xml', text.replace('<rss', declared).replace('Финал', 'Финал &own;&other;'));
  expect(news).toMatchObject([{ title: 'Финал &own;&other;' }]);
});

test('a block that several texts show comes in each of them, and closes them with what it closes', async () => {
  const shown = (id: number) => `<p>раз</p><!-- wp:block {"ref":${id}} /-->`;
  const posts = [
    { id: 1, text: shown(8) },
    { id: 2, text: shown(9) },
    { id: 3, text: shown(7), dates: '' },
    {
      id: 8,
      type: 'wp_block',
      text: '<!-- wp:paragraph --><p>два</p><!-- /wp:paragraph --><!-- wp:block {"ref":6} /-->',
    },
    { id: 6, type: 'wp_block', text: '<!-- wp:paragraph --><p>три</p><!-- /wp:paragraph -->' },
    { id: 4, text: `[video width="9" mp4="/v.mp4"][/video]<img src="${old.origin}/files/x-300x200.jpg">` },
    { ...attachment(old.origin, 5, 'x-scaled.jpg') },
    { id: 9, type: 'wp_block', text: '[membership]тайна[/membership]' },
  ];
  old.answers['/files/x-scaled.jpg'] = photo;
  const { lost, of } = await bringFile('reused.xml', wxr(old.origin, posts));
  expect(of('n1')).toMatchObject({ content: '<p>раз</p><p>два</p><p>три</p>', status: 'published' });
  expect(of('n2')).toMatchObject({ status: 'draft' });
  const unknown = ['Запись 3: блок WordPress «block»', 'Запись 3: дата: её нет в выгрузке', 'Запись 4: видео'];
  expect(of('n4').content).toMatch(/<img src="\/uploads/);
  expect(lost).toEqual(expect.arrayContaining(unknown));
});

test('what a folder marks as not for everybody, in any spelling, is a draft', async () => {
  const marks = [
    ...['permalink: false', '_build: { render: never }', 'headless: true', 'password: 12345', 'publish: no'],
    ...['draft: yes', 'Draft: true', 'private: true', 'visibility: private', 'visibility: members'],
    ...['visibility: tiers', 'expiryDate: 2020-01-01', 'expirydate: 2020-01-01'],
  ];
  const files = marks.map((mark, at) => [`${at}.md`, `---\ntitle: Т${at}\n${mark}\n---\nтайна`]);
  const table = '+++\ntitle = "Т99"\nprivate = false\n[_build]\nlist = "never"\nrender = "never"\n+++\nтайна';
  files.push(['99.md', table], ['98.md', '# Видно']);
  const { report, news } = await bringFolder('closed', Object.fromEntries(files));
  expect(report).toMatchObject({ created: marks.length + 2, losses: [] });
  expect(new Set(news.map(({ title, status }) => `${title} ${status}`))).toEqual(
    new Set(['Видно published', ...marks.map((_, at) => `Т${at} draft`), 'Т99 draft']),
  );
});

test('a feed that gives one number to two texts brings both, and a text twice but once', async () => {
  const item = (name: string) => `<item><title>${name}</title><link>${old.origin}/${name}</link><guid>1</guid></item>`;
  const items = ['a', 'b', 'a'].map(item);
  expect((await bringFeed(feedOf(...items))).report).toMatchObject({ created: 2, updated: 0, redirects: 2 });
  expect(await bringFeedAgain()).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  const bare = ['раз', 'два', 'раз'].map((text) => `<item><title>c</title><description>${text}</description></item>`);
  old.answers['/feed'] = feedOf(item('n'), ...items, ...bare);
  expect(await bringFeedAgain()).toMatchObject({ created: 3, updated: 0, unchanged: 2, losses: [] });
  expect(await bringFeedAgain()).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
});

test('Russian dates are read by day and month, in the time of Moscow too; one that cannot be read is lost', async () => {
  const item = (at: string, n: number) =>
    `<item><title>${n}</title><link>${old.origin}/${n}</link><pubDate>${at}</pubDate></item>`;
  const { lost, of } = await bringFeed(feedOf(...['Tue, 02 Jan 2024 03:04:05 MSK', '02.01.2024', 'вчера'].map(item)));
  const moments = ['0', '1'].map((title) => of(title).publishAt);
  expect(moments).toEqual(['2024-01-02T00:04:05.000Z', '2024-01-02T00:00:00.000Z']);
  expect(lost).toEqual(['2: дата «вчера»: её нельзя прочесть']);
  const folded = await bringFolder('dates', {
    'a.md': '---\ntitle: А\ndate: 02.01.2024 10:00\n---\nа',
    'b.md': '---\ntitle: Б\ndate: вчера\n---\nб',
    'c.md': '---\ntitle: В\ndate: 2.1.2024\npublishDate: завтра\n---\nтайна',
    'd.md': '---\ntitle: Г\ndate: 2024-01-02T01:30:00+03:00\nexpiryDate: 31.02.2099\n---\nг',
    'e.md': '---\ntitle: Д\ndate: 20240102\n...\nд',
  });
  const days = folded.news.filter(({ title }) => title !== 'Б').map(({ date, status }) => `${date} ${status}`);
  const published = '2024-01-02 published';
  expect(days.toSorted()).toEqual(['2024-01-02 draft', published, published, published]);
  const unread = ['Б: дата «вчера»', 'В: дата «завтра»', 'Г: дата «31.02.2099»'];
  expect(folded.lost).toEqual(unread.map((day) => `${day}: её нельзя прочесть`));
});

test.each([
  ['Tue, 02 Jan 24 10:00:00 GMT', '2024-01-02T10:00:00.000Z'],
  ['2.1.2024', '2024-01-02T00:00:00.000Z'],
  ['1.9.2024', '2024-09-01T00:00:00.000Z'],
  ['7.10.2023 18:00 MSK', '2023-10-07T15:00:00.000Z'],
  ['20240102', '2024-01-02T00:00:00.000Z'],
  ['1704189600', '2024-01-02T10:00:00.000Z'],
  ['1704189600000', '2024-01-02T10:00:00.000Z'],
  ['20240231', undefined],
  ['02.01.24', undefined],
  ['31.02.2024', undefined],
  ['2024-02-31', undefined],
  ['сегодня, 5', undefined],
])('the date %s is %s', (text, moment) => expect(momentOf(text)).toBe(moment));

test('pictures of WordPress keep their descriptions; a cover and one of a gallery without a file are lost', async () => {
  const image = attachment(old.origin, 6, 'b.png');
  const posts = [
    { id: 1, text: '[gallery ids="6,7"]', more: meta('_thumbnail_id', '7') },
    { id: 2, more: meta('_thumbnail_id', '6') },
    { ...image, more: image.more + meta('_wp_attachment_image_alt', 'Зал') },
    { id: 7, type: 'attachment', status: 'inherit' },
  ];
  const { lost, of } = await bringFile('a.xml', wxr(old.origin, posts));
  expect(lost).toEqual(['Запись 1: картинка галереи', 'Запись 1: обложка: её нет в выгрузке']);
  expect(of('n1').content).toContain(' alt="Зал"');
  expect(of('n2')).toMatchObject({ coverAlt: 'Зал' });
});

test('an Atom feed keeps the order of words and marks of XHTML', async () => {
  const { news } = await bringFile(
    'atom.xml',
    `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://old.example/"/><entry><id>tag:1</id><title>Атом</title><link href="https://old.example/a"/>
<published>2024-05-14T10:00:00Z</published><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Раз <b>два</b> <![CDATA[три]]></p></div></content></entry>
<entry><id>tag:2</id><title>Не здесь</title><link href="https://old.example/b"/><published>2024-05-13T10:00:00Z</published><summary>Кратко</summary><content src="https://old.example/b"/></entry></feed>`,
  );
  expect(news).toMatchObject([
    { slug: 'a', content: '<p>Раз <b>два</b> три</p>', date: '2024-05-14' },
    { slug: 'b', content: '<p>Кратко</p>' },
  ]);
});

test('a feed says of what its links are relative, and its elements may have a prefix', async () => {
  const entry = (id: number, link: string, content: string) =>
    `<entry><id>${id}</id><title>Т${id}</title><link href="${link}"/><published>2024-05-14T10:00:00Z</published>${content}</entry>`;
  const { lost, of } = await bringFile(
    'base.xml',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${old.origin}/blog/" xmlns:x="http://www.w3.org/1999/xhtml"><link href="."/>
${entry(1, 'a.html', '<content type="xhtml" xml:base="../files/"><x:div><x:p><x:img src="a.jpg"/> <x:a href="../blog/b.html">Т2</x:a></x:p></x:div></content>')}
${entry(2, 'b.html', '<content>раз\n\n&lt;два&gt;</content>')}</feed>`,
  );
  expect([lost, of('b').content]).toEqual([[], '<p>раз</p><p>&lt;два&gt;</p>']);
  expect(of('a').content).toMatch(/^<p><img src="\/uploads\/\w+\.jpg" alt=""> <a href="\/news\/b">Т2<\/a><\/p>$/);
  expect(await leads('/blog/a.html')).toBe('/news/a');
});

test('what a feed puts beside a text comes below it, a picture of any kind is the cover, a number may be the address', async () => {
  const beside = (name: string, type: string) => `<enclosure url="${old.origin}/files/${name}" type="${type}"/>`;
  const { lost, of } = await bringFeed(
    feedOf(
      `<item><title>Раз</title><guid>${old.origin}/one</guid><author>a@b.example (Анна)</author><description>Да</description>
<media:group><media:thumbnail url="/files/b.png"/></media:group>${beside('doc.pdf', 'application/pdf')}${beside('v.mp4', 'video/mp4')}</item>`,
      `<item><title>Два</title><guid isPermaLink="false">${old.origin}/two</guid><description>Да</description></item>`,
    ),
  );
  const one = of('Раз');
  expect(one).toMatchObject({ createdBy: 'Анна', coverImageUrl: expect.stringMatching(/\.png$/), slug: 'one' });
  expect(one.content).toMatch(
    /^<p>Да<\/p><figure class="file"><a href="\/uploads\/\w+\.pdf">doc\.pdf<\/a><\/figure><p><a/,
  );
  expect([lost, await leads('/one'), await leads('/two')]).toEqual([['Раз: видео'], '/news/one', undefined]);
});

test('an export of Blogger brings posts and pages, drafts closed, and neither comments nor settings', async () => {
  const entry = (id: number, kind: string, more = '') =>
    `<entry><id>tag:b,${id}</id><published>2024-05-1${id}T10:00:00Z</published>${kind.replace(/^\w+$/, `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#$&"/>`)}
<category scheme="http://www.blogger.com/atom/ns#" term="Финал"/><title>Т${id}</title><content type="html">тайна</content>${more}</entry>`;
  const draft = '<app:control xmlns:app="http://purl.org/atom/app#"><app:draft>yes</app:draft></app:control>';
  const [page, trashed] = ['<blogger:type>PAGE</blogger:type>', '<blogger:status>SOFT_TRASHED</blogger:status>'];
  const address = '<blogger:filename>/2019/05/old.html</blogger:filename>';
  const entries = [
    ...['settings', 'comment', 'post'].map((kind, at) => entry(at, kind, '<link href="https://b.example/t"/>')),
    ...[entry(3, 'post', draft), entry(4, '<blogger:type>POST</blogger:type>', trashed), entry(5, page)],
    ...[
      entry(6, 'post', '<pub:control><pub:draft>yes</pub:draft></pub:control>'),
      entry(7, page.replace('PAGE', 'POST'), address),
    ],
    entry(8, 'post').replace('2024', '2099'),
  ];
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://b.example/"/>${entries.join('')}</feed>`;
  const { report, news } = await bringFile('blogger.xml', feed);
  expect(report).toMatchObject({ created: 7, losses: [{ item: 'https://b.example', what: 'комментарий', count: 1 }] });
  expect(news.map(({ title, status, tags }) => `${title} ${status} ${tags}`).sort()).toEqual([
    ...['Т2 published Финал', 'Т3 draft Финал', 'Т4 draft Финал'],
    ...['Т6 draft Финал', 'Т7 published Финал', 'Т8 scheduled Финал'],
  ]);
  expect(await leads('/2019/05/old.html')).toBe('/news/old');
});

test('a folder of Markdown brings front matter, pictures beside it, drafts and aliases', async () => {
  const { report, lost, of } = await bringFolder('markdown', {
    '_posts/2024-05-14-final.md': `---\ntitle: "Финал: 12 баллов"\ntags: [Финал, Жюри]\nauthors: [Борис, Вера]\nimage: ../img/b.png\nredirect_from:\n  - /old/final\ndescription: Анонс\n---\n# Не заголовок\n\nСмотрите [правила](/pages/rules) и **жирное**.\n\n![Сцена](../img/50%.jpg)\n\n| А | Б |\n|---|---|\n| 1 | 2 |\n`,
    'pages/rules.md': '# Правила\n\nРаз, два.',
    'drafts/later.md': '---\ntitle: Потом\ndraft: true\n---\nтайна',
    'broken.md': '---\ntitle: [\n---\nтекст',
    ...{ 'img/50%.jpg': photo, 'img/b.png': drawing, 'notes.txt': 'нет' },
  });
  expect(report).toMatchObject({ source: 'Markdown', created: 3, redirects: 1 });
  expect(lost).toEqual(['broken.md: файл, заголовок которого нельзя прочесть: в нём ошибка YAML']);
  expect(of('later').status).toBe('draft');
  expect(of('final')).toMatchObject({
    ...{
      status: 'published',
      title: 'Финал: 12 баллов',
      date: '2024-05-14',
      tags: ['Финал', 'Жюри'],
      lead: 'Анонс',
      createdBy: 'Борис, Вера',
    },
    content: expect.stringMatching(/<img src="\/uploads\/\w+\.jpg" alt="Сцена">.*<th>А<\/th>/s),
  });
  expect(await leads('/old/final')).toBe('/news/final');
});

test('texts of a folder lead to one another, with TOML, footnotes, windows-1251, and days to come', async () => {
  const { report, of } = await bringFolder('hugo', {
    'news/one.md': '---\ntitle: Раз\n---\n[два](two.md#b), [три](../pages/three), [нет](none.md)[^1]\n\n[^1]: Сноска.',
    'news/two.md': `+++\ntitle = "Два = 2"\ndate = 2024-05-14T10:00:00+03:00\ntags = [\n  "Финал",\n'Жюри']\n[params]\ntitle = "Не он"\n+++\nТекст`,
    'news/later.md': inCyrillic('---\ntitle: Потом\ndate: 2099-01-01\n---\n- [x] Раз\n- [ ] Два'),
    'pages/three/index.md': '# Три',
  });
  expect(report).toMatchObject({ created: 4, losses: [{ item: 'Раз', what: expect.stringContaining('ссылка') }] });
  expect(of('one').content).toBe(
    '<p><a href="/news/two#b">два</a>, <a href="/three">три</a>, нет<sup>1</sup></p>\n<p><sup>1</sup> Сноска.</p>\n',
  );
  const two = { title: 'Два = 2', tags: ['Финал', 'Жюри'], publishAt: '2024-05-14T07:00:00.000Z' };
  expect(of('two')).toMatchObject({ ...two, content: '<p>Текст</p>\n' });
  expect(of('later')).toMatchObject({ title: 'Потом', status: 'scheduled', date: '2099-01-01' });
  expect(of('later').content).toMatch(/<li>☑ Раз<\/li>\s*<li>☐ Два<\/li>/);
});

test('templates of Jekyll’s addresses are filled in, or named; its days are those of publication', async () => {
  const { report, lost, of } = await bringFolder('jekyll', {
    '_posts/2024-05-04-Гала концерт.md':
      '---\ntitle: А\ncategories: [Новости, Итоги]\npermalink: /:categories/:year/:month/:day/:title/\n---\n[б](/x/b-jekyll.html)',
    '_posts/2024-05-05-b.md': '---\ntitle: Б\nurl: /x//:slug-jekyll:output_ext\n---\nб',
    '_posts/2024-05-06-c.md': '---\ntitle: В\npermalink: /:collection/:title\n---\nв',
    '_posts/2024-05-08-g.md': '---\ntitle: Ж\npermalink: "/{{ title | slug }}/"\n---\nж',
    '_config.yml': 'title: Блог\npermalink: pretty # как раньше\n',
    '_posts/2024-05-07-e.md': '---\ntitle: Е\ncategories: Новости сцены\n---\nе',
    '_posts/2024-02-31-f.md': '---\ntitle: Ё\npermalink: /f/\n---\nё',
    'notes/d.md': '---\n---\nГ\n\n---\n\nг',
  });
  expect(report).toMatchObject({ created: 7, redirects: 5 });
  expect(lost).toContain('Ж: адрес «/{{ title | slug }}/»: его шаблон нельзя заполнить');
  expect(lost).toContain('Ё: дата «2024-02-31»: её нельзя прочесть');
  expect(await leads('/новости/сцены/2024/05/07/e/')).toBe('/news/e');
  expect(lost).toContain('В: адрес «/:collection/:title»: его шаблон нельзя заполнить');
  expect(await leads('/новости/итоги/2024/05/04/Гала-концерт')).toBe('/news/gala-kontsert');
  expect(await leads('/x/b-jekyll.html')).toBe('/news/b');
  expect(of('А').publishAt).toBe('2024-05-04T00:00:00.000Z');
  expect(of('d').content).toBe('<p>Г</p>\n<hr>\n<p>г</p>\n');
});

test('a folder that holds one other keeps its addresses', async () => {
  const { of } = await bringFolder('one', { 'press/a.md': '[б](/press/b)', 'press/b.md': '# Б' });
  expect(of('a').content).toBe('<p><a href="/news/b">б</a></p>\n');
});

test('a site of Hugo brings its texts, and neither its theme nor a section without a text', async () => {
  const { lost, news, of } = await bringFolder('themed', {
    ...{ 'themes/a/README.md': '# Тема', 'archetypes/default.md': '---\ntitle: {{ .Name }}\n---\n' },
    ...{ 'content/news/_index.md': '---\ntitle: Новости\n---\n', 'content/rules/_index.md': '# Правила\n\nРаз' },
    ...{ 'content/_index.md': '---\ntitle: Главная\n---\nПривет', 'content/map/index.md': '# Карта\n\nДва' },
    'content/news/slug.md': '---\ntitle: В\nslug: "final: 2024"\n---\n[домой](/), [а](a/)',
    ...{ 'content/news/a/index.ru.md': '# А', 'content/b.html': '<p>Б</p>', 'content/empty.md': ' ' },
    'content/themes/Б 1.md': '# Б',
  });
  expect(news.map(({ title }) => title).sort()).toEqual(['А', 'Б', 'В']);
  const pages = [{ title: 'Главная', slug: 'glavnaya' }, { title: 'Карта' }, { title: 'Правила' }];
  expect((await site.visitor('GET', '/api/pages')).json()).toMatchObject(pages);
  expect(await leads('/themes/б-1')).toBe('/news/b-1');
  expect(await leads('/news/final:-2024')).toBe('/news/final-2024');
  expect(await leads('/rules')).toBeUndefined();
  expect(of('А').slug).toBe('a');
  expect(of('В').content).toBe('<p>домой, <a href="/news/a">а</a></p>\n');
  expect(lost).toEqual([
    expect.stringMatching(/^В: ссылка/),
    ...['content/b.html: текст не в Markdown', 'content/empty.md: файл без текста'],
    'content/news/_index.md: файл без текста',
  ]);
});

test('footnotes have any name; marks in code are code', async () => {
  const { report, lost, of } = await bringFolder('notes', {
    'README.md': '# Как устроена эта папка',
    'Раз.md': 'Слово[^а], `[^1]`\n\n[^а]: Слово.\n[^б]: Ещё **слово**.',
    'Два.md': '---\ncreated: 2024-05-14\n---\n# Второй',
  });
  expect([report.created, lost]).toEqual([2, [expect.stringMatching(/^README\.md: .*описание/)]]);
  expect(of('dva')).toMatchObject({ title: 'Второй', date: '2024-05-14' });
  expect(of('raz').content).toBe(
    '<p>Слово<sup>а</sup>, <code>[^1]</code></p>\n<p><sup>а</sup> Слово.</p>\n<p><sup>б</sup> Ещё <strong>слово</strong>.</p>\n',
  );
});

const VIDEO =
  '<figure class="embed" data-provider="youtube" data-id="dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener noreferrer">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>';

test('a ZIP of a site brings its texts from within, and neither what was thrown away nor what is to come', async () => {
  const [trash, system] = ['vault/.trash/old.md', '__MACOSX/vault/._a.md'];
  const place = await zipped(path.join(folder, 'vault.zip'), {
    ...{ [trash]: 'тайна', [system]: 'тайна', 'vault/node_modules/m/a.md': 'тайна', 'vault/README.md': '# Папка' },
    'vault/content/posts/Как так? 100%.md': `# Раз\n\n![Зал](/img/a.jpg) [doc.pdf](/doc.pdf) {{< comment >}}тайна{{< /comment >}}`,
    'vault/content/posts/b.md': `---\ntitle: Два\nimage: "//"\n---\n[раз](Как%20так%3F%20100%25.md), [два]({{< ref "/posts/b" >}}), [два]({{< ref b.md >}})`,
    'vault/content/posts/c.md': '---\ntitle: Три\ndraft: true\n---\nтайна',
    'vault/content/posts/d.md': '+++\ntitle = "Четыре"\n  draft = true\n+++\nтайна',
    'vault/content/posts/e.md':
      '---\ntitle: Пять\ndate: 2024-01-01\npublishDate: 2099-01-01\ncover:\n  image: /img/b.png\n---\nтайна',
    'vault/_posts/2099-01-01-f.md': '# Шесть',
    ...{ 'vault/static/img/a.jpg': photo, 'vault/static/img/b.png': drawing, 'vault/doc.pdf': PDF },
  });
  const { report, news, of } = await bring(place);
  expect(news.map(({ title, status }) => `${title} ${status}`).sort()).toEqual([
    ...['Два published', 'Пять scheduled', 'Раз published', 'Три draft', 'Четыре draft', 'Шесть scheduled'],
  ]);
  expect(report.losses.map(({ item }: { item: string }) => item)).toContain('vault/README.md');
  expect(of('Раз').content).toMatch(
    /^<p><img src="\/uploads\/\w+\.jpg" alt="Зал"> <a href="\/uploads\/\w+\.pdf">doc\.pdf<\/a> <\/p>\n$/,
  );
  const [one, two] = [`<a href="/news/${of('Раз').slug}">раз</a>`, '<a href="/news/b">два</a>'];
  expect(of('Два').content).toBe(`<p>${one}, ${two}, ${two}</p>\n`);
  expect(of('Пять').coverImageUrl).toMatch(/\.png$/);
});

test('tags of Hugo and Jekyll become blocks, links and addresses, or are listed; in code they stay', async () => {
  const { lost, of } = await bringFolder('tags', {
    '_posts/2024-05-14-one.md': [
      '---\ntitle: Раз\n---\n{{< youtube dQw4w9WgXcQ >}}',
      '{{< figure src="../img/a.jpg" caption="Сцена" >}}',
      '[два]({% post_url 2024-05-15-two %}), [сцена]({{ site.baseurl }}/img/a.jpg){:target="_blank"} и {{ page.title }}',
      '{: .center}{% comment %}тайна `a`{% endcomment %}{{/* тайна */}}',
      '{% include ad.html %}{{< constructor >}}{{% notice tip %}}внутри{{% /notice %}}',
      '`{{ code }}`\n\n```\n{% keep %}\n```',
      '{% youtube "https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}{% include after.html %}',
    ].join('\n\n'),
    '_posts/2024-05-15-two.md': '# Два',
    'img/a.jpg': photo,
  });
  const tags = ['constructor', 'include ×2', 'notice', 'page.title'];
  expect(lost.toSorted()).toEqual(tags.map((tag) => `Раз: тег шаблона ${tag}`));
  const { content } = of('one');
  const [picture] = content.match(/\/uploads\/\w+\.jpg/);
  expect(content.replaceAll(/\n+/g, '')).toBe(
    [
      VIDEO,
      `<figure class="image"><img src="${picture}" alt=""><figcaption>Сцена</figcaption></figure>`,
      `<p><a href="/news/two">два</a>, <a href="${picture}">сцена</a> и </p><p>внутри</p>`,
      '<p><code>{{ code }}</code></p><pre><code>{% keep %}</code></pre>',
      VIDEO,
    ].join(''),
  );
});

test('a site with this API brings its public news, also where lists have no texts', async () => {
  const news = { slug: 'first', title: 'Первая', date: '2024-05-14', coverImageUrl: '/files/b.png' };
  const text = `<p class="ql-align-center">Текст</p><p><a href="/files/doc.pdf">Положение</a></p><iframe class="ql-video" src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>`;
  old.answers['/api/news?limit=100'] = JSON.stringify([news, { slug: 5 }, null, { slug: 'broken' }]);
  old.answers['/api/news/broken'] = '[]';
  old.answers['/api/news/first'] = JSON.stringify({ ...news, content: text });
  const { report, news: came } = await bring(old.origin);
  const losses = [{ item: old.origin, what: expect.stringContaining('нельзя прочесть'), count: 3 }];
  expect(report).toEqual({ source: 'site', created: 1, updated: 0, unchanged: 0, redirects: 0, losses });
  const coverImageUrl = expect.stringMatching(/^\/uploads\/\w+\.png$/);
  expect(came).toMatchObject([{ slug: 'first', date: '2024-05-14', status: 'published', coverImageUrl }]);
  expect(came[0].content).toMatch(
    /^<p class="ql-align-center">Текст<\/p><figure class="file"><a href="\/uploads\/\w+\.pdf">Положение<\/a><\/figure><figure class="embed" data-provider="youtube"/,
  );
});

const bytesOf = async (files: Record<string, string>) => readFile(await zipped(path.join(folder, 'x.zip'), files));

test.each([
  ['nothing.xml', undefined, /^Здесь ничего нет: /],
  ['letter.txt', 'Здравствуйте', /^Формат не распознан\. Нужна выгрузка WordPress/],
  ['cut.xml', '<rss xmlns:wp="x"><channel><item><title>Раз</title></item><item><ti', /^Файл обрывается на середине\./],
  ['deep.xml', `<rss xmlns:wp="x"><channel><item>${'<a>'.repeat(1000)}`, /^В файле запись из сотни вложенных частей/],
  ['cut.json', '{"db":[{"data":{"posts":[{"id":1,', /^Выгрузка Ghost повреждена/],
  ['cut.zip', Buffer.from('PK\u0003\u0004обрыв'), /Файл повреждён|нельзя/i],
  ['empty.md', '', /^Формат не распознан/],
  ['export.json', '{\n  "format": "rampa-export",\n  "version": 1\n}', /^Это выгрузка rampa\. Перенесите её командой/],
  ['own.zip', await bytesOf({ 'o/articles.jsonl': '', 'o/a.json': '' }), /^Это/],
  ['wordpress.zip', await bytesOf({ 'a.xml': '' }), /^Распакуйте архив/],
])('%s is refused in words', async (name, content, words) => {
  if (content !== undefined) await writeFiles(folder, { [name]: content });
  await expect(bring(path.join(folder, name))).rejects.toThrow(words);
});

test('a folder without a text is refused, whatever else it holds', async () => {
  const place = await writeFiles(path.join(folder, 'other'), { 'site.ghost.json': '{"db":[]}', 'a.jpg': photo });
  await expect(bring(place)).rejects.toThrow(/здесь нет файлов \.md\. Если это выгрузка/);
});

test.each([
  'http://127.0.0.1:1/feed',
  'http://localhost/x.png',
  'http://10.0.0.1/a.jpg',
  'https://169.254.169.254/latest',
])('a picture at %s is not fetched unless the administrator named its site', async (address) => {
  const place = await writeFiles(path.join(folder, 'private'), { 'a.md': `---\ntitle: А\n---\n![](${address})` });
  expect((await bring(place)).lost).toEqual([expect.stringContaining('адрес не открыт для всех')]);
});

test('a document of that site is what it was', async () => {
  expect(await site.store.db.selectFrom('files').select('bytes').execute()).toEqual([{ bytes: PDF.length }]);
});

const GHOST = await readFile(new URL('ghost.json', import.meta.url), 'utf8');
const PUBLIC = { status: 'published', visibility: 'public' };

test('a ZIP of Ghost brings its cards as blocks, its pictures from the archive, and nothing closed to the public', async () => {
  const files = {
    'export/site.ghost.json': GHOST.replace('images/b.png', 'images/size/w1200/b.png'),
    ...{ 'content/themes/casper/README.md': '# Casper', 'content/themes/casper/package.json': '{}' },
    'content/images/2024/a.jpg': photo,
    'content/images/b.png': drawing,
  };
  const place = await zipped(path.join(folder, 'ghost.zip'), files);
  const { texts } = await bringTexts(site, old, place, undefined, true);
  expect(new Set(texts.map(({ date }) => date))).toEqual(new Set(['2024-05-14', undefined, '2023-11-15']));
  const { report, lost, news, of } = await bring(place);
  expect(report).toMatchObject({ source: 'Ghost', created: 4, updated: 0, unchanged: 0, redirects: 1 });
  expect(lost).toEqual([
    'Платная: только для подписчиков: стала черновиком',
    'Письмо: только для рассылки: стала черновиком',
  ]);
  const final = of('final');
  const read = { date: '2024-05-14', tags: ['Новости'], lead: 'Анонс', coverAlt: 'Рисунок', createdBy: 'Борис' };
  expect(final).toMatchObject(read);
  const picture = /src="(\/uploads\/\w+\.jpg)"/.exec(final.content)?.[1];
  expect(final.content).toBe(
    `<p>Смотрите <a href="/rules">правила</a></p><figure class="image wide"><img src="${picture}" alt="Сцена"><figcaption>Подпись</figcaption></figure>` +
      `<figure class="gallery"><figure class="image"><img src="${picture}" alt=""></figure><figure class="image"><img src="${final.coverImageUrl}" alt=""></figure></figure>` +
      VIDEO +
      '<p class="button"><a href="https://tickets.example/" rel="noopener noreferrer">Билеты</a></p>' +
      '<details><summary>Вопрос</summary><p>Ответ</p></details>' +
      '<p><a href="https://example.com/page" rel="noopener noreferrer">Чужая страница</a></p>',
  );
  expect(news.filter(({ status }) => status === 'published')).toHaveLength(1);
  expect(of('Платная')).toMatchObject({ date: '2024-05-14' });
});

test('a JSON of Ghost alone takes pictures from the site that is named, and without one says so', async () => {
  old.answers['/content/images/2024/a.jpg'] = photo;
  old.answers['/content/images/b.png'] = drawing;
  const { lost, of } = await bringFile('ghost.json', GHOST, old.origin);
  expect(lost).toHaveLength(2);
  expect(of('final').content).not.toContain(old.origin);
  const frames = ['video', 'iframe'].map((name) => `<${name} src=\\"__GHOST_URL__/content/v.mp4\\"></${name}>`);
  const alone = await bringFile('ghost.json', GHOST.replace('<p>', `<p>Раз</p>${frames.join('')}<p>`));
  const what = 'картинка или файл /content/images/2024/a.jpg: в выгрузке нет, а адрес прежнего сайта не назван';
  expect(alone.lost).toEqual(expect.arrayContaining([`Финал: ${what}`, 'Финал: видео', 'Финал: встроенная страница']));
  expect(JSON.stringify(alone.news)).not.toContain('site.invalid');
});

test('a post of Ghost without HTML brings its plain words, or names the loss', async () => {
  const closed = JSON.stringify({ root: { children: [{ type: 'html', visibility: { web: { nonMember: false } } }] } });
  const { lost, news, of } = await bringGhost(
    { ...PUBLIC, id: 'a', title: 'Новая', slug: 'fresh', html: null, lexical: '{"root":{}}', plaintext: 'Раз <два>' },
    { ...PUBLIC, id: 'b', title: 'Старая', slug: 'old', html: null, mobiledoc: '{"version":"0.3.1"}' },
    { ...PUBLIC, id: 'c', title: 'Частью', slug: 'cut', html: null, lexical: closed, plaintext: 'тайна' },
    { id: 'e', title: 'Черновик', slug: 'draft', status: 'draft', html: '', updated_at: '2024-05-14T10:00:00Z' },
    { ...PUBLIC, id: 'd', title: 'Без дня', published_at: 'вчера', html: '<p>Раз</p>' },
  );
  expect(lost).toEqual([
    'Новая: оформление текста',
    expect.stringMatching(/^Старая: весь текст, .*: стала черновиком$/),
    expect.stringMatching(/^Частью: весь текст, .*: стала черновиком$/),
    'Без дня: дата «вчера»: её нельзя прочесть',
  ]);
  expect(news.filter(({ status }) => status === 'published')).toHaveLength(2);
  expect(of('draft').date).toBe('2024-05-14');
  expect(of('fresh').content).toBe('<p>Раз &lt;два&gt;</p>');
  expect(JSON.stringify(news)).not.toContain('тайна');
});

test('a post of WordPress that is closed to visitors, in a part or as a whole, is a draft', async () => {
  const gates =
    'membership rcp_restrict members_logged_in um_loggedin private swpm_protected restrict_content wlm_private private_Gold ihc-hide-content';
  const gate = (name: string) => ({ title: name, text: `Всем [${name} a="1"]тайна[/${name}]` });
  const marked = (mark: string) => {
    const [key = '', value = ''] = mark.split(' ');
    return { title: mark, more: meta(key, value) };
  };
  const ultimate = (isOn: number, who: number) =>
    `um_content_restriction a:2:{s:26:"_um_custom_access_settings";b:${isOn};s:14:"_um_accessible";i:${who};}`;
  const closed = [
    ...gates.split(' ').map(gate),
    { ...gate('membership'), title: 'свой черновик', status: 'draft' },
    { title: 'стена', text: 'Всем<!-- wp:jetpack/paywall /--><p>тайна</p>' },
    ...['_jetpack_newsletter_access paid_subscribers', '_members_access_role editor'].map(marked),
    ...['rcp_user_level Subscriber', 'rcp_user_level a:1:{i:0;s:6:"editor";}', ultimate(1, 2)].map(marked),
    ...['rcp_subscription_level any', '_wpmem_block 1', '_wpmem_block 2', 'ihc_mb_who reg'].map(marked),
  ];
  const open = [
    gate('su_box'),
    ...['_jetpack_newsletter_access everybody', '_wpmem_block 0', 'ihc_mb_who ', ultimate(0, 2)].map(marked),
    ...['rcp_user_level None', 'rcp_user_level a:1:{i:0;s:3:"all";}', ultimate(1, 0)].map(marked),
  ];
  const posts = [...closed, ...open].map((post, at) => ({ id: at + 1, ...post }));
  const { lost, news } = await bringFile('closed.xml', wxr(old.origin, posts));
  const drafts = news.filter(({ status }) => status === 'draft').map(({ title }) => title.trim());
  expect(drafts.toSorted()).toEqual(closed.map(({ title }) => title).toSorted());
  expect(news).toHaveLength(posts.length);
  const partly = (what: string) => `запись, часть которой открыта не всем (${what}): стала черновиком`;
  expect(lost).toContain(`private: ${partly('private')}`);
  expect(lost).toContain(`стена: ${partly('jetpack/paywall')}`);
  expect(lost).toContain('_jetpack_newsletter_access paid_subscribers: только для подписчиков: стала черновиком');
  expect(lost).not.toContain(`свой черновик: ${partly('membership')}`);
});

test('a card of Ghost that only its members see stays away, and is named', async () => {
  const block = (rule: string, html: string) =>
    `<!--kg-gated-block:begin nonMember:${rule} memberSegment:"status:free" --><p>${html}</p><!--kg-gated-block:end-->`;
  const html = [...['тайна', 'тайна'].map((words) => block('false', words)), block('true', 'Всем')].join('\n');
  const { lost, news } = await bringGhost(...[{ ...PUBLIC, id: 'b', title: 'Б', slug: 'b', html }]);
  expect(lost).toEqual(['Б: карточка Ghost «только для подписчиков» ×2']);
  expect(news.map(({ content }) => content.trim())).toEqual(['<p>Всем</p>']);
});

test('cards of Ghost lose no words, and what only decorates them is not fetched', async () => {
  const html = `<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Чужая</div><div class="kg-bookmark-description">О чём</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://a.invalid/i.png"><span class="kg-bookmark-author">Кто</span><span class="kg-bookmark-publisher">Где</span></div></div></a><figcaption><p>Чья</p></figcaption></figure><div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/files/doc.pdf"><div class="kg-file-card-contents"><div class="kg-file-card-title">Положение</div><div class="kg-file-card-caption">Скан</div><div class="kg-file-card-metadata">doc.pdf</div></div></a></div><div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="/files/none.mp3"></audio><div class="kg-audio-title">Песня</div><div class="kg-audio-player">0:00</div></div></div>`;
  const { lost, of } = await bringGhost({ ...PUBLIC, id: 'a', title: 'А', slug: 'a', html });
  expect(lost).toEqual([expect.stringContaining('none.mp3')]);
  expect(of('a').content.replace(/ href="[^"]*"| rel="[^"]*"/g, '')).toBe(
    '<p><a>Чужая</a></p><p>О чём</p><p>Кто · Где</p><p>Чья</p><figure class="file"><a>Положение</a></figure><p>Скан</p><p><a>Песня</a></p>',
  );
});
