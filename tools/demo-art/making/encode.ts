import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from './describe.ts';
import { FRAME, FRAMES_PER_SECOND } from './shots.ts';
import { LENGTH } from './track.ts';

export const SEGMENT_SECONDS = 4;
export const FRAMES = LENGTH * FRAMES_PER_SECOND;
/** A key picture at the start of each segment and nowhere else. */
const KEYFRAMES = `-g ${SEGMENT_SECONDS * FRAMES_PER_SECOND} -keyint_min ${SEGMENT_SECONDS * FRAMES_PER_SECOND}`;
const REPRODUCIBLE = '-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact';

/** What both renditions are made from. */
export type Sources = { pictures: string; sound: string; work: string };

/** The drawn pictures, one after another, as a lossless film. */
export async function storeImages(file: string, draw: (frame: number) => Promise<Buffer>): Promise<void> {
  const unfinished = `${file}.part`;
  const input = `-f rawvideo -pix_fmt rgb24 -s ${FRAME.width}x${FRAME.height} -r ${FRAMES_PER_SECOND} -i -`;
  const ffmpeg = start([
    ...words(`${input} -c:v ffv1 -pix_fmt yuv420p -sws_flags accurate_rnd -f matroska`),
    unfinished,
  ]);
  const ended = finished(ffmpeg);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    if (ffmpeg.stdin?.write(await draw(frame)) === false) await once(ffmpeg.stdin, 'drain');
    if (frame % 100 === 0) console.log(`drawn ${frame} of ${FRAMES}`);
  }
  ffmpeg.stdin?.end();
  await ended;
  await rename(unfinished, file);
}

/** One rendition in two passes, cut into CMAF segments. */
export async function encode(
  { name, video, audio }: Encoding,
  { pictures, sound, work }: Sources,
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const log = ['-passlogfile', join(work, name)];
  const picture = ['-i', pictures, '-i', sound, ...words(`-map 0:v ${video} ${KEYFRAMES}`), ...log];
  await finished(start([...picture, ...words('-pass 1 -f null -')]));
  await finished(
    start([
      ...picture,
      ...words(`-pass 2 -map 1:a ${audio} -ar 48000 -ac 2 ${REPRODUCIBLE}`),
      ...words(`-f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4`),
      ...words('-hls_flags independent_segments -hls_fmp4_init_filename init.mp4 -hls_segment_filename'),
      join(folder, '%02d.m4s'),
      join(folder, 'vod.m3u8'),
    ]),
  );
}

function start(options: readonly string[]): ChildProcess {
  return spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...options], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

async function finished(ffmpeg: ChildProcess): Promise<void> {
  const [code] = await once(ffmpeg, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

function words(options: string): string[] {
  return options.split(' ');
}
