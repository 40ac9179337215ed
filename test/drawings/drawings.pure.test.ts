import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Drawings } from '../../model/drawings/drawings.ts';
import { readFaces } from '../../model/drawings/outlines.ts';
import { drawPoster } from '../../model/drawings/poster.ts';
import { measure, setWords } from '../../model/drawings/words.ts';
import type { ImageHeader } from '../../model/images/header.ts';
import { PICTURE_LIMITS } from '../../model/images/images.ts';
import type { ImageLimits } from '../../model/images/process/jobs.ts';
import { ImageProcess } from '../../model/images/process/process.ts';
import { noise } from '../rig/world/pictures.ts';

vi.setConfig({ testTimeout: 180_000 });

let opened: ImageProcess[] = [];
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

function open(limits: Partial<ImageLimits> = {}): ImageProcess {
  const one = new ImageProcess({ ...PICTURE_LIMITS, ...limits });
  opened.push(one);
  return one;
}

/** A raw photo that stayed with each of them would be 50 MB. */
const COUNT = 12;

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="#f00" d="M0 0h20v20H0z"/></svg>';
const png = (one: ImageProcess, svg = SQUARE) => one.draw({ svg, format: 'png' });

describe('a drawing of the site’s own', () => {
  test('becomes a PNG that is clear where nothing is drawn, in the size it has or is asked for', async () => {
    const one = open();
    const { data, info } = await sharp(await png(one))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([40, 20, 4]);
    expect([[...data.subarray(0, 4)], data[30 * 4 + 3]]).toEqual([[255, 0, 0, 255], 0]);
    const large = await sharp(await one.draw({ svg: SQUARE, format: 'png', width: 400 })).metadata();
    expect([large.width, large.height]).toEqual([400, 200]);
  });

  test('stands over a picture that fills its shape', async () => {
    const behind = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00f' } })
      .jpeg()
      .toBuffer();
    const drawn = await open().draw({ svg: SQUARE, format: 'jpeg', behind });
    const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 20]);
    const [left, right] = [data.subarray(10 * 3), data.subarray(30 * 3)];
    expect([left[0], right[2]].every((value = 0) => value > 200)).toBe(true);
  });

  test('opens the decoder of drawings to nobody else', async () => {
    const one = open();
    const header: ImageHeader = { format: 'png', width: 40, height: 20, frames: 1, lossless: false };
    const asUpload = () => one.reencode({ bytes: Buffer.from(SQUARE), header });
    const refused = { status: 422, code: 'broken_picture' };
    await png(one);
    await expect(asUpload()).rejects.toMatchObject(refused);
    await expect(png(one, '<svg')).rejects.toMatchObject(refused);
    await expect(asUpload()).rejects.toMatchObject(refused);
    await expect(one.draw({ svg: SQUARE, format: 'png', behind: Buffer.from(SQUARE) })).rejects.toMatchObject(refused);
    expect((await png(one)).length).toBeGreaterThan(50);
  });

  test('that hangs is ended, and the next one is made', async () => {
    const one = open({ time: 5000 });
    await png(one);
    process.kill(one.pid ?? 0, 'SIGSTOP');
    await expect(png(one)).rejects.toMatchObject({ code: 'too_heavy' });
    expect((await png(one)).length).toBeGreaterThan(50);
  });

  test('whose process is killed fails alone; pictures wait their turn beside it', async () => {
    const one = open();
    await png(one);
    process.kill(one.pid ?? 0, 'SIGSTOP');
    const struck = png(one);
    const bytes = await noise(20, 10).png().toBuffer();
    const header: ImageHeader = { format: 'png', width: 20, height: 10, frames: 1, lossless: false };
    const upload = one.reencode({ bytes, header });
    process.kill(one.pid ?? 0, 'SIGKILL');
    await expect(struck).rejects.toMatchObject({ status: 503, code: 'pictures_interrupted' });
    expect(await upload).toMatchObject({ width: 20, height: 10 });
  });

  test.runIf(process.platform === 'linux')('leaves no memory behind', async () => {
    const one = open();
    const faces = readFaces();
    const behind = await noise(1600, 900).jpeg().toBuffer();
    const drawSome = async (from: number) => {
      for (let at = from; at < from + COUNT; at++) {
        const words = { title: `Новость ${at} о песнях и людях`, line: '20 июля 2025', name: 'Рампа' };
        const svg = drawPoster(faces, words, { accent: '#ff5a2b', seed: String(at), hasPhoto: true });
        await one.draw({ svg, format: 'jpeg', behind });
      }
    };
    const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one.pid}/status`, 'latin1'))?.[1]) * 1024;
    await drawSome(0);
    const before = resident();
    await drawSome(COUNT);
    expect(resident()).toBeLessThan(before + 30 * 1024 * 1024);
    expect(resident()).toBeLessThan(200 * 1024 * 1024);
  });
});

describe('kept drawings', () => {
  test('take a bounded part of memory, and the one not asked for longest goes first', async () => {
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

  test('are made one at a time', async () => {
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
});

describe('the words of a poster', () => {
  const { display } = readFaces();
  const set = (text: string) =>
    setWords(display, text, 1000, [
      { size: 100, lines: 2 },
      { size: 50, lines: 3 },
    ]);

  test('stand as large as they fit, in lines as even as they can be', () => {
    expect(set('Финал')).toEqual({ size: 100, lines: ['Финал'] });
    const { size, lines } = set('Жюри и зрители решают, кто победит в финале');
    expect(size).toBe(50);
    expect(lines.join(' ').replaceAll('\u00a0', ' ')).toBe('Жюри и зрители решают, кто победит в финале');
    for (const line of lines) expect(measure(display, line) * size).toBeLessThanOrEqual(1000);
  });

  test('end no line with a short word or a number, and begin none with a dash', () => {
    const texts = [
      'Песня о тебе и о нас — в эфире',
      'Выступят 21 участник и 14 гостей в одном зале',
      'Сцена — это мы, а свет — это вы',
    ];
    for (const { lines } of texts.map(set)) {
      for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/(^|[\s\u00a0])(\p{L}{1,2}|\d+)$/u);
      for (const line of lines) expect(line).not.toMatch(/^[—–]/);
    }
  });

  test('that are too many end in an ellipsis; a word that is too long is parted', () => {
    const long = set('слово '.repeat(60).trim());
    expect([long.lines.length, long.lines[2]?.endsWith('слово…')]).toEqual([3, true]);
    const word = set('Достопримечательность-достопримечательностейвеликих');
    expect(word.lines[0]).toBe('Достопримечательность-');
    for (const line of [...long.lines, ...set('Щ'.repeat(300)).lines])
      expect(measure(display, line) * 50).toBeLessThanOrEqual(1000);
  });
});
