import { offsetsOf, padded, u16, u32 } from './sfnt.ts';

/** Where a tuple says that it names one of the shared peaks, in the low bits, instead of holding its own. */
const OWN_PEAK = 0x8000;
const SHARED_INDEX = 0x0fff;
const INTERMEDIATE = 0x4000;
const OWN_POINTS = 0x2000; // Where a tuple says that it lists its points itself
const SHARED_POINTS = 0x8000; // Where a glyph says that its tuples share one list of points

/** What each glyph of a `gvar` with one axis changes on the way to its end, ready for `variationTable`. */
export function readVariations(gvar: Buffer): Buffer[] {
  if (gvar.readUInt16BE(4) !== 1) throw new Error('the font varies along more than one axis');
  const shared = gvar.readUInt32BE(8);
  const peaks = Array.from({ length: gvar.readUInt16BE(6) }, (_, at) => gvar.readInt16BE(shared + at * 2));
  return glyphData(gvar).map((data) => straight(data, peaks));
}

/** A `gvar` of one axis. */
export function variationTable(glyphs: Buffer[]): Buffer {
  const header = 20 + (glyphs.length + 1) * 4;
  return Buffer.concat([
    u16(1, 0, 1, 0),
    u32(header),
    u16(glyphs.length, 1),
    u32(header, ...offsetsOf(glyphs)),
    ...glyphs.map(padded),
  ]);
}

const END = 0x4000; // A coordinate's far end, in the format of the tables

/**
 * Of the steps by which a glyph of one axis changes only the end, now reached in a straight line. What the type designer corrected
 * on the way is less than a pixel at the sizes of a page, and a third of the font.
 */
function straight(data: Buffer, peaks: number[]): Buffer {
  if (data.length === 0) return data;
  const [count, start] = [data.readUInt16BE(0), data.readUInt16BE(2)];
  if (count & SHARED_POINTS && data[start] !== 0) throw new Error('a glyph moves only some of its points');
  let at = 4;
  let body = start + (count & SHARED_POINTS ? 1 : 0);
  const moves: number[] = [];
  for (let tuples = count & SHARED_INDEX; tuples > 0; tuples--) {
    const [size, index] = [data.readUInt16BE(at), data.readUInt16BE(at + 2)];
    const peak = index & OWN_PEAK ? data.readInt16BE(at + 4) : peaks[index & SHARED_INDEX];
    if (peak === END) addDeltas(moves, data.subarray(body, body + size), Boolean(index & OWN_POINTS));
    body += size;
    at += 4 + (index & OWN_PEAK ? 2 : 0) + (index & INTERMEDIATE ? 4 : 0);
  }
  if (moves.length === 0) return Buffer.alloc(0);
  const [half, even] = [moves.length / 2, moves.map(coarse)];
  const deltas = Buffer.concat([Buffer.of(0), packed(even.slice(0, half)), packed(even.slice(half))]);
  return Buffer.concat([u16(1, 10, deltas.length, OWN_PEAK | OWN_POINTS, END), deltas]);
}

/** Three thousandths of a letter's height, at the heaviest weight only, are not seen, and what varies less compresses better. */
function coarse(move: number): number {
  return Math.round(move / 6) * 6;
}

/** All points' moves to the right, then all upwards. */
function addDeltas(moves: number[], body: Buffer, hasPoints: boolean): void {
  if (hasPoints && body[0] !== 0) throw new Error('a glyph moves only some of its points');
  for (let at = hasPoints ? 1 : 0, point = 0; at < body.length; ) {
    const run = body.readUInt8(at++);
    const size = run & ZEROS ? 0 : run & WORDS ? 2 : 1;
    for (let left = (run & RUN_LENGTH) + 1; left > 0; left--, at += size) {
      const delta = size === 0 ? 0 : body.readIntBE(at, size);
      moves[point] = (moves[point++] ?? 0) + delta;
    }
  }
}

const [ZEROS, WORDS, RUN_LENGTH] = [0x80, 0x40, 0x3f];
const KINDS = [ZEROS, 0, WORDS]; // By the bytes that a move takes

/** Moves to the right and upwards are packed apart: no run may reach from one into the other. */
function packed(moves: number[]): Buffer {
  const sizeOf = (move: number) => (move === 0 ? 0 : move === (move << 24) >> 24 ? 1 : 2);
  const runs: Buffer[] = [];
  for (let from = 0; from < moves.length; ) {
    const size = sizeOf(moves[from] ?? 0);
    let end = from + 1;
    while (end < moves.length && end - from <= RUN_LENGTH && sizeOf(moves[end] ?? 0) === size) end++;
    const run = Buffer.alloc(1 + (end - from) * size, (end - from - 1) | (KINDS[size] ?? 0));
    if (size > 0) for (let n = 0; n < end - from; n++) run.writeIntBE(moves[from + n] ?? 0, 1 + n * size, size);
    runs.push(run);
    from = end;
  }
  return Buffer.concat(runs);
}

function glyphData(gvar: Buffer): Buffer[] {
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const start = gvar.readUInt32BE(16);
  const offset = (glyph: number) =>
    start + (isLong ? gvar.readUInt32BE(20 + glyph * 4) : gvar.readUInt16BE(20 + glyph * 2) * 2);
  return Array.from({ length: gvar.readUInt16BE(12) }, (_, glyph) => gvar.subarray(offset(glyph), offset(glyph + 1)));
}
