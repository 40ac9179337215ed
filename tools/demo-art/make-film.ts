/**
 * Makes the film of the demo stream into film/: needs ffmpeg with libx264, libvpx-vp9 and libopus, and some ten minutes.
 * Named on the command line, a working folder keeps the drawn pictures, so that a second run only encodes.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFilm, type Encoding } from './making/describe.ts';
import { encode, FRAMES, SEGMENT_SECONDS, storeImages } from './making/encode.ts';
import { compose } from './making/music.ts';
import { drawFrame, FRAME, FRAMES_PER_SECOND } from './making/shots.ts';
import { loudness, wav } from './making/sound.ts';

const encodings: readonly Encoding[] = [
  {
    name: 'h264',
    codecs: 'avc1.4D401E,mp4a.40.2',
    video:
      '-c:v libx264 -profile:v main -level 3.0 -preset veryslow -b:v 205k -maxrate 330k -bufsize 660k -bf 0 ' +
      '-sc_threshold 0 -x264-params aq-mode=3',
    audio: '-c:a aac -b:a 64k',
  },
  {
    name: 'vp9',
    codecs: 'vp09.00.21.08,opus',
    video: '-c:v libvpx-vp9 -deadline good -cpu-used 1 -row-mt 0 -b:v 125k -maxrate 210k',
    audio: '-c:a libopus -b:a 48k',
  },
];

const work = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'film-')));
const result = fileURLToPath(new URL('../../seeds/demo/film/', import.meta.url));
const sources = { pictures: join(work, 'pictures.mkv'), sound: join(work, 'sound.wav'), work };
await mkdir(work, { recursive: true });

const tune = compose();
await writeFile(sources.sound, wav(tune));
if (!existsSync(sources.pictures)) {
  const bands = loudness(tune, FRAMES, FRAMES_PER_SECOND);
  await storeImages(sources.pictures, (frame) => drawFrame(frame, bands[frame] ?? []));
}
for (const encoding of encodings) await encode(encoding, sources, join(result, encoding.name));
const segments = FRAMES / FRAMES_PER_SECOND / SEGMENT_SECONDS;
const shape = { ...FRAME, frameRate: FRAMES_PER_SECOND, segmentSeconds: SEGMENT_SECONDS, segments };
await writeFile(
  join(result, 'film.json'),
  `${JSON.stringify(await describeFilm(result, encodings, shape), null, 2)}\n`,
);
if (!process.argv[2]) await rm(work, { recursive: true });
