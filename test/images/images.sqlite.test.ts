import { randomBytes } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../db/dialect.ts';
import { migrate } from '../../db/open.ts';
import { createImageStore, PICTURE_BYTES } from '../../model/images/images.ts';
import { form } from '../rig/image-app.ts';
import { needImages } from '../rig/needs.ts';
import { ANIMATED, animation, chunk, flatPng, isoMedia, noise, oneImageOfEach, png } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);
const WHOLE = await oneImageOfEach();

test('a picture of each format is stored under its hash, the same each time, and served in its format and size, moving as before', async () => {
  for (const [name, bytes] of Object.entries(WHOLE)) {
    const answer = await t.upload(bytes, name);
    expect(answer.statusCode).toBe(201);
    const { url } = answer.json();
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/);
    expect(url.split('.')[1]).toBe(name.split('.')[1]);
    expect((await t.upload(bytes)).json().url).toBe(url);
    const { rawPayload, headers } = await t.app.inject(url);
    const format = url.split('.')[1].replace('jpg', 'jpeg');
    expect(headers['content-type']).toBe(`image/${format}`);
    const moving = { width: 60, pageHeight: 40, pages: 4, ...ANIMATED };
    const facts = name.startsWith('animated') ? moving : { width: 120, height: 80 };
    const served = sharp(rawPayload, { animated: true });
    expect([name, await served.metadata()]).toMatchObject([name, { format, ...facts }]);
    await expect(served.stats()).resolves.toBeDefined();
  }
  const stored = await t.rows();
  expect((await t.files()).sort()).toEqual(stored.map(({ name }) => name).sort());
  expect(stored.find(({ name }) => name.endsWith('.png'))).toMatchObject({ width: 120, height: 80 });
  const moving = stored.filter(({ width }) => width === 60).map(({ name, height }) => `${name.slice(-4)} ${height}`);
  expect(moving.sort()).toEqual(['.gif 40', 'webp 40']);
  for (const { name, bytes } of stored) expect((await t.storage.open([name]))?.size).toBe(bytes);
});

test('a picture sent twice, also at once, is one file and one row', async () => {
  const photo = await noise().jpeg().toBuffer();
  const answers = await Promise.all([t.upload(photo), t.upload(photo), t.upload(photo)]);
  answers.push(await t.upload(photo));
  expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1);
  expect([(await t.files()).length, (await t.rows()).length]).toEqual([1, 1]);
});

test('a picture may stand in a field of any name, among texts and fields left alone, under any file name and type', async () => {
  const bytes = await noise().png().toBuffer();
  const text = { name: 'note', bytes: 'заметка'.repeat(500) };
  const file = { name: 'любое', filename: '../../etc/passwd\0.exe', type: 'text/html', bytes };
  expect((await t.send(form(text, file, text))).statusCode).toBe(201);
  expect((await t.send(form({ name: 'image', type: 'application/octet-stream', bytes }))).statusCode).toBe(201);
  const nothing = { name: 'other', filename: '', type: 'application/octet-stream', bytes: '' };
  expect((await t.send(form(nothing, { filename: 'a.png', bytes }))).statusCode).toBe(201);
  expect(await t.files()).toHaveLength(1);
});

test('a picture leaves behind whatever else was in its file, and is taken with stray bytes in it', async () => {
  const script = '<script>alert("POLYGLOT")</script>';
  const zip = Buffer.concat([Buffer.from('PK\x03\x04POLYGLOT', 'latin1'), randomBytes(200)]);
  const photo = await noise().jpeg().toBuffer();
  const drawing = await noise().png().toBuffer();
  const gif = await noise().gif().toBuffer();
  const comment = Buffer.from(`\x21\xfe\x08POLYGLOT\0`, 'latin1');
  const colours = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  const webp = await noise().webp({ lossless: true }).toBuffer();
  const longer = Buffer.concat([webp, Buffer.from('XMP \x08\0\0\0POLYGLOT', 'latin1')]);
  longer.writeUInt32LE(longer.length - 8, 4);
  const polyglots = [
    Buffer.concat([photo, Buffer.from(script)]),
    Buffer.concat([photo, zip]),
    Buffer.concat([photo.subarray(0, 2), Buffer.from('\xff\xfe\x00\x0aPOLYGLOT', 'latin1'), photo.subarray(2)]),
    Buffer.concat([drawing.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${script}`)), drawing.subarray(33)]),
    Buffer.concat([drawing, Buffer.from(script)]),
    Buffer.concat([gif.subarray(0, colours), comment, gif.subarray(colours)]),
    Buffer.concat([gif, zip]),
    longer,
  ];
  for (const [at, bytes] of polyglots.entries()) {
    const found = [bytes, await stored(bytes)].map((each) => each.includes('POLYGLOT'));
    expect([at, ...found]).toEqual([at, true, false]);
  }
  // As some phones write them: stray bytes between the segments.
  await stored(Buffer.concat([photo.subarray(0, 20), Buffer.from([0, 0, 0]), photo.subarray(20)]));
});

async function stored(bytes: Buffer): Promise<Buffer> {
  const answer = await t.upload(bytes);
  expect(answer.statusCode).toBe(201);
  return (await t.app.inject(answer.json().url)).rawPayload;
}

type Content = string | Buffer | Promise<Buffer>;

async function expectUnread(content: Content, status: number, code: string): Promise<void> {
  const before = { ...t.reencoder.counts };
  await t.expectRefused(await t.upload(await content), status, code);
  expect(t.reencoder.counts).toEqual(before);
}

const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
test.each<[string, Content]>([
  ['text', 'это не картинка, хотя и называется .png'],
  ['HTML', html],
  ['HTML after a byte order mark', `\ufeff${html}`],
  ['SVG', svg],
  ['SVG with a prologue', `<?xml version="1.0"?>${svg}`],
  ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
  ['ZIP', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')],
  ['BMP', Buffer.from('BM\x9a\0\0\0\0\0\0\0', 'latin1')],
  ['TIFF', noise().tiff().toBuffer()],
  ['MP4', isoMedia('isom')],
  ['one byte', Buffer.from([0xff])],
  ['half a PNG signature', Buffer.from('\x89PNG', 'latin1')],
  ['a RIFF file that is no WebP', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1')],
  ['a script that begins like a GIF', 'GIF8=1;alert(1)'],
])('nothing is stored of %s named .png: 415', (_what, content) => expectUnread(content, 415, 'unsupported_picture'));

const BRANDS = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis'];
test.each(BRANDS)('nothing is stored of %s: 415 that says how to export', async (brand) => {
  const answer = await t.upload(isoMedia(brand), 'IMG_0001.HEIC');
  await t.expectRefused(answer, 415, 'unsupported_picture');
  expect(answer.json().message).toContain('«Экспортировать»');
});

test.each(Object.entries(WHOLE))('nothing is stored of %s cut off anywhere: 422', async (_name, whole) => {
  const cuts = Array.from({ length: 16 }, (_, at) => 12 + Math.floor(((whole.length - 12) * at) / 16));
  for (const length of [...cuts, whole.length - 20, whole.length - 12, whole.length - 2, whole.length - 1]) {
    const put = t.pictures.put(whole.subarray(0, length));
    await expect(put, `${length} bytes`).rejects.toMatchObject({ code: 'broken_picture' });
  }
  await t.expectNothingStored();
});

test.each<[string, Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['a PNG without pixels', png(100, 100, Buffer.alloc(0))],
  ['a PNG with the pixels of a smaller one', png(100, 100, deflateSync(Buffer.alloc(301)))],
  ['a PNG of no width', png(0, 100, Buffer.alloc(0))],
  ['a PNG that ends in its first chunk', flatPng(9, 9).subarray(0, 30)],
  ['a PNG whose chunk claims four gigabytes', Buffer.concat([flatPng(9, 9).subarray(0, 33), Buffer.alloc(8, 0xff)])],
  ['a JPEG without a frame', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  ['a JPEG of zeros', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(3000)])],
  ['a WebP without a picture', Buffer.from('RIFF\x0c\0\0\0WEBPNONE\0\0\0\0', 'latin1')],
  ['a GIF without a frame', Buffer.from('GIF89a\x01\0\x01\0\0\0\0\x3b', 'latin1')],
])('nothing is stored of %s: 422', async (_what, content) =>
  t.expectRefused(await t.upload(content), 422, 'broken_picture'),
);

test.each<[string, Content]>([
  ['a PNG of 20000×20000 that is whole', flatPng(20_000, 20_000)],
  ['a PNG of 2147483647×2147483647', png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(0))],
  ['a PNG of 64 megapixels and a line', png(8000, 8001, Buffer.alloc(0))],
  ['an interlaced PNG that is whole', flatPng(8100, 8100, { interlaced: true })],
  ['a JPEG', patched(noise().jpeg(), '\xff\xc0', 5, 'fde8fde8')],
  ['a progressive JPEG', patched(noise().jpeg({ progressive: true }), '\xff\xc2', 5, 'ffffffff')],
  ['a WebP', patched(noise().webp({ lossless: true }), 'VP8L', 9, 'ffffff0f')],
  ['a WebP with a canvas', patched(animation().webp(), 'VP8X', 12, 'ff3f00ff3f00')],
  ['a GIF', patched(noise().gif(), 'GIF89a', 6, '204e204e')],
  ['a GIF with a frame larger than its screen', patched(noise().gif(), '\x2c\0\0\0\0', 5, '204e204e')],
  ['a GIF of many frames', manyFrames(animation(200, 100).gif())],
  ['a WebP of many frames', manyFrames(animation(200, 100).webp())],
])('nothing is stored of %s over 64 megapixels: 422 before anything is decoded', (_what, content) =>
  expectUnread(content, 422, 'too_many_pixels'),
);

test('nothing is stored of a file over 15 MiB: 413', async () => {
  const photo = await noise().jpeg().toBuffer();
  const most = Buffer.concat([photo, Buffer.alloc(PICTURE_BYTES - photo.length)]);
  await t.expectRefused(await t.upload(Buffer.concat([most, Buffer.alloc(1)])), 413, 'too_large');
  await expect(t.pictures.put(Buffer.concat([most, Buffer.alloc(1)]))).rejects.toMatchObject({ status: 413 });
  expect((await t.upload(most)).statusCode).toBe(201);
});

test('a failed row leaves no file, and takes none away that was there before', async () => {
  const { pictures, db, files } = await needImages();
  const [photo, other] = [await noise().jpeg().toBuffer(), await noise(1000, 90, 2).jpeg().toBuffer()];
  await pictures.put(photo);
  const before = await files();
  await db.schema.dropTable('images').execute();
  for (const bytes of [photo, other]) await expect(pictures.put(bytes)).rejects.toThrow(/no such table|does not exist/);
  expect(await files()).toEqual(before);
});

test('the row waits for a database that another program has locked', async () => {
  const file = path.join(path.dirname(t.directory), 'locked.sqlite');
  const [db, other] = [openSqlite(file), openSqlite(file)];
  await migrate(db);
  const locked = createImageStore({ db, directory: t.directory });
  // Starts the process of pictures, which may take longer than the lock.
  await locked.put(await noise(20, 20, 2).png().toBuffer());
  let isFree = false;
  const free = other.transaction().execute(async () => {
    await sleep(1000);
    isFree = true;
  });
  const put = locked.put(await noise().png().toBuffer());
  await expect(put).resolves.toBeDefined();
  const { url } = await put;
  expect(isFree).toBe(true);
  expect(await db.selectFrom('images').select('name').execute()).toContainEqual({ name: path.basename(url) });
  await free;
  await locked.close();
  await Promise.all([db.destroy(), other.destroy()]);
});

test('the folder that cannot be written gives 503', async () => {
  await writeFile(t.directory, 'a file stands here');
  const answer = await t.upload(await noise().png().toBuffer());
  expect([answer.statusCode, answer.json().code, await t.rows()]).toEqual([503, 'not_stored', []]);
});

test('the folder loses its temporary files after a day, and nothing else', async () => {
  await mkdir(t.directory);
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
  for (const name of ['.tmp-old', '.tmp-new', '.other', 'a.png']) {
    await writeFile(path.join(t.directory, name), 'x');
    if (name !== '.tmp-new') await utimes(path.join(t.directory, name), yesterday, yesterday);
  }
  await createImageStore({ db: t.db, directory: t.directory }).close();
  expect((await t.files()).sort()).toEqual(['.other', '.tmp-new', 'a.png']);
});

/** With other bytes, in hexadecimal, so far behind a mark. */
async function patched(picture: Sharp, mark: string, offset: number, values: string): Promise<Buffer> {
  const bytes = await picture.toBuffer();
  bytes.set(Buffer.from(values, 'hex'), bytes.indexOf(mark, 0, 'latin1') + offset);
  return bytes;
}

/** 3,300 more frames of 200×100: each is small in bytes and full in pixels. */
async function manyFrames(picture: Sharp): Promise<Buffer> {
  const moving = await picture.toBuffer();
  const isGif = moving.toString('latin1', 0, 3) === 'GIF';
  const [frame, end] = isGif
    ? [Buffer.from('2c00000000c80064000002024c0100', 'hex'), 1]
    : [Buffer.from('ANMF\x18\0\0\0'.padEnd(32, '\0'), 'latin1'), 0];
  const frames = Array.from({ length: 3300 }, () => frame);
  return Buffer.concat([moving.subarray(0, moving.length - end), ...frames, Buffer.from(isGif ? [0x3b] : [])]);
}
