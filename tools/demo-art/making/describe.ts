import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How one rendition of the film is encoded; `video` and `audio` are options of ffmpeg. */
export type Encoding = { name: string; codecs: string; video: string; audio: string };

/** What the stream needs to know about the film; written beside it. */
export type Film = {
  width: number;
  height: number;
  frameRate: number;
  segmentSeconds: number;
  segments: number;
  version: string; // Changes with the bytes of any segment, so that addresses carrying it may be cached for ever
  variants: { name: string; codecs: string; bandwidth: number; averageBandwidth: number }[];
};

type Shape = Omit<Film, 'variants' | 'version'>;

/**
 * Measures the finished segments; throws when one is missing or is not as long as the others. The encoder's own playlist
 * goes: what is on air follows from the clock.
 */
export async function describeFilm(folder: string, encodings: readonly Encoding[], shape: Shape): Promise<Film> {
  const variants: Film['variants'] = [];
  const hash = createHash('sha256');
  for (const { name, codecs } of encodings) {
    await checkDurations(join(folder, name, 'vod.m3u8'), shape);
    await rm(join(folder, name, 'vod.m3u8'));
    const files = (await readdir(join(folder, name))).filter((file) => file.endsWith('.m4s'));
    if (files.length !== shape.segments)
      throw new Error(`${name}: ${files.length} segments instead of ${shape.segments}`);
    const contents = await Promise.all(files.sort().map((file) => readFile(join(folder, name, file))));
    for (const bytes of [await readFile(join(folder, name, 'init.mp4')), ...contents]) hash.update(bytes);
    const sizes = contents.map((bytes) => bytes.length);
    const bits = (bytes: number, seconds: number) => Math.ceil((bytes * 8) / seconds);
    variants.push({
      name,
      codecs,
      bandwidth: bits(Math.max(...sizes), shape.segmentSeconds),
      averageBandwidth: bits(
        sizes.reduce((sum, size) => sum + size, 0),
        shape.segmentSeconds * shape.segments,
      ),
    });
  }
  return { ...shape, version: hash.digest('hex').slice(0, 12), variants };
}

async function checkDurations(playlist: string, { segmentSeconds, segments }: Shape): Promise<void> {
  const text = await readFile(playlist, 'utf8');
  const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
  const odd = durations.filter((seconds) => Math.abs(seconds - segmentSeconds) > 0.001);
  if (durations.length !== segments || odd.length > 0)
    throw new Error(`${playlist}: segments of ${durations.join(', ')} s`);
}
