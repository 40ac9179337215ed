import { afterEach, expect, test } from 'vitest';
import { figureOf } from '../embeds/figure.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const NONE = { legal_age: '', legal_details: '', legal_privacy: '', legal_marks: '' };
afterEach(() => set(NONE));

const set = (texts: object) => t.editor('PUT', '/api/site-content', texts);
const page = async (path: string) => (await t.visitor('GET', path)).payload;
const ratings = (html: string) => Array.from(html.matchAll(/"contentRating":"([^"]+)"/g), ([, mark]) => mark);
const PAGES = ['/', '/news', '/watch', '/vote', '/about', '/nothing'];
const POLICY = 'Политика обработки персональных данных';

test('requisites, age and policy stand on every page while they are set, and beside the cookie question', async () => {
  for (const path of PAGES)
    expect([path, (await page(path)).includes('Возрастное ограничение')]).toEqual([path, false]);
  const details = 'ООО «Рампа» <ИНН 1>\nг. Светлореченск';
  await set({ legal_age: '12+', legal_details: details, legal_privacy: '/news/politika' });
  for (const path of PAGES) {
    const html = await page(path);
    const footer = html.slice(html.lastIndexOf('<footer'), html.lastIndexOf('</footer>'));
    expect(footer).toContain('ООО «Рампа» &lt;ИНН 1&gt;\nг. Светлореченск');
    expect(footer).toContain('Возрастное ограничение: 12+<');
    expect(footer).toContain(`href="/news/politika"`);
    expect(html.slice(html.indexOf('id="consent"'))).toContain(POLICY);
  }
  expect((await page('/admin/login')).split(POLICY)).toHaveLength(2);
  expect(ratings(await page('/'))).toEqual(['12+']);
  await set(NONE);
  expect(await page('/')).not.toContain(POLICY);
});

test('the policy is linked where a video of another site asks for its cookies', async () => {
  const content = figureOf('https://rutube.ru/video/0123456789abcdef0123456789abcdef/');
  const { slug } = (await t.editor('POST', '/api/admin/news', { title: 'Видео', content })).json();
  const WATCH = { title: 'Эфир', description: 'Финал', is_stream_enabled: true };
  await t.editor('PUT', '/api/watch-settings', { ...WATCH, player_url: 'https://rutube.ru/play/embed/1' });
  const asks = async (path: string) =>
    /может сохранить свои файлы cookie\.(.*?)<\/p>/s.exec(await page(path))?.[1]?.replaceAll('<!-- -->', '');
  for (const path of ['/watch', `/news/${slug}`]) expect([path, await asks(path)]).toEqual([path, '']);
  await set({ legal_privacy: '/news/politika' });
  for (const path of ['/watch', `/news/${slug}`])
    expect(await asks(path)).toMatch(/^ <a [^>]*href="\/news\/politika">Подробнее\u00a0— в\u00a0политике<\/a>$/);
});

test('the site’s own pages of these documents are linked beside the cookie question while they are public, wherever they move', async () => {
  const banner = async (path: string) => {
    const html = await page(path);
    return [...html.slice(html.indexOf('id="consent"')).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href);
  };
  const write = (slug: string, change: object) => t.editor('PUT', `/api/admin/pages/${slug}`, change);
  for (const [slug, title] of Object.entries({ privacy: POLICY, consent: 'Согласие на обработку персональных данных' }))
    await t.editor('POST', '/api/admin/pages', { slug, title, status: 'draft', place: 'footer' });
  expect(await banner('/')).toEqual([]);
  for (const slug of ['privacy', 'consent']) await write(slug, { status: 'published' });
  for (const path of [...PAGES, '/admin/login'])
    expect([path, await banner(path)]).toEqual([path, ['/privacy', '/consent']]);
  // In the footer once: among the pages.
  expect((await page('/')).split(`>${POLICY}</a>`)).toHaveLength(3);

  await write('privacy', { slug: 'politika' });
  expect(await banner('/')).toEqual(['/politika', '/consent']);
  await set({ legal_privacy: 'https://organiser.example/policy' });
  expect(await banner('/')).toEqual(['https://organiser.example/policy', '/consent']);
  await write('consent', { status: 'draft' });
  expect(await banner('/')).toEqual(['https://organiser.example/policy']);
});

test('a bad age, policy or line of marks is refused with its field and changes nothing', async () => {
  const policies = ['javascript:alert(1)', '//host/x', 'politika'].map((value) => ['legal_privacy', value] as const);
  for (const [key, value] of [...policies, ['legal_age', '13+'], ['legal_marks', 'Без отметки']] as const) {
    const { statusCode, json } = await set({ [key]: value });
    expect([value, statusCode, Object.keys(json().fields)]).toEqual([value, 400, [key]]);
  }
  expect((await t.visitor('GET', '/api/site-content')).json()).toMatchObject(NONE);
});

test('the mark of an article is shown where it is stricter than that of the site', async () => {
  const made = await t.editor('POST', '/api/admin/news', { title: 'Ночь', slug: 'night', ageMark: '16+' });
  expect(made.json()).toMatchObject({ ageMark: '16+' });
  expect((await t.editor('PUT', '/api/admin/news/night', { ageMark: '17+' })).json().fields).toHaveProperty('ageMark');
  await set({ legal_age: '12+' });
  for (const path of ['/', '/news', '/news/night']) expect(await page(path)).toContain('<b>16+</b>');
  expect(await page('/feed.xml')).toContain('<title>Ночь (16+)</title>');
  expect(ratings(await page('/news/night'))).toEqual(['16+']);
  await set({ legal_age: '16+' });
  for (const path of ['/', '/news', '/news/night']) expect(await page(path)).not.toContain('<b>16+</b>');
  expect(await page('/feed.xml')).toContain('<title>Ночь</title>');
  expect(ratings(await page('/news/night'))).toEqual(['16+']);
});

test('a marked name on a card of an article gets its sign, and its note on the same card', async () => {
  const post = (article: object) => t.editor('POST', '/api/admin/news', article);
  await post({ title: 'Анна Королёва поёт', slug: 'sings', content: '<p>Хор.</p>', tags: ['Песни'] });
  await post({ title: 'Репетиция', slug: 'stage', content: '<p>Анна Королёва на сцене.</p>', tags: ['Песни'] });
  await post({ title: 'Билеты', slug: 'tickets', content: '<p>В кассе.</p>', tags: ['Песни'] });
  const cards = async (path: string) => {
    const html = (await page(path)).replaceAll('\u00a0', ' ');
    const found = html.matchAll(/<article[^>]*data-later.*?<\/article>|<article.*?<\/article>/gs);
    return Object.fromEntries(Array.from(found, ([card]) => [/\/news\/(\w+)"/.exec(card)?.[1], card] as const));
  };
  await set({ legal_marks: 'Анна Королёва — признана в РФ иностранным агентом' });
  for (const path of ['/', '/news', '/news/tag/pesni']) {
    const { sings, stage, tickets } = await cards(path);
    expect(sings).toMatch(/<h\d>Анна Королёва\* поёт<\/h\d>.*<small>\* Анна Королёва — признана/);
    expect(stage).toMatch(/Анна Королёва\* на сцене\..*<small>\* Анна Королёва — признана/);
    expect(tickets).not.toContain('<small>');
  }
  expect(await page('/news/tickets')).toMatch(/<h3>Анна Королёва\* поёт<\/h3>.*<small>\* Анна/);
  await set(NONE);
  expect((await cards('/news')).sings).toMatch(/<h\d>Анна Королёва поёт<\/h\d>(?!.*<small>)/);
});

test('a marked name gets its sign and note in the article and in the feed, never in what is stored; one that only the title holds in the heading alone', async () => {
  const [title, content] = ['Анна <Королёва> & Анна Королёва в финале', '<p>Поёт хор.</p><hr><p>Анна Королёва.</p>'];
  const note = 'Анна Королёва — признана в РФ иностранным агентом';
  const read = async (path: string) => (await page(path)).replaceAll('\u00a0', ' ');
  await t.editor('POST', '/api/admin/news', { title, slug: 'final', content });
  await t.editor('POST', '/api/admin/news', { title: 'Анна Королёва уходит', slug: 'leaves', content: '<p>Жаль.</p>' });
  const stored = '<p>Поёт Анна Королёва.</p><p>Анна Королёва.</p>';
  await t.editor('POST', '/api/admin/news', { title: 'Песня', slug: 'song', content: stored });
  await t.editor('POST', '/api/admin/pages', { title: 'Анна Королёва', slug: 'anna', content: '<p>Биография</p>' });
  const { url: preview } = (await t.editor('POST', '/api/admin/pages/anna/preview')).json();
  await set({ legal_marks: 'Анна Королёва — признана в РФ иностранным агентом\nБорис — другая отметка' });

  const html = await read('/news/final');
  expect(html).toContain('<h1>Анна &lt;Королёва&gt; &amp; Анна Королёва* в финале</h1>');
  expect(html).toContain(`<p>Поёт хор.</p><hr><p>Анна Королёва.</p>`);
  expect(html).toContain(`<li>* ${note}</li>`);
  expect(html.slice(0, html.indexOf('</head>'))).not.toContain('Королёва*');
  expect(await read('/news/song')).toContain('Поёт Анна Королёва<sup>*</sup>.</p><p>Анна Королёва.</p>');
  for (const path of ['/anna', '/news/song', preview]) expect(await read(path)).toContain(`<li>* ${note}</li>`);
  for (const path of ['/anna', preview]) expect(await read(path)).toContain('<h1>Анна Королёва*</h1>');
  const items = (await read('/feed.xml')).split('<item>');
  const item = (slug: string) => items.find((each) => each.includes(`/news/${slug}<`));
  expect(item('leaves')).toContain('<title>Анна Королёва уходит</title>');
  expect(item('leaves')).toContain(`<description>Жаль. * ${note}</description>`);
  expect(item('leaves')).toContain(`&lt;p&gt;* ${note}&lt;/p&gt;</content:encoded>`);
  expect(item('final')).toContain(`Анна Королёва*. * ${note}</description>`);
  expect(item('song')).toContain(`Поёт Анна Королёва*. Анна Королёва. * ${note}`);
  expect((await t.visitor('GET', '/api/news/song')).json()).toMatchObject({ content: stored });
  await set(NONE);
  expect(await read('/news/leaves')).toContain('<h1>Анна Королёва уходит</h1>');
  expect(await read('/news/song')).not.toContain('<sup>');
});
