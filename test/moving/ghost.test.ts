import path from 'node:path';
import { expect, test } from 'vitest';
import { needFolder, needSite } from '../rig/needs.ts';
import { bringNews, oldSite, writeFiles, zipped } from './sources.ts';

const site = await needSite();
const old = await oldSite();
const folder = await needFolder();
const { '/files/a.jpg': photo = '', '/files/b.png': drawing = '' } = old.answers;
const bring = (place: string, named?: string) => bringNews(site, old, place, named);

const GHOST = {
  db: [
    {
      meta: { version: '5.80.0' },
      data: {
        posts: [
          {
            ...{ id: 'a', uuid: 'u-a', title: 'Финал', slug: 'final', type: 'post', status: 'published' },
            ...{ visibility: 'public', published_at: '2024-05-14T19:30:00.000Z', custom_excerpt: 'Анонс' },
            feature_image: '__GHOST_URL__/content/images/b.png',
            html: `<p>Смотрите <a href="__GHOST_URL__/rules/">правила</a></p><!--kg-card-begin: html--><figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="__GHOST_URL__/content/images/2024/a.jpg" class="kg-image" alt="Сцена" width="2000"><figcaption><span>Подпись</span></figcaption></figure><!--kg-card-end: html--><figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2024/a.jpg"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/b.png"></div></div></div></figure><figure class="kg-card kg-embed-card"><iframe width="200" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></figure><div class="kg-card kg-button-card kg-align-center"><a href="https://tickets.example/" class="kg-btn">Билеты</a></div><div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Вопрос</h4><button class="kg-toggle-card-icon">+</button></div><div class="kg-toggle-content"><p>Ответ</p></div></div><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.com/page"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Чужая страница</div></div></a></figure>`,
          },
          {
            ...{ id: 'b', uuid: 'u-b', title: 'Платная', slug: 'paid', status: 'published', visibility: 'paid' },
            ...{ html: '<p>тайна</p>', published_at: '2024-05-13T00:00:00.000Z' },
          },
          {
            ...{ id: 'c', uuid: 'u-c', title: 'Письмо', slug: 'mail', status: 'sent', visibility: 'public' },
            html: '<p>тайна</p>',
          },
          {
            ...{ id: 'd', uuid: 'u-d', title: 'Правила', slug: 'rules', type: 'page', status: 'published' },
            ...{ visibility: 'public', html: '<p>Раз</p>', published_at: 1_700_000_000_000 },
          },
        ],
        tags: [
          { id: 1, name: 'Новости' },
          { id: 2, name: '#скрытый', visibility: 'internal' },
        ],
        posts_tags: [
          { post_id: 'a', tag_id: 2, sort_order: 1 },
          { post_id: 'a', tag_id: 1, sort_order: 0 },
        ],
        users: [{ id: 'x', name: 'Борис' }],
        posts_authors: [{ post_id: 'a', author_id: 'x' }],
        posts_meta: [{ post_id: 'a', feature_image_alt: 'Рисунок' }],
      },
    },
  ],
};

test('a ZIP of Ghost brings its cards as blocks, its pictures from the archive, and nothing closed to the public', async () => {
  const json = JSON.stringify(GHOST);
  const files = { 'export/site.ghost.json': json, 'content/images/2024/a.jpg': photo, 'content/images/b.png': drawing };
  const { report, news } = await bring(await zipped(path.join(folder, 'ghost.zip'), files));
  expect(report).toEqual({
    ...{ source: 'Ghost', created: 4, updated: 0, unchanged: 0, redirects: 1 },
    losses: [
      { item: 'Платная', what: 'только для подписчиков: стала черновиком', count: 1 },
      { item: 'Письмо', what: 'только для рассылки: стала черновиком', count: 1 },
    ],
  });
  const [final] = news.filter(({ slug }) => slug === 'final');
  const read = { date: '2024-05-14', tags: ['Новости'], lead: 'Анонс', coverAlt: 'Рисунок', createdBy: 'Борис' };
  expect(final).toMatchObject(read);
  const picture = /src="(\/uploads\/\w+\.jpg)"/.exec(final.content)?.[1];
  expect(final.content).toBe(
    `<p>Смотрите <a href="/rules">правила</a></p><figure class="image wide"><img src="${picture}" alt="Сцена"><figcaption>Подпись</figcaption></figure>` +
      `<figure class="gallery"><figure class="image"><img src="${picture}" alt=""></figure><figure class="image"><img src="${final.coverImageUrl}" alt=""></figure></figure>` +
      '<figure class="embed" data-provider="youtube" data-id="dQw4w9WgXcQ"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener noreferrer">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>' +
      '<p class="button"><a href="https://tickets.example/" rel="noopener noreferrer">Билеты</a></p>' +
      '<details><summary>Вопрос</summary><p>Ответ</p></details>' +
      '<p><a href="https://example.com/page" rel="noopener noreferrer">Чужая страница</a></p>',
  );
  expect(news.filter(({ status }) => status === 'published')).toHaveLength(1);
});

test('a JSON of Ghost alone takes pictures from the site that is named', async () => {
  old.answers['/content/images/2024/a.jpg'] = photo;
  old.answers['/content/images/b.png'] = drawing;
  await writeFiles(folder, { 'ghost.json': JSON.stringify(GHOST) });
  const { report, news } = await bring(path.join(folder, 'ghost.json'), old.origin);
  expect(report.losses).toHaveLength(2);
  expect(news.find(({ slug }) => slug === 'final').content).not.toContain(old.origin);
});

test('a post of Ghost that holds only what its editor keeps brings every word that a visitor saw, or names the loss', async () => {
  const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
  const link = { type: 'link', url: '__GHOST_URL__/fresh/', children: [text('прежняя', 3)] };
  const item = (...children: object[]) => ({ type: 'listitem', children });
  const list = (...children: object[]) => ({ type: 'list', tag: 'ul', children });
  const children = [
    { type: 'extended-heading', tag: 'h2', children: [text('Итоги <6>')] },
    { type: 'paragraph', children: [text('Смотрите '), link, { type: 'linebreak' }, text('здесь', 8)] },
    list(item(text('раз')), item(list(item(text('два'))))),
    { type: 'image', src: '/files/a.jpg', alt: 'Сцена', caption: '<b>Подпись</b>', cardWidth: 'wide' },
    { type: 'callout', calloutEmoji: '!', calloutText: '<p>Важно</p>' },
    { type: 'toggle', heading: 'Вопрос', content: '<p>Ответ</p>' },
    { type: 'bookmark', url: 'https://a.example/', metadata: { title: 'Чужая', description: 'О чём' }, caption: 'Чья' },
    { type: 'file', src: '__GHOST_URL__/files/doc.pdf', fileTitle: 'Положение', fileCaption: 'Скан' },
    ...[{ type: 'markdown', markdown: '**жирно**' }, { type: 'codeblock', code: 'a < b' }, { type: 'quiz' }],
  ];
  const post = { status: 'published', visibility: 'public', html: null };
  const posts = [
    { ...post, id: 'a', title: 'Новая', slug: 'fresh', lexical: JSON.stringify({ root: { children } }) },
    { ...post, id: 'b', title: 'Старая', slug: 'old', mobiledoc: '{"version":"0.3.1"}' },
    { ...post, id: 'c', title: 'Битая', slug: 'cut', lexical: '{"root"' },
  ];
  await writeFiles(folder, { 'lexical.json': JSON.stringify({ db: [{ data: { posts } }] }) });
  const { report, news } = await bring(path.join(folder, 'lexical.json'), old.origin);
  expect(report.losses).toMatchObject([
    { item: 'Новая', what: 'карточка Ghost «quiz»' },
    { item: 'Старая', what: expect.stringMatching(/^весь текст, он в старом формате .*: стала черновиком$/) },
    { item: 'Битая', what: 'весь текст, он повреждён: стала черновиком' },
  ]);
  expect(news.filter(({ status }) => status === 'published')).toHaveLength(1);
  const content: string = news.find(({ slug }) => slug === 'fresh').content;
  expect(content.replace(/(?<=\/uploads\/)\w+/g, 'x')).toBe(
    '<h2>Итоги &lt;6&gt;</h2><p>Смотрите <a href="/news/fresh"><em><strong>прежняя</strong></em></a><br><u>здесь</u></p>' +
      '<ul><li>раз<ul><li>два</li></ul></li></ul>' +
      '<figure class="image wide"><img src="/uploads/x.jpg" alt="Сцена"><figcaption><b>Подпись</b></figcaption></figure>' +
      '<blockquote>!  Важно </blockquote><details><summary>Вопрос</summary><p>Ответ</p></details>' +
      '<p><a href="https://a.example/" rel="noopener noreferrer">Чужая</a></p><p>О чём</p><p>Чья</p>' +
      '<figure class="file"><a href="/uploads/x.pdf">Положение</a></figure><p>Скан</p>' +
      '<p><strong>жирно</strong></p>\n<pre><code>a &lt; b</code></pre>',
  );
});

test('cards of Ghost lose no words, and what only decorates them is not fetched', async () => {
  const html = `<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Чужая</div><div class="kg-bookmark-description">О чём</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://a.invalid/i.png"><span class="kg-bookmark-author">Кто</span><span class="kg-bookmark-publisher">Где</span></div></div></a><figcaption><p>Чья</p></figcaption></figure><div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/files/doc.pdf"><div class="kg-file-card-contents"><div class="kg-file-card-title">Положение</div><div class="kg-file-card-caption">Скан</div><div class="kg-file-card-metadata">doc.pdf</div></div></a></div><div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="/files/none.mp3"></audio><div class="kg-audio-title">Песня</div><div class="kg-audio-player">0:00</div></div></div>`;
  const posts = [{ id: 'a', title: 'А', slug: 'a', status: 'published', visibility: 'public', html }];
  await writeFiles(folder, { 'cards.json': JSON.stringify({ db: [{ data: { posts } }] }) });
  const { report, news } = await bring(path.join(folder, 'cards.json'), old.origin);
  expect(report.losses).toMatchObject([{ what: expect.stringContaining('none.mp3') }]);
  expect(news[0].content.replace(/ href="[^"]*"| rel="[^"]*"/g, '')).toBe(
    '<p><a>Чужая</a></p><p>О чём</p><p>Кто · Где</p><p>Чья</p><figure class="file"><a>Положение</a></figure><p>Скан</p><p><a>Песня</a></p>',
  );
});
