import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { readFaces } from '../../model/drawings/outlines.ts';
import { drawPoster } from '../../model/drawings/poster.ts';
import type { ImageHeader } from '../../model/images/header.ts';
import { PICTURE_LIMITS } from '../../model/images/images.ts';
import { ImageProcess } from '../../model/images/process/process.ts';
import { noise } from '../rig/world/pictures.ts';

function open(time = PICTURE_LIMITS.time): ImageProcess {
  const one = new ImageProcess({ ...PICTURE_LIMITS, time });
  onTestFinished(() => one.close());
  return one;
}

/** A raw photo that stayed with each of them would be 50 MB. */
const COUNT = 12;

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="#f00" d="M0 0h20v20H0z"/></svg>';
const png = (one: ImageProcess, svg = SQUARE) => one.draw({ svg, format: 'png' });

test('a drawing that hangs is ended, and the next one is made', async () => {
  const one = open(5000);
  await png(one);
  process.kill(one.pid ?? 0, 'SIGSTOP');
  await expect(png(one)).rejects.toMatchObject({ code: 'too_heavy' });
  expect((await png(one)).length).toBeGreaterThan(50);
});

test('a drawing whose process is killed fails alone; pictures wait their turn beside it', async () => {
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

test.runIf(process.platform === 'linux')('drawing leaves no memory behind', async () => {
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
