import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { drawPoster } from '../../model/drawings/poster.ts';
import { readFaces } from '../../model/drawings/words.ts';
import { PICTURE_LIMITS } from '../../model/images/images.ts';
import { ImageProcess } from '../../model/images/process/process.ts';
import { noise } from '../rig/world/pictures.ts';

/** A raw photo that stayed with each of them would be 50 MB. */
const COUNT = 12;

test.runIf(process.platform === 'linux')('drawing leaves no memory behind', async () => {
  const one = new ImageProcess(PICTURE_LIMITS);
  onTestFinished(() => one.close());
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
