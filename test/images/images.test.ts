import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { form } from '../rig/image-app.ts';
import { needImages } from '../rig/needs.ts';
import { ANIMATED, chunk, noise, oneImageOfEach } from '../rig/world/pictures.ts';

const t = await needImages();
beforeEach(t.empty);

test('a picture of each format is stored under its hash, the same each time, and served in its format and size, moving as before', async () => {
  for (const [name, bytes] of Object.entries(await oneImageOfEach())) {
    const answer = await t.upload(bytes, name);
    expect(answer.statusCode).toBe(201);
    const { url } = answer.json();
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/);
    expect(url.split('.')[1]).toBe(name.split('.')[1]);
    expect((await t.upload(bytes)).json().url).toBe(url);
    const { rawPayload, headers } = await t.app.inject(url);
    const format = url.split('.')[1].replace('jpg', 'jpeg');
    expect(headers['content-type']).toBe(`image/${format}`);
    const [size, moving] = name.startsWith('animated')
      ? [
          { width: 60, pageHeight: 40 },
          { pages: 4, ...ANIMATED },
        ]
      : [{ width: 120, height: 80 }, {}];
    const served = sharp(rawPayload, { animated: true });
    expect([name, await served.metadata()]).toMatchObject([name, { format, ...size, ...moving }]);
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
    const found = [bytes, await stored(bytes)].map((each) => each.includes('POLYGLOT'));
    expect([at, ...found]).toEqual([at, true, false]);
  }
});

test('a picture with stray bytes between its segments, as some phones write them, is taken', async () => {
  const photo = await noise().jpeg().toBuffer();
  await stored(Buffer.concat([photo.subarray(0, 20), Buffer.from([0, 0, 0]), photo.subarray(20)]));
});

const pixelsOf = (bytes: Buffer) => sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

async function stored(bytes: Buffer): Promise<Buffer> {
  const answer = await t.upload(bytes);
  expect(answer.statusCode).toBe(201);
  return (await t.app.inject(answer.json().url)).rawPayload;
}

test.each([1, 3])('a GIF of %i frames that do not cover its canvas keeps every colour', async (count) => {
  const given = smallFrames(count);
  const [before, after] = await Promise.all([pixelsOf(given), stored(given).then(pixelsOf)]);
  expect(before.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 255]));
  expect(after.equals(before)).toBe(true);
});

test('a WebP keeps all its frames, though one above the other they are higher than a WebP may be', async () => {
  const [frame, raw] = [60 * 200 * 3, { width: 60, height: 97 * 200, channels: 3, pageHeight: 200 } as const];
  const bytes = Buffer.concat(Array.from({ length: 97 }, (_, at) => Buffer.alloc(frame, at)));
  const webp = await sharp(bytes, { raw })
    .webp({ loop: 0, delay: Array<number>(97).fill(50) })
    .toBuffer();
  const { pages, pageHeight, height } = await sharp(await stored(webp), { animated: true }).metadata();
  expect([pages, pageHeight, height]).toEqual([97, 200, 97 * 200]);
});

/** A GIF of 4×4 with frames of 2×2 in its middle. It has no black and no transparent colour, so decoders fill the rest with black. */
function smallFrames(count: number): Buffer {
  const colours = Buffer.from(Array.from({ length: 12 }, (_, at) => 40 + at * 9));
  const frames = Array.from({ length: count }, (_, frame) => {
    // Its four pixels as LZW codes: the last two take four bits, the others three.
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((at) => (at + frame) % 4);
    const pixels = Buffer.from([0x02, 0x03, 0, 0, 0, 0x00]);
    pixels.writeUIntLE(4 | (a << 3) | (b << 6) | (c << 9) | (d << 12) | (5 << 16), 2, 3);
    return Buffer.concat([Buffer.from('21f904000a0000002c010001000200020000', 'hex'), pixels]);
  });
  return Buffer.concat([Buffer.from('GIF89a\x04\0\x04\0\x81\0\0', 'latin1'), colours, ...frames, Buffer.from(';')]);
}
