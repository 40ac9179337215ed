import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes the stream of the player's tests, `test/rig/browser/captions/`: a black picture with CEA-608 captions in its
 * SEI messages, and silence. ffmpeg encodes; it cannot write captions of its own, so they are put into the H.264 here.
 */
const TO = path.join(import.meta.dirname, '../test/rig/browser/captions/');
const SECONDS = 90;
const FRAMES_PER_SECOND = 2;
/** Text of a caption by the frame that shows it; '' clears the screen. */
const CAPTIONS = new Map([
  [2, 'APPLAUSE'],
  [SECONDS * FRAMES_PER_SECOND - 2, ''],
]);

type Pair = [number, number];
/** Control codes are sent twice (CEA-608). */
const twice = (pair: Pair): Pair[] => [pair, pair];
const CLEAR = twice([0x14, 0x2c]);

const work = await mkdtemp(path.join(tmpdir(), 'rampa-captions-'));
const bare = path.join(work, 'bare.h264');
const captioned = path.join(work, 'captioned.h264');
ffmpeg(`-f lavfi -i color=black:s=160x90:r=${FRAMES_PER_SECOND}:d=${SECONDS} -c:v libx264 -profile:v baseline -bf 0
  -g ${SECONDS * FRAMES_PER_SECOND} -threads 1 -bsf:v filter_units=remove_types=6 ${bare}`);
await writeFile(captioned, withCaptions(await readFile(bare)));
const cut = '-c copy -f hls -hls_time 120 -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags single_file';
ffmpeg(`-r ${FRAMES_PER_SECOND} -i ${captioned} ${cut} ${TO}video.m3u8`);
ffmpeg(`-f lavfi -i anullsrc=r=22050:cl=mono -t ${SECONDS} -c:a aac -b:a 8k ${path.join(work, 'sound.mp4')}`);
ffmpeg(`-i ${path.join(work, 'sound.mp4')} ${cut} ${TO}sound.m3u8`);
await rm(work, { recursive: true });

function ffmpeg(options: string): void {
  const all = ['-hide_banner', '-loglevel', 'error', '-y', '-fflags', '+bitexact', ...options.split(/\s+/)];
  const { status } = spawnSync('ffmpeg', [...all.slice(0, -1), '-map_metadata', '-1', ...all.slice(-1)], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
}

/** A caption's SEI message goes before the picture of its frame. */
function withCaptions(stream: Buffer): Buffer {
  let frame = -1;
  const units = nalUnits(stream).flatMap((unit) => {
    const type = (unit[0] ?? 0) & 0x1f;
    if (type !== 1 && type !== 5) return [unit];
    frame += 1;
    const text = CAPTIONS.get(frame);
    return text === undefined ? [unit] : [seiOf(text), unit];
  });
  return Buffer.concat(units.flatMap((unit) => [Buffer.from([0, 0, 0, 1]), unit]));
}

/** Of an Annex B stream, without their start codes. */
function nalUnits(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let from = stream.indexOf('000001', 0, 'hex') + 3;
  while (from > 2 && from < stream.length) {
    const next = stream.indexOf('000001', from, 'hex');
    const until = next < 0 ? stream.length : next;
    units.push(stream.subarray(from, stream[until - 1] === 0 && next >= 0 ? until - 1 : until));
    from = next < 0 ? stream.length : next + 3;
  }
  return units;
}

/** ATSC A/53 Part 4: cc_data in a user_data_registered_itu_t_t35 message. No two zeros follow each other in it. */
function seiOf(text: string): Buffer {
  const pairs = text === '' ? CLEAR : popOn(text);
  const data = pairs.flatMap(([one, other]) => [0xfc, withParity(one), withParity(other)]);
  const payload = [0xb5, 0x00, 0x31, ...Buffer.from('GA94'), 0x03, 0xc0 | pairs.length, 0xff, ...data, 0xff];
  return Buffer.from([6, 4, payload.length, ...payload, 0x80]);
}

/** Resume caption loading, erase, address of row 15, the text, end of caption. */
function popOn(text: string): Pair[] {
  const bytes = [...Buffer.from(text.length % 2 === 0 ? text : `${text} `)];
  const words = bytes.flatMap((byte, at): Pair[] => (at % 2 === 0 ? [[byte, bytes[at + 1] ?? 0]] : []));
  return [...twice([0x14, 0x20]), ...twice([0x14, 0x2e]), ...twice([0x14, 0x70]), ...words, ...twice([0x14, 0x2f])];
}

/** Odd. */
function withParity(byte: number): number {
  const ones = byte.toString(2).replaceAll('0', '').length;
  return ones % 2 === 0 ? byte | 0x80 : byte;
}
