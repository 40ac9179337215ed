import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { accentStyle } from '../../model/colour/accent.ts';
import { figureOf } from '../embeds/figure.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';

const t = await needSite();
const NO_LAW = { legal_age: '', legal_details: '', legal_privacy: '', legal_marks: '' };
afterEach(() => set({ ...NO_LAW, accent_color: '', logo_image: '' }));

const get = (url: string, headers?: Record<string, string>) => t.visitor('GET', url, undefined, headers);
const set = (texts: object) => t.editor('PUT', '/api/site-content', texts);
const page = async (path: string) => (await get(path)).payload.replaceAll('\u00a0', ' ');
const PAGES = ['/', '/news', '/watch', '/vote', '/about', '/nothing'];

const ACCENTED = [...PAGES, '/player'];
test('the accent stands at once in every page as one style that its policy allows, and in none when there is none', async () => {
  for (const path of ACCENTED) expect([path, (await page(path)).includes('<style>')]).toEqual([path, false]);
  expect((await set({ accent_color: '#0044FF' })).json()).toMatchObject({ accent_color: '#0044ff' });
  for (const path of ACCENTED) {
    const { payload, headers } = await get(path, { cookie: 'theme=dark' });
    const [, style = ''] = /<head>[\s\S]*<style>([\s\S]*?)<\/style>[\s\S]*<\/head>/.exec(payload) ?? [];
    expect([path, style]).toEqual([path, accentStyle('#0044ff')]);
    // What is said later wins: the tokens come first.
    expect(payload.lastIndexOf('rel="stylesheet"')).toBeLessThan(payload.indexOf('<style>'));
    const hash = createHash('sha256').update(style).digest('base64');
    const [policy] = /style-src [^;]*/.exec(String(headers['content-security-policy'])) ?? [];
    expect(policy).toBe(`style-src 'self' 'sha256-${hash}'`);
    expect(payload).not.toMatch(/<[a-z][^>]* style="/);
  }
});

const logoIn = (html: string) => /<header[\s\S]*?<a[^>]* href="\/"[^>]*>([\s\S]*?)<\/a>/.exec(html)?.[1] ?? '';

test('the logo is a picture with its size and the site’s name; without it, and when its file is gone, words stand there', async () => {
  expect(logoIn(await page('/'))).toMatch(/<svg[\s\S]*<span>Рампа<\/span>/);
  const create = { width: 900, height: 240, channels: 4, background: { r: 255, g: 200, b: 0, alpha: 0.5 } } as const;
  const { url: logo_image, name } = await uploadPicture(t.editor, await sharp({ create }).png().toBuffer(), 'logo.png');
  await set({ logo_image });
  for (const path of ['/', '/news', '/nothing']) {
    const logo = logoIn(await page(path));
    expect(logo).toContain(` src="${logo_image}"`);
    const copies = [480, 640].map((width) => `${logo_image.replace('.png', `-${width}.webp`)} ${width}w`);
    expect(logo).toContain(` srcSet="${copies.join(', ')}, ${logo_image} 900w" sizes="135px"`);
    expect(logo).toContain(' width="900" height="240" alt="Рампа"');
    expect(logo).not.toContain('<span>');
  }
  await t.store.db.deleteFrom('images').where('name', '=', name).execute();
  await set({ news_title: 'Вести' });
  expect(logoIn(await page('/'))).toContain('<span>Рампа</span>');
});

const COLOURS = ['red', '#fff', '#12345g', 'ff5a2b', '#ff5a2b;}', 'rgb(1 2 3)', '</style>'];
const NOBODYS = ['svg', 'png'].map((ending) => `/uploads/${'0'.repeat(32)}.${ending}`);
const LOGOS = ['logo.png', 'https://x.example/logo.png', '/uploads/logo.png', 'javascript:1', ...NOBODYS];
test.each([
  ...COLOURS.map((value) => ({ key: 'accent_color', value, label: 'Акцентный цвет' })),
  ...LOGOS.map((value) => ({ key: 'logo_image', value, label: 'Логотип' })),
])('$label is not $value', async ({ key, value, label }) => {
  const { statusCode, json } = await set({ [key]: value });
  expect([statusCode, json()]).toMatchObject([400, { fields: { [key]: json().message } }]);
  expect(json().message).toMatch(new RegExp(`^${label}: .*\\.$`));
  expect((await get('/api/site-content')).json()[key]).toBe('');
});

test.each([
  ['/favicon.ico', 32],
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
  ['/icon-maskable.png', 512],
])('icons %s has %i pixels and no metadata', async (address, size) => {
  const { statusCode, headers, rawPayload } = await get(address);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
  expect(headers['content-type']).toBe('image/png');
  const { format, width, height, exif, xmp, icc } = await sharp(rawPayload).metadata();
  expect({ format, width, height, exif, xmp, icc }).toEqual({ format: 'png', width: size, height: size });
});

test('icons follow the accent, and come from memory until something changes', async () => {
  const [before, svg] = [await get('/icon-192.png'), await get('/icon.svg')];
  expect(svg.payload).toContain('#ff5a2b');
  expect(svg.payload).toContain('prefers-color-scheme:dark');
  await set({ accent_color: '#00a86b' });
  expect((await get('/icon.svg')).payload).toContain('#00a86b');
  const after = await get('/icon-192.png', { 'if-none-match': String(before.headers.etag) });
  expect([after.statusCode, after.rawPayload.equals(before.rawPayload)]).toEqual([200, false]);
  const reading = vi.spyOn(t.store.db, 'selectFrom');
  expect((await get('/icon-192.png')).statusCode).toBe(200);
  expect((await get('/icon-192.png', { 'if-none-match': String(after.headers.etag) })).statusCode).toBe(304);
  expect(reading.mock.calls.flat()).not.toContain('settings');
  reading.mockRestore();
});

test('icons are named by every page and by the manifest, and all of them are there', async () => {
  const html = (await get('/')).payload;
  const named = [...html.matchAll(/<link [^>]*rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g)];
  const linked = named.map(([, href = '']) => href).filter((href) => !href.startsWith('data:'));
  expect(linked.sort()).toEqual(['/apple-touch-icon.png', '/favicon.ico', '/manifest.webmanifest']);
  expect(named.map(([, href = '']) => href.replaceAll('%23', '#').replaceAll('&#x27;', "'"))).toContain(
    `data:image/svg+xml,${(await get('/icon.svg')).payload.replaceAll('"', "'").replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`,
  );
  await set({ site_name: 'Песня <года>', header_logo: 'Песня' });
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const words = { name: 'Песня <года>', short_name: 'Песня', lang: 'ru', start_url: '/', scope: '/' };
  const manifest = answer.json();
  expect(manifest).toMatchObject(words);
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
  const kinds = ['192x192 any', '512x512 any', '512x512 maskable'];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(expect.arrayContaining(kinds));
  for (const address of [...linked, ...icons.map(({ src }) => src)])
    expect([address, (await get(address)).statusCode]).toEqual([address, 200]);
  expect((await get('/')).headers['content-security-policy']).toContain("manifest-src 'self'");
  await set({ site_name: 'Рампа', header_logo: 'Рампа' });
});

const ratings = (html: string) => Array.from(html.matchAll(/"contentRating":"([^"]+)"/g), ([, mark]) => mark);
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
  await set(NO_LAW);
  expect(await page('/')).not.toContain(POLICY);
});

test('the policy is linked where a video of another site asks for its cookies', async () => {
  const content = figureOf('https://rutube.ru/video/0123456789abcdef0123456789abcdef/');
  const { slug } = (await t.editor('POST', '/api/admin/news', { title: 'Видео', content })).json();
  const WATCH = { title: 'Эфир', description: 'Финал', is_stream_enabled: true };
  await t.editor('PUT', '/api/watch-settings', { ...WATCH, player_url: 'https://rutube.ru/play/embed/1' });
  const asks = async (path: string) =>
    /может сохранить свои файлы cookie\.(.*?)<\/p>/s.exec((await get(path)).payload)?.[1]?.replaceAll('<!-- -->', '');
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
  expect((await t.visitor('GET', '/api/site-content')).json()).toMatchObject(NO_LAW);
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
    const found = (await page(path)).matchAll(/<article[^>]*data-later.*?<\/article>|<article.*?<\/article>/gs);
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
  await set(NO_LAW);
  expect((await cards('/news')).sings).toMatch(/<h\d>Анна Королёва поёт<\/h\d>(?!.*<small>)/);
});

test('a marked name gets its sign and note in the article and in the feed, never in what is stored; one that only the title holds in the heading alone', async () => {
  const [title, content] = ['Анна <Королёва> & Анна Королёва в финале', '<p>Поёт хор.</p><hr><p>Анна Королёва.</p>'];
  const note = 'Анна Королёва — признана в РФ иностранным агентом';
  await t.editor('POST', '/api/admin/news', { title, slug: 'final', content });
  await t.editor('POST', '/api/admin/news', { title: 'Анна Королёва уходит', slug: 'leaves', content: '<p>Жаль.</p>' });
  const stored = '<p>Поёт Анна Королёва.</p><p>Анна Королёва.</p>';
  await t.editor('POST', '/api/admin/news', { title: 'Песня', slug: 'song', content: stored });
  await t.editor('POST', '/api/admin/pages', { title: 'Анна Королёва', slug: 'anna', content: '<p>Биография</p>' });
  const { url: preview } = (await t.editor('POST', '/api/admin/pages/anna/preview')).json();
  await set({ legal_marks: 'Анна Королёва — признана в РФ иностранным агентом\nБорис — другая отметка' });

  const html = await page('/news/final');
  expect(html).toContain('<h1>Анна &lt;Королёва&gt; &amp; Анна Королёва* в финале</h1>');
  expect(html).toContain(`<p>Поёт хор.</p><hr><p>Анна Королёва.</p>`);
  expect(html).toContain(`<li>* ${note}</li>`);
  expect(html.slice(0, html.indexOf('</head>'))).not.toContain('Королёва*');
  expect(await page('/news/song')).toContain('Поёт Анна Королёва<sup>*</sup>.</p><p>Анна Королёва.</p>');
  for (const path of ['/anna', '/news/song', preview]) expect(await page(path)).toContain(`<li>* ${note}</li>`);
  for (const path of ['/anna', preview]) expect(await page(path)).toContain('<h1>Анна Королёва*</h1>');
  const items = (await page('/feed.xml')).split('<item>');
  const item = (slug: string) => items.find((each) => each.includes(`/news/${slug}<`));
  expect(item('leaves')).toContain('<title>Анна Королёва уходит</title>');
  expect(item('leaves')).toContain(`<description>Жаль. * ${note}</description>`);
  expect(item('leaves')).toContain(`&lt;p&gt;* ${note}&lt;/p&gt;</content:encoded>`);
  expect(item('final')).toContain(`Анна Королёва*. * ${note}</description>`);
  expect(item('song')).toContain(`Поёт Анна Королёва*. Анна Королёва. * ${note}`);
  expect((await t.visitor('GET', '/api/news/song')).json()).toMatchObject({ content: stored });
  await set(NO_LAW);
  expect(await page('/news/leaves')).toContain('<h1>Анна Королёва уходит</h1>');
  expect(await page('/news/song')).not.toContain('<sup>');
});
