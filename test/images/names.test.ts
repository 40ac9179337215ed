import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { findImages } from '../../model/images/lookup.ts';
import { brightness, postersOf } from '../drawings/posters.ts';
import { rowsIn } from '../rig/cases.ts';
import { FORM, form, uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { noise } from '../rig/world/pictures.ts';

const IMAGES = '/api/admin/images';
const NEWS = '/api/admin/news';

const t = await needSite({ PUBLIC_URL: 'https://festival.example' });

let seed = 0;
const picture = () => noise(30, 20, ++seed).png().toBuffer();
const upload = async (bytes?: Buffer, filename?: string) =>
  uploadPicture(t.editor, bytes ?? (await picture()), filename);
const put = (name: string, said: object) => t.editor('PUT', `${IMAGES}/${name}`, said);
const list = async (query: string) => (await t.editor('GET', `${IMAGES}?${query}`)).json();
const find = (q: string) => list(`q=${encodeURIComponent(q)}`);
const names = (images: { name: string }[]) => images.map(({ name }) => name);
const inLibrary = async (name: string) => (await find(name))[0];
const titleIn = async (name: string) => (await inLibrary(name)).title;
const write = async (article: object): Promise<string> =>
  (await t.editor('POST', NEWS, { title: 'Новость', ...article })).json().slug;
const read = async (slug: string) => (await t.visitor('GET', `/news/${slug}`)).payload;

async function heard(slug: string): Promise<string[]> {
  const [, article = ''] = (await read(slug)).split('<article');
  return Array.from(article.matchAll(/<img [^>]*?alt="([^"]*)"/g), ([, alt = '']) => alt);
}

const NAMES = rowsIn<[string, string, string]>('images/names.txt');
NAMES.push(['with a backslash', '\\uD800.png', 'uD800.png']);
test.each(NAMES)('the name of an uploaded file %s is cleaned', async (_how, sent, kept) => {
  const { name } = await upload(undefined, sent);
  expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
  expect(await titleIn(name)).toBe(kept);
});

test('the name of an uploaded file in bytes that are no UTF-8 is no reason to refuse the picture', async () => {
  const payload = form({ filename: 'ZZZ.png', type: 'image/png', bytes: await picture() });
  payload.fill(0xff, payload.indexOf('ZZZ'), payload.indexOf('ZZZ') + 3);
  const answer = await t.editor('POST', '/api/upload', payload, { 'content-type': FORM });
  expect(answer.statusCode).toBe(201);
  expect(await titleIn(answer.json().url.replace('/uploads/', ''))).toMatch(/^[^\uFFFD]*\.png$/);
});

test('the name of an uploaded file is found in any case, can be changed, and stays when the same picture is uploaded again', async () => {
  const bytes = await picture();
  const { name } = await upload(bytes, 'IMG_2031 Ёлка.png');
  expect(names(await find('img_2031 елка'))).toEqual([name]);
  const [given, line] = [' Жюри\u202e\n на сцене ', 'Жюри на сцене'];
  const changed = await put(name, { title: given, alt: given });
  expect([changed.statusCode, changed.json()]).toMatchObject([200, { title: line, alt: line }]);
  expect(await upload(bytes, 'другое.png')).toMatchObject({ name, alt: line });
  expect(await titleIn(name)).toBe(line);
  expect(await find('IMG_2031')).toEqual([]);
  expect((await put(name, { title: 'я'.repeat(121) })).statusCode).toBe(400);
  await put(name, { title: '' });
  await upload(bytes, 'снова.png');
  expect(await titleIn(name)).toBe('снова.png');
});

test('the name of an uploaded file is nowhere public', async () => {
  const { url } = await upload(undefined, 'секретное имя.png');
  await write({ slug: 'covered', coverImageUrl: url, content: `<img src="${url}">` });
  for (const path of ['/', '/news', '/news/covered', '/news/covered.data', '/api/news', '/feed.xml', url]) {
    const { payload, headers } = await t.visitor('GET', path);
    const said = [payload.includes('секретное'), JSON.stringify(headers).includes('filename')];
    expect([path, ...said]).toEqual([path, false, false]);
  }
});

test('a description is kept, open pages are told, and a wrong one or one of no picture is refused', async () => {
  const { name } = await upload();
  const publish = vi.spyOn(t.store, 'publish');
  const saved = await put(name, { alt: '  Зал  ' });
  expect([saved.statusCode, saved.json()]).toMatchObject([200, { name, alt: 'Зал', usedIn: [] }]);
  expect(publish).toHaveBeenCalledWith({ topic: 'news' }, expect.objectContaining({ version: expect.any(Number) }));
  publish.mockRestore();
  for (const wrong of [{ alt: 'я'.repeat(301) }, { alt: null }, { alt: 5 }, {}])
    expect([wrong, (await put(name, wrong)).statusCode]).toEqual([wrong, 400]);
  expect((await inLibrary(name)).alt).toBe('Зал');
  for (const none of [`${'0'.repeat(32)}.png`, 'x', '..%2frampa.sqlite']) {
    expect((await put(none, { alt: 'x' })).statusCode).toBe(404);
    expect((await t.editor('DELETE', `${IMAGES}/${none}`)).statusCode).toBe(404);
  }
});

test('the description of the library is told to public pages with the size of the picture, by its address', async () => {
  const { url, name } = await upload();
  await put(name, { alt: 'Сцена' });
  const asked = [url, url, '/uploads/none.png', 'https://example.org/a.png', `https://x.example${url}`, ''];
  const known = { width: 30, height: 20, bytes: expect.any(Number), alt: 'Сцена', credit: '' };
  expect(await findImages(t.store.db, asked)).toEqual(new Map([[url, known]]));
  expect(await findImages(t.store.db, [])).toEqual(new Map());
});

test('the description of the library stands in articles that have none, at once and to be changed; an article’s own wins there', async () => {
  const { url, name } = await upload();
  const silent = await write({ content: `<p>Зал</p><img src="${url}" alt="">`, coverImageUrl: url });
  const none = await write({ content: `<img src="${url}">` });
  const own = await write({ content: `<img src="${url}" alt="Своё">`, coverImageUrl: url, coverAlt: 'Своя' });
  expect(await heard(silent)).toEqual(['', '']);
  for (const alt of ['Зал «Эллинг» & "сцена"', 'Зал']) {
    await put(name, { alt });
    const shown = alt.replace('&', '&amp;').replaceAll('"', '&quot;');
    expect(await heard(silent)).toEqual([shown, shown]);
    expect((await heard(none)).at(-1)).toBe(shown);
    expect(await heard(own)).toEqual(['Своя', 'Своё']);
  }
  expect((await t.editor('GET', `${NEWS}/${silent}`)).json().content).not.toContain('Зал «');
});

test('the description of an article is shown by the library and found there while it has none, by the version that stands now', async () => {
  const [inBody, asCover] = [await upload(), await upload()];
  const content = `<p><img src="${inBody.url}" alt="Хор &amp; &quot;Ёлочка&quot;"></p>`;
  const slug = await write({ content, coverImageUrl: asCover.url, coverAlt: 'Афиша' });
  expect(await inLibrary(inBody.name)).toMatchObject({ alt: '', altInNews: 'Хор & "Ёлочка"' });
  expect(await inLibrary(asCover.name)).toMatchObject({ alt: '', altInNews: 'Афиша' });
  expect(names(await find('хор & "елочка"'))).toEqual([inBody.name]);
  await t.editor('PUT', `${NEWS}/${slug}`, { content: '<p>Без картинки</p>' });
  expect(await inLibrary(inBody.name)).toMatchObject({ alt: '', altInNews: '' });
  await put(asCover.name, { alt: 'Афиша финала' });
  expect(await inLibrary(asCover.name)).toMatchObject({ alt: 'Афиша финала', altInNews: '' });
});

test('the description of an article of a draft is not told to readers of another article', async () => {
  const { url } = await upload();
  await write({ content: `<img src="${url}" alt="Победила Анна">`, status: 'draft' });
  const slug = await write({ content: `<img src="${url}">` });
  await list('');
  expect(await read(slug)).not.toContain('Победила Анна');
});

test('the author of a picture stands below it in articles that name nobody, and is escaped', async () => {
  const [{ name, url }, other] = [await upload(), await upload()];
  const figure = (address: string, caption: string) =>
    `<figure class="image"><img src="${address}" alt="">${caption}</figure>`;
  const captioned = '<figcaption>Зал</figcaption>';
  const named = '<figcaption>Зал<cite>Олег</cite></figcaption>';
  const content = figure(url, '') + figure(url, captioned) + figure(url, named) + figure(other.url, captioned);
  const slug = await write({ content });
  const captions = async () =>
    Array.from((await read(slug)).matchAll(/<figcaption>(.*?)<\/figcaption>/g), ([, caption]) => caption);
  expect(await captions()).toEqual(['Зал', 'Зал <cite>Олег</cite>', 'Зал']);
  await put(name, { credit: ' Анна <Б> ' });
  const credit = ' <cite>Анна &lt;Б&gt;</cite>';
  expect(await captions()).toEqual([credit, `Зал${credit}`, 'Зал <cite>Олег</cite>', 'Зал']);
});

const { get, posterOf } = postersOf(t);
// Black, with a white band at the top.
const white = { create: { width: 800, height: 600, channels: 3, background: '#fff' } } as const;
const bytes = await sharp({ create: { width: 800, height: 2400, channels: 3, background: '#000' } })
  .composite([{ input: await sharp(white).png().toBuffer(), top: 0, left: 0 }])
  .png()
  .toBuffer();
const tall = await upload(bytes);
const aim = (focus: unknown) => put(tall.name, { focus });

async function placeOn(page: string): Promise<string | undefined> {
  const { payload } = await t.visitor('GET', page);
  const [cover] = payload.match(new RegExp(`<img [^>]*${tall.name.slice(0, 32)}[^>]*>`)) ?? [];
  return cover?.match(/ data-x="[\d ]*" data-y="[\d ]*"/)?.[0] ?? (cover && '');
}

async function poster(): Promise<{ address: string; brightness: number }> {
  const address = await posterOf('/news/tall');
  return { address, brightness: await brightness((await get(address)).rawPayload) };
}

test('what is important on a cover places it on cards, in the article and on its poster, at once', async () => {
  await write({ slug: 'tall', coverImageUrl: tall.url });
  const PAGES = ['/', '/news', '/news/tall'];
  for (const page of PAGES) expect([page, await placeOn(page)]).toEqual([page, '']);
  const centred = await poster();
  expect(centred.brightness).toBeLessThan(80);
  const publish = vi.spyOn(t.store, 'publish');
  const saved = await aim({ x: 32, y: 0 });
  expect([saved.statusCode, saved.json().focus]).toEqual([200, { x: 30, y: 0 }]);
  expect(publish).toHaveBeenCalledWith({ topic: 'news' }, expect.anything());
  publish.mockRestore();
  for (const page of PAGES) expect([page, await placeOn(page)]).toEqual([page, ' data-x="10 20" data-y=""']);
  const moved = await poster();
  expect(moved.address).not.toBe(centred.address);
  expect(moved.brightness).toBeGreaterThan(130);
  await aim({ x: 0, y: 100 });
  // The policy would refuse an attribute of style.
  expect((await t.visitor('GET', '/news')).payload).not.toMatch(/<img [^>]*style=/);
  await aim({ x: 50, y: 50 });
  expect(await placeOn('/news/tall')).toBe('');
  expect((await poster()).address).toBe(centred.address);
});
