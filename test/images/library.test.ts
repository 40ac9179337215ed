import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { insertArticle } from '../../model/articles/saving/saving.ts';
import type { LibraryImage } from '../../model/images/library.ts';
import { imageSources } from '../../model/images/srcset.ts';
import { uploadsIn } from '../../model/uploads/storage/storage.ts';
import { signInAs } from '../rig/app.ts';
import { uploadPicture } from '../rig/image-app.ts';
import { needSite } from '../rig/needs.ts';
import { sortedStatuses, walkParts } from '../rig/world/editors.ts';
import { keptFiles } from '../rig/world/kept-pictures.ts';
import { insertNews } from '../rig/world/long-news.ts';
import { ANIMATED, animation, noise } from '../rig/world/pictures.ts';

const IMAGES = '/api/admin/images';
const NEWS = '/api/admin/news';
const DAY = 24 * 3600 * 1000;

const t = await needSite();
const editor = await signInAs(t, 'editor');
const folder = uploadsIn(t.config.dataDir);
beforeEach(async () => {
  for (const table of ['articles', 'images', 'picture_parts', 'journal'] as const)
    await t.store.db.deleteFrom(table).execute();
  await rm(folder, { recursive: true, force: true });
});

const upload = (bytes: Buffer) => uploadPicture(t.editor, bytes);
const small = async (number = 1) => upload(await noise(40, 30, number).png().toBuffer());
const files = () => keptFiles(t.store.db, folder);
const get = (url: string, headers = {}) => t.visitor('GET', url, undefined, headers);

const list = async (query = ''): Promise<LibraryImage[]> => (await t.editor('GET', IMAGES + query)).json();

async function age(name: string, days: number): Promise<void> {
  const created_at = new Date(Date.now() - days * DAY).toISOString();
  await t.store.db.updateTable('images').set({ created_at }).where('name', '=', name).execute();
}

const write = async (article: object): Promise<{ slug: string; id: number }> =>
  (await t.editor('POST', NEWS, { title: 'Новость', ...article })).json();

test('an uploaded picture has smaller copies beside it, and the addresses that its sources name are exactly those', async () => {
  for (const width of [400, 480, 481, 1600, 1700]) {
    const copies = [480, 640, 960, 1600].filter((narrower) => narrower < width);
    const { url } = await upload(await noise(width, 90, width).jpeg().toBuffer());
    const { src, srcset } = imageSources(url, width);
    expect(src).toBe(url);
    const addresses = srcset?.split(', ').map((source) => source.split(' ')) ?? [];
    const sizes = copies.length > 0 ? [...copies, width].map((each) => `${each}w`) : [];
    expect(addresses.map(([, size]) => size)).toEqual(sizes);
    const names = addresses.map(([address = '']) => address.slice('/uploads/'.length));
    const hash = url.slice('/uploads/'.length, -'.jpg'.length);
    const expected = names.length > 0 ? names : [`${hash}.jpg`];
    expect((await files()).filter((name) => name.startsWith(hash))).toEqual(expected.sort());
    for (const [address = '', size = ''] of addresses) {
      const served = await get(address);
      expect(served.statusCode).toBe(200);
      const format = address === url ? 'jpeg' : 'webp';
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format, width: Number.parseInt(size, 10) });
      expect(served.headers['content-type']).toBe(`image/${format}`);
    }
  }
  const hash = 'a'.repeat(32);
  for (const url of ['https://example.org/a.jpg', '/uploads/a.jpg', `/uploads/${hash}.gif`, `/uploads/${hash}.jpg?x`])
    expect(imageSources(url, 3000)).toEqual({ src: url, srcset: undefined });
});

test('an uploaded picture comes with its size; copies are upright, without metadata, and keep transparency', async () => {
  const photo = noise(1000, 700)
    .withExif({ IFD0: { Make: 'SECRETCAMERA' } })
    .withMetadata({ orientation: 6 });
  const uploaded = await upload(await photo.jpeg().toBuffer());
  expect(uploaded).toMatchObject({ url: expect.stringMatching(/\.jpg$/), width: 700, height: 1000, alt: '' });
  expect((await list())[0]).toMatchObject({ width: 700, height: 1000 });
  const copy = await get(uploaded.url.replace('.jpg', '-480.webp'));
  const { exif, xmp, icc, orientation, ...size } = await sharp(copy.rawPayload).metadata();
  expect({ exif, xmp, icc, orientation }).toEqual({});
  expect([size.width, size.height]).toEqual([480, 686]);
  const clear = sharp(await noise(600, 400).toBuffer(), { raw: { width: 600, height: 400, channels: 3 } });
  const { url } = await upload(await clear.ensureAlpha(0.5).png().toBuffer());
  const { rawPayload } = await get(url.replace('.png', '-480.webp'));
  const [, , , alpha] = await sharp(rawPayload).raw().toBuffer();
  expect(alpha).toSatisfy((value: number) => Math.abs(value - 128) < 3);
});

test('an uploaded picture that moves, or takes fewer bytes than its copies would, stands for them itself', async () => {
  const moving = animation(600, 40);
  // A chessboard: nothing for PNG to write down, and all edges for WebP.
  const squares = Array.from({ length: 500 * 300 }, (_, at) => (((at % 500) >> 2) + (Math.floor(at / 500) >> 2)) % 2);
  const pixels = Buffer.from(squares.map((square) => square * 255));
  const board = sharp(pixels, { raw: { width: 500, height: 300, channels: 1 } });
  for (const picture of [moving.clone().gif(ANIMATED), moving.clone().webp(ANIMATED), board.png()]) {
    const { url } = await upload(await picture.toBuffer());
    const [original, copy] = [await get(url), await get(url.replace(/\.\w+$/, '-480.webp'))];
    expect([copy.statusCode, copy.rawPayload.equals(original.rawPayload)]).toEqual([200, true]);
    for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy'])
      expect([name, copy.headers[name]]).toEqual([name, original.headers[name]]);
  }
  expect((await files()).length).toBe(3);
});

test('an uploaded picture has no other copies, and its copies answer like pictures', async () => {
  const { url } = await upload(await noise(1000, 90).jpeg().toBuffer());
  const hash = url.slice('/uploads/'.length, -'.jpg'.length);
  const others = ['-481.webp', '-480.jpg', '-480', '-480-480.webp', '-480.webp.jpg'].map((ending) => hash + ending);
  for (const name of [...others, `${'0'.repeat(32)}-480.webp`, `../uploads/${hash}-480.webp`])
    expect([name, (await get(`/uploads/${encodeURIComponent(name)}`)).statusCode]).toEqual([name, 404]);
  const copy = await get(`/uploads/${hash}-480.webp`);
  expect(copy.headers.etag).toBe(`"${hash}-480"`);
  expect((await get(`/uploads/${hash}-480.webp`, { 'if-none-match': copy.headers.etag })).statusCode).toBe(304);
  expect((await get(`/uploads/${hash}-480.webp`, { range: 'bytes=0-9' })).rawPayload.length).toBe(10);
});

test('the library lists pictures, the newest first, with what is known of them', async () => {
  const [first, second] = [await small(1), await small(2)];
  await age(first.name, 1);
  const [newest, older, ...rest] = await list();
  expect([newest?.name, older?.name, rest]).toEqual([second.name, first.name, []]);
  const said = { title: 'a.png', alt: '', credit: '', altInNews: '', focus: { x: 50, y: 50 } };
  const uses = { usedIn: [], usedOnSite: [], onSite: false };
  expect(newest).toEqual({
    ...{ name: second.name, url: second.url, width: 40, height: 30, bytes: expect.any(Number), ...said, ...uses },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    deletable: true,
    deletableAt: new Date(Date.parse(newest?.createdAt ?? '') + 30 * DAY).toISOString(),
  });
});

test('the library is read part by part in each order, pictures of one moment included, and refuses a place of another', async () => {
  const row = { width: 1, height: 1, created_at: '2025-07-20T00:00:00.000Z' };
  const names = Array.from({ length: 7 }, (_, at) => `${String(at).repeat(32)}.png`);
  const rows = names.map((name, at) => ({ ...row, name, bytes: 1 + ((at * 3) % 7) }));
  await t.store.db.insertInto('images').values(rows).execute();
  const bySize = rows.toSorted((one, other) => other.bytes - one.bytes).map(({ name }) => name);
  const orders = { 'unused=true': names.toReversed(), 'sort=oldest': names, 'sort=largest': bySize };
  for (const [order, expected] of Object.entries(orders)) {
    const read = await walkParts<LibraryImage>(t.editor, `${IMAGES}?limit=3&${order}`);
    expect([order, read.map(({ name }) => name)]).toEqual([order, expected]);
  }
  const { link } = (await t.editor('GET', `${IMAGES}?limit=1`)).headers;
  const [, newest] = /after=([^&>]+)/.exec(String(link)) ?? [];
  const wrong = ['limit=0', 'limit=101', 'after=x', 'after=2025-07-20T00:00:00.000Z_x', 'unused=maybe', 'sort=name'];
  for (const query of [...wrong, `q=${'я'.repeat(301)}`, `sort=largest&after=${newest}`])
    expect([query, (await t.editor('GET', `${IMAGES}?${query}`)).statusCode]).toEqual([query, 400]);
});

test('the library knows where a picture is used: body, cover, draft, absolute address, bin, earlier version', async () => {
  const { url, name } = await small();
  const body = `<p>Текст</p><img src="${url}">`;
  await write({ title: 'В тексте', content: body, date: '2025-07-06' });
  await write({ title: 'На обложке', coverImageUrl: url, date: '2025-07-05', status: 'draft' });
  await write({ title: 'По полному адресу', content: `<img src="https://site.example${url}">`, date: '2025-07-04' });
  const trashed = await write({ title: 'В корзине', content: body, date: '2025-07-03' });
  await t.editor('DELETE', `${NEWS}/${trashed.slug}`);
  const changed = await write({ title: 'Прежде', content: body, date: '2025-07-02' });
  await t.editor('PUT', `${NEWS}/${changed.slug}`, { content: '<p>Без картинки</p>' });
  await t.editor('PUT', `${NEWS}/${changed.slug}`, { title: 'Прежде, ещё раз' });
  await write({ title: 'Нигде', content: '<p>Нет</p>' });
  const use = { kind: 'article', deleted: false, earlier: false, asCover: false };
  const expected = [
    { ...use, slug: 'v-tekste', title: 'В тексте' },
    { ...use, slug: 'na-oblozhke', title: 'На обложке', asCover: true },
    { ...use, slug: 'po-polnomu-adresu', title: 'По полному адресу' },
    { ...use, slug: 'v-korzine', title: 'В корзине', deleted: true },
    { ...use, slug: 'prezhde', title: 'Прежде, ещё раз', earlier: true },
  ];
  expect((await list())[0]?.usedIn).toEqual(expected);
  await age(name, 100);
  expect((await list())[0]?.deletable).toBe(false);
  await t.editor('POST', `${NEWS}/${changed.slug}/revisions/1/restore`);
  expect((await list())[0]?.usedIn.at(-1)).toMatchObject({ slug: 'prezhde', earlier: false });
});

test('the library finds what was written before it looked, in many articles', async () => {
  const { url } = await small();
  const content = `<img src="${url}">`;
  await insertNews(t.store.db, 110, () => ({ content }));
  expect((await list())[0]?.usedIn.length).toBe(110);
  for (let at = 0; at < 20; at += 1) await t.editor('PUT', `${NEWS}/n-${at}`, { content: '' });
  const lists = await Promise.all([list(), list(), list()]);
  expect(lists.map(([image]) => image?.usedIn.filter(({ earlier }) => earlier).length)).toEqual([20, 20, 20]);
});

test('the library names the last 200 articles with a picture, however many there are', async () => {
  const { url, name } = await small();
  await insertNews(t.store.db, 201, (at) => ({ slug: `use-${at}`, cover_image_url: url }));
  const [image] = await list();
  expect([image?.usedIn.length, image?.usedIn[0]?.slug, image?.usedIn.at(-1)?.slug]).toEqual([200, 'use-200', 'use-1']);
  const refused = await t.editor('DELETE', `/api/admin/images/${name}`);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('«Новость 200»');
});

test('the library forgets what was erased or has been in the trash for 30 days', async () => {
  const { url } = await small();
  const [erased, gone] = [await write({ coverImageUrl: url }), await write({ coverImageUrl: url })];
  for (const { slug } of [erased, gone]) await t.editor('DELETE', `${NEWS}/${slug}`);
  expect((await list())[0]?.usedIn.length).toBe(2);
  await t.editor('DELETE', `/api/admin/bin/${erased.id}`);
  expect((await list())[0]?.usedIn.length).toBe(1);
  const deleted_at = new Date(Date.now() - 30.1 * DAY).toISOString();
  await t.store.db.updateTable('articles').set({ deleted_at }).where('id', '=', gone.id).execute();
  expect([(await list())[0]?.usedIn, (await list('?unused=true')).length]).toEqual([[], 1]);
});

test('the library is searched by description, article and name, in any case; signs mean themselves', async () => {
  const [stage, other] = [await small(1), await small(2)];
  await t.editor('PUT', `${IMAGES}/${stage.name}`, { alt: 'Сцена: 100% света' });
  await write({ title: 'Ёлка в зале', coverImageUrl: other.url });
  const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ name }) => name);
  expect([await found('СЦЕНА'), await found('100%')]).toEqual([[stage.name], [stage.name]]);
  expect(await found('ёлка')).toEqual([other.name]);
  expect(await found(other.name.slice(0, 9).toUpperCase())).toEqual([other.name]);
  for (const q of ['%', '_цена', "'", '\\', 'нет такого'])
    expect([q, await found(q)]).toEqual([q, q === '%' ? [stage.name] : []]);
  expect((await list('?unused=true')).map(({ name }) => name)).toEqual([stage.name]);
  expect((await list('?unused=false')).length).toBe(2);
});

const remove = (name: string, by = editor) => by('DELETE', `${IMAGES}/${name}`);

async function expectKept(name: string, code: string, by = editor): Promise<void> {
  const refused = await remove(name, by);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code, message: expect.stringMatching(/^[А-ЯЁ].*\.$/) });
  expect((await get(`/uploads/${name}`)).statusCode).toBe(200);
  expect((await list()).map((image) => image.name)).toContain(name);
}

test('an administrator deletes a picture that nothing shows at once, and the audit log tells who did what to it', async () => {
  const [{ name, url }, used] = [await small(1), await small(2)];
  await write({ coverImageUrl: used.url });
  await expectKept(used.name, 'image_in_use', t.editor);
  await expectKept(name, 'image_too_new');
  await t.editor('PUT', `${IMAGES}/${name}`, { alt: 'Зал' });
  expect([(await remove(name, t.editor)).statusCode, (await get(url)).statusCode]).toEqual([204, 404]);
  const entries = (await t.editor('GET', '/api/admin/journal')).json<Record<string, unknown>[]>();
  const told = entries.filter(({ subject }) => subject === name).map(({ who, action, title }) => [who, action, title]);
  expect(told).toEqual(['delete', 'update', 'upload'].map((done) => ['admin', `image.${done}`, 'a.png']));
});

test('a picture is deleted with its copies, once, when nothing shows it and it is 30 days old, not before', async () => {
  const kept = await small(7);
  const { name, url } = await upload(await noise(1700, 60).jpeg().toBuffer());
  expect((await files()).length).toBe(6);
  await age(name, 29.9);
  await expectKept(name, 'image_too_new');
  await age(name, 30.1);
  expect((await list()).find((image) => image.name === name)?.deletable).toBe(true);
  const answers = await Promise.all(Array.from({ length: 4 }, () => remove(name)));
  expect([sortedStatuses(answers), await files()]).toEqual([[204, 404, 404, 404], [kept.name]]);
  expect((await get(url)).statusCode).toBe(404);
  expect((await list()).map((image) => image.name)).toEqual([kept.name]);
});

test('a picture is deleted not while it is used, be it by a draft, the trash, an earlier version or the texts of the site', async () => {
  const pictures = await Promise.all([1, 2, 3, 4, 5, 6].map(small));
  const [draft, cover, trashed, earlier, text, logo] = pictures;
  for (const { name } of pictures) await age(name, 100);
  expect(await list('?unused=true')).toMatchObject(pictures.map(() => ({ onSite: false, deletable: true })));
  await write({ content: `<img src="${draft?.url}">`, status: 'draft' });
  await write({ coverImageUrl: cover?.url });
  await t.editor('DELETE', `${NEWS}/${(await write({ coverImageUrl: trashed?.url })).slug}`);
  await t.editor('PUT', `${NEWS}/${(await write({ coverImageUrl: earlier?.url })).slug}`, { coverImageUrl: null });
  await t.editor('PUT', '/api/site-content', { 'share.image': text?.url, logo_image: logo?.url });
  expect((await list()).filter((image) => image.onSite)).toHaveLength(2);
  expect(await list('?unused=true')).toEqual([]);
  for (const { name } of pictures) {
    expect((await list()).find((image) => image.name === name)?.deletable).toBe(false);
    await expectKept(name, 'image_in_use');
  }
});

test('a picture is deleted not when an article that shows it is being saved just now', async () => {
  const { name, url } = await small();
  await age(name, 100);
  const empty = { slug: undefined, coverAlt: undefined };
  const article = { title: 'Новость', date: '2025-07-20', content: `<img src="${url}">`, ...empty };
  let refused: Promise<void> | undefined;
  await t.store.db.transaction().execute(async (tx) => {
    await insertArticle(tx, 'article', article, { username: 'admin', role: 'administrator' }, 'Europe/Moscow');
    refused = expectKept(name, 'image_in_use');
    await sleep(500);
  });
  await refused;
});

test('a picture is deleted not when it is uploaded anew at the same time', async () => {
  const bytes = await noise(600, 50).jpeg().toBuffer();
  const { name, url } = await upload(bytes);
  for (let round = 0; round < 6; round += 1) {
    await age(name, 100);
    await Promise.all([upload(bytes), sleep(round * 20).then(() => remove(name))]);
    expect([(await get(url)).statusCode, (await files()).length, (await list()).length]).toEqual([200, 2, 1]);
    await expectKept(name, 'image_too_new');
  }
});
