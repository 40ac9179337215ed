import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { form } from '../rig/image-app.ts';
import { needImages } from '../rig/needs.ts';
import { chunk, noise, oneImageOfEach } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);

test('a picture of each format is stored under its hash and served', async () => {
  for (const [name, bytes] of Object.entries(await oneImageOfEach())) {
    const answer = await t.upload(bytes, name);
    expect(answer.statusCode).toBe(201);
    const { url } = answer.json();
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/);
    expect(url.split('.')[1]).toBe(name.split('.')[1]);
    const served = await t.app.inject(url);
    expect(served.headers['content-type']).toBe(`image/${url.split('.')[1].replace('jpg', 'jpeg')}`);
    await expect(sharp(served.rawPayload, { animated: true }).stats()).resolves.toBeDefined();
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

test('a picture leaves behind whatever else was in its file', async () => {
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
    expect([at, bytes.includes('POLYGLOT')]).toEqual([at, true]);
    const answer = await t.upload(bytes);
    expect([at, answer.statusCode]).toEqual([at, 201]);
    expect((await t.app.inject(answer.json().url)).rawPayload.includes('POLYGLOT')).toBe(false);
  }
});

test('a picture with stray bytes between its segments, as some phones write them, is taken', async () => {
  const photo = await noise().jpeg().toBuffer();
  const untidy = Buffer.concat([photo.subarray(0, 20), Buffer.from([0, 0, 0]), photo.subarray(20)]);
  expect((await t.upload(untidy)).statusCode).toBe(201);
});
