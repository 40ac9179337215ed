import { endianness } from 'node:os';

/** sqlite.org/fileformat2.html#walformat; the second magic number means big-endian checksums. */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = { littleEndian: 0x377f0682, bigEndian: 0x377f0683 };

/** Each commit is fsynced, so a power cut spoils only the last: two commits behind a wrong checksum mean damage. */
export function isLogDamaged(log: Uint8Array<ArrayBuffer>): boolean {
  if (log.length <= HEADER) return false;
  const view = new DataView(log.buffer, log.byteOffset, log.length);
  const magic = view.getUint32(0);
  if (magic !== MAGIC.littleEndian && magic !== MAGIC.bigEndian) return true;
  const words = wordsOf(log, magic === MAGIC.bigEndian);
  const start = sum(words, 0, HEADER - 8, [0, 0]);
  if (!agrees(view, 24, start)) return true;
  return commitsBehindFault(view, words, start) >= 2;
}

type Sum = [number, number];

function commitsBehindFault(view: DataView, words: Uint32Array, start: Sum): number {
  const frame = FRAME_HEADER + view.getUint32(8);
  let last: Sum | undefined = start;
  let commits = 0;
  for (let at = HEADER; at + frame <= view.byteLength; at += frame) {
    // Frames of an earlier WAL generation have another salt.
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    const next: Sum | undefined = last && sum(words, at + FRAME_HEADER, at + frame, sum(words, at, at + 8, last));
    last = next && agrees(view, at + 16, next) ? next : undefined;
    if (!last && view.getUint32(at + 4) !== 0) commits += 1;
  }
  return commits;
}

function agrees(view: DataView, at: number, [one, other]: Sum): boolean {
  return view.getUint32(at) === one && view.getUint32(at + 4) === other;
}

function sum(words: Uint32Array, from: number, to: number, [first, second]: Sum): Sum {
  let [one, other] = [first, second];
  for (let at = from / 4; at < to / 4; at += 2) {
    one = (one + (words[at] ?? 0) + other) >>> 0;
    other = (other + (words[at + 1] ?? 0) + one) >>> 0;
  }
  return [one, other];
}

function wordsOf(log: Uint8Array<ArrayBuffer>, isBigEndian: boolean): Uint32Array {
  const bytes = Buffer.from(log.slice(0, log.length - (log.length % 4)).buffer);
  if (isBigEndian !== (endianness() === 'BE')) bytes.swap32();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
