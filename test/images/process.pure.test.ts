import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ImageHeader, readImageHeader } from '../../model/images/header.ts';
import { PICTURE_LIMITS } from '../../model/images/images.ts';
import type { ImageLimits, ReencodedImage } from '../../model/images/process/jobs.ts';
import { ImageProcess } from '../../model/images/process/process.ts';
import { heardOn } from '../rig/sockets.ts';
import { flatPng, noise, sidewaysPhoto } from '../rig/world/pictures.ts';

function open(limits: Partial<ImageLimits> = {}, idle?: number): ImageProcess {
  const one = new ImageProcess({ ...PICTURE_LIMITS, ...limits }, idle);
  onTestFinished(() => one.close());
  return one;
}

const reencode = (one: ImageProcess, bytes: Buffer, header: Partial<ImageHeader> = {}): Promise<ReencodedImage> =>
  one.reencode({ bytes, header: { ...readImageHeader(bytes), ...header } });
const small = () => noise(20, 10).png().toBuffer();
async function begun(limits?: Partial<ImageLimits>, idle?: number): Promise<{ one: ImageProcess; pid: number }> {
  const one = open(limits, idle);
  await reencode(one, await small());
  return { one, pid: one.pid ?? 0 };
}
/** A process that has ended but that nobody has buried yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10);
}

test('a picture comes back upright, without its camera, place and notes', async () => {
  const photo = await sidewaysPhoto();
  expect(photo.includes('SECRETCAMERA') && photo.includes('SECRETNOTE')).toBe(true);
  expect((await sharp(photo).metadata()).orientation).toBe(6);
  const { bytes, width, height } = await reencode(open(), photo);
  expect([width, height]).toEqual([80, 120]);
  const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
  expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
  for (const trace of ['SECRET', 'Exif', 'xmpmeta', 'ICC_PROFILE']) expect(bytes.includes(trace)).toBe(false);
  expect(await colourAt(bytes, 40, 10)).toSatisfy(([red = 0, , blue = 0]) => red > 230 && blue < 30);
  expect(await colourAt(bytes, 40, 110)).toSatisfy(([red = 0, , blue = 0]) => red < 30 && blue > 230);
});

test.each([8, 16])('a picture comes back in sRGB when its %i bits were measured by another profile', async (bits) => {
  const red = sharp({ create: { width: 16, height: 16, channels: 3, background: '#ff2828' } });
  const inP3 = await (bits === 16 ? red.toColourspace('rgb16') : red).withIccProfile('p3').png().toBuffer();
  expect(await sharp(inP3, { ignoreIcc: true }).raw().toBuffer()).toSatisfy(([first = 0]: Buffer) => first < 240);
  const { bytes } = await reencode(open(), inP3);
  expect((await sharp(bytes).metadata()).hasProfile).toBe(false);
  expect((await colourAt(bytes, 3, 3))[0]).toBeGreaterThan(250);
});

test('a picture comes back with its transparency, and exact to the pixel when it was', async () => {
  const clear = { width: 9, height: 9, channels: 4, background: { r: 9, g: 8, b: 7, alpha: 0.5 } } as const;
  const given = await sharp({ create: clear }).png().toBuffer();
  expect(await colourAt((await reencode(open(), given)).bytes, 4, 4)).toEqual([9, 8, 7, 128]);
  for (const format of ['png', 'webp'] as const) {
    const { bytes } = await reencode(open(), await noise().toFormat(format, { lossless: true }).toBuffer());
    expect((await sharp(bytes).raw().toBuffer()).equals(await noise().raw().toBuffer())).toBe(true);
  }
});

test.each([
  ['tiff', noise().tiff().toBuffer()],
  ['avif', noise().avif().toBuffer()],
  ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
])('a picture is refused when its name is right but it is %s inside', async (_format, bytes) => {
  const header: ImageHeader = { format: 'png', width: 9, height: 9, frames: 1, lossless: false };
  const refused = open().reencode({ bytes: await bytes, header });
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'broken_picture' });
});

test('a picture is refused when it has more pixels than its header told', async () => {
  const refused = reencode(open({ pixels: 5000 }), await noise(100, 60).png().toBuffer(), { width: 10, height: 10 });
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'too_many_pixels' });
});

test('a picture is refused when decoding it takes more memory than it may, and the next one is served', async () => {
  const { one, pid } = await begun({ time: 120_000 });
  // Eight bytes for each of 63 million pixels, and interlaced, so that all must be held at once.
  const heavy = flatPng(9000, 7000, { bits: 16, colour: 6, interlaced: true });
  await expect(reencode(one, heavy)).rejects.toMatchObject({ status: 422, code: 'too_heavy' });
  await reencode(one, await small());
  expect(one.pid).not.toBe(pid);
  expect(one.counts).toEqual({ made: 2, failed: 1, crashed: 0 });
});

test.runIf(process.platform === 'linux')('the process of pictures is the first that the kernel ends', async () => {
  expect(readFileSync(`/proc/${(await begun()).pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
});

test('a picture is refused when decoding it takes more processor time than it may', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // that of a decoder that hangs
  onTestFinished(() => void vi.useRealTimers());
  const vast = flatPng(6000, 4000, { bits: 16, colour: 6 });
  await expect(reencode(open({ time: 300 }), vast)).rejects.toMatchObject({ status: 422, code: 'too_heavy' });
});

test('a picture is refused when its decoder hangs, and the next one is served', async () => {
  const { one, pid } = await begun({ time: 1000 });
  process.kill(pid, 'SIGSTOP');
  const refused = reencode(one, await small()).catch((error) => error);
  const hangs = sleep(60_000, 'hangs', { ref: false });
  expect(await Promise.race([refused, hangs])).toMatchObject({ status: 422, code: 'too_heavy' });
  await gone(pid);
  expect(await reencode(one, await small())).toMatchObject({ width: 20, height: 10 });
  expect(one.counts).toMatchObject({ made: 2, failed: 1, crashed: 0 });
});

test.each([
  ['SIGKILL', 503, 'pictures_interrupted', 'Загрузите её ещё раз'],
  ['SIGSEGV', 422, 'broken_picture', 'повреждена'],
] as const)('that dies of %s in the middle fails one picture, not the next', async (signal, status, code, words) => {
  const { one, pid } = await begun();
  process.kill(pid, 'SIGSTOP');
  const [struck, next] = [reencode(one, await small()), reencode(one, await small())];
  process.kill(pid, signal);
  process.kill(pid, 'SIGCONT');
  await expect(struck).rejects.toMatchObject({ status, code, message: expect.stringContaining(words) });
  expect(await next).toMatchObject({ width: 20, height: 10 });
});

test('the process that dies while idle is not missed', async () => {
  const { one, pid } = await begun();
  process.kill(pid, 'SIGKILL');
  while (one.pid) await sleep(10);
  expect(await reencode(one, await small())).toMatchObject({ width: 20 });
});

test('the process takes one picture after the other and lets twenty wait', async () => {
  const one = open();
  const bytes = await small();
  const order: number[] = [];
  const pictures = Array.from({ length: 21 }, (_, at) => reencode(one, bytes).then(() => order.push(at)));
  await expect(reencode(one, bytes)).rejects.toMatchObject({ status: 503, code: 'pictures_busy' });
  await Promise.all(pictures);
  expect(order).toEqual(pictures.map((_, at) => at));
  expect(await reencode(one, bytes)).toMatchObject({ width: 20 });
});

test('the process lets no more bytes wait than the server can spare', async () => {
  const one = open();
  const bytes = Buffer.concat([await small(), Buffer.alloc(15 * 1024 * 1024 - 5000)]);
  const pictures = Array.from({ length: 7 }, () => reencode(one, bytes));
  await expect(reencode(one, bytes)).rejects.toMatchObject({ status: 503, code: 'pictures_busy' });
  await Promise.all(pictures);
});

test('the process goes when there is nothing to do', async () => {
  const { one, pid } = await begun({}, 100);
  await gone(pid);
  expect(one.pid).toBeUndefined();
});

test('the process goes on closing, and what it was doing fails', async () => {
  const { one, pid } = await begun();
  process.kill(pid, 'SIGSTOP');
  const pictures = [reencode(one, await small()), reencode(one, await small())];
  const refused = Promise.all(pictures.map((each) => expect(each).rejects.toMatchObject({ status: 503 })));
  await one.close();
  await refused;
  expect(isAlive(pid)).toBe(false);
  await expect(reencode(one, await small())).rejects.toMatchObject({ status: 503 });
});

test.runIf(process.platform === 'linux')('the process is told no secrets, only where its libraries are', async () => {
  vi.stubEnv('SECRET_OF_THE_SERVER', 'x');
  // Releases ship libatomic, which minimal systems lack.
  vi.stubEnv('LD_LIBRARY_PATH', '/opt/rampa/lib');
  const told = readFileSync(`/proc/${(await begun()).pid}/environ`, 'latin1').split('\0');
  expect(told).toContain('LD_LIBRARY_PATH=/opt/rampa/lib');
  expect(told.join('\n')).not.toMatch(/SECRET|TOKEN|PASSWORD|DATABASE|^PATH|HOME/m);
});

test('the process keeps no program from ending', async () => {
  const program = start('');
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect(program.output()).toMatch(/^\d+\n$/);
  await gone(Number(program.output()));
});

test('the process does not outlive a program that was killed', async () => {
  const program = start('setInterval(() => {}, 1000);');
  while (!program.output().includes('\n')) await sleep(10);
  expect(isAlive(Number(program.output()))).toBe(true);
  program.kill('SIGKILL');
  await gone(Number(program.output()));
});

/** A program that has one picture made, prints the process's id and goes on with `afterwards`. */
function start(afterwards: string): ChildProcess & { output: () => string } {
  const script = `
    import { ImageProcess } from './model/images/process/process.ts';
    const one = new ImageProcess({ pixels: 1e6, time: 10_000, memory: 1e9 });
    const header = { format: 'png', width: 1, height: 1, frames: 1, lossless: false };
    await one.reencode({ bytes: Buffer.from('${flatPng(1, 1).toString('base64')}', 'base64'), header });
    console.log(one.pid);
    ${afterwards}`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Object.assign(program, { output: heardOn(program.stdout) });
}

const colourAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
