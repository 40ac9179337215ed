import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { Drawings } from '../../model/drawings/drawings.ts';
import { breakLines, measure, readFaces } from '../../model/drawings/words.ts';
import type { ImageHeader } from '../../model/images/header.ts';
import { PICTURE_LIMITS } from '../../model/images/images.ts';
import { ImageProcess } from '../../model/images/process/process.ts';

const one = new ImageProcess(PICTURE_LIMITS);
afterAll(() => one.close());

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="#f00" d="M0 0h20v20H0z"/></svg>';
const png = (svg = SQUARE) => one.draw({ svg, format: 'png' });

test('a drawing of the site’s own becomes a PNG that is clear where nothing is drawn, in the size it has or is asked for', async () => {
  const { data, info } = await sharp(await png())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([40, 20, 4]);
  expect([[...data.subarray(0, 4)], data[30 * 4 + 3]]).toEqual([[255, 0, 0, 255], 0]);
  const large = await sharp(await one.draw({ svg: SQUARE, format: 'png', width: 400 })).metadata();
  expect([large.width, large.height]).toEqual([400, 200]);
});

test('a drawing of the site’s own stands over a picture that fills its shape', async () => {
  const blue = sharp({ create: { width: 300, height: 300, channels: 3, background: '#00f' } });
  const drawn = await one.draw({ svg: SQUARE, format: 'jpeg', behind: await blue.jpeg().toBuffer() });
  const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([40, 20]);
  const [left, right] = [data.subarray(10 * 3), data.subarray(30 * 3)];
  expect([left[0], right[2]].every((value = 0) => value > 200)).toBe(true);
});

test('a drawing of the site’s own opens the decoder of drawings to nobody else', async () => {
  const header: ImageHeader = { format: 'png', width: 40, height: 20, frames: 1, lossless: false };
  const asUpload = () => one.reencode({ bytes: Buffer.from(SQUARE), header });
  const refused = { status: 422, code: 'broken_picture' };
  await png();
  await expect(asUpload()).rejects.toMatchObject(refused);
  await expect(png('<svg')).rejects.toMatchObject(refused);
  await expect(asUpload()).rejects.toMatchObject(refused);
  await expect(one.draw({ svg: SQUARE, format: 'png', behind: Buffer.from(SQUARE) })).rejects.toMatchObject(refused);
  expect((await png()).length).toBeGreaterThan(50);
});

test('kept drawings take a bounded part of memory, and the one not asked for longest goes first', async () => {
  const drawings = new Drawings();
  const make = vi.fn(async () => Buffer.alloc(1024 * 1024));
  const get = (key: number) => drawings.get(String(key), make);
  for (let key = 0; key < 8; key++) await get(key);
  await get(0);
  await get(8);
  expect(make).toHaveBeenCalledTimes(9);
  await get(0);
  expect(make).toHaveBeenCalledTimes(9);
  await get(1);
  expect(make).toHaveBeenCalledTimes(10);
});

test('kept drawings are made one at a time', async () => {
  const drawings = new Drawings();
  let [under, most] = [0, 0];
  const make = async () => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setTimeout(resolve, 5));
    under -= 1;
    return Buffer.from('x');
  };
  await Promise.all(['a', 'b', 'c', 'a'].map((key) => drawings.get(key, make)));
  expect(most).toBe(1);
});

const { display } = readFaces();
const set = (text: string) =>
  breakLines(display, text, 1000, [
    { size: 100, lines: 2 },
    { size: 50, lines: 3 },
  ]);

test('the words of a poster stand as large as they fit', () => {
  expect(set('Финал')).toEqual({ size: 100, lines: ['Финал'] });
  const { size, lines } = set('Жюри и зрители решают, кто победит в финале');
  expect(size).toBe(50);
  for (const line of lines) expect(measure(display, line) * size).toBeLessThanOrEqual(1000);
});

test('the words of a poster that are too many end in an ellipsis; a word that is too long is parted', () => {
  const long = set('слово '.repeat(60).trim());
  expect([long.lines.length, long.lines[2]?.endsWith('слово…')]).toEqual([3, true]);
  expect(set('Достопримечательность-достопримечательностейвеликих').lines[0]).toBe('Достопримечательность-');
  for (const line of [...long.lines, ...set('Щ'.repeat(300)).lines])
    expect(measure(display, line) * 50).toBeLessThanOrEqual(1000);
});
