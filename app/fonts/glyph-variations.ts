import { offsetsOf, padded, u16, u32 } from './sfnt.ts';

/** Where a tuple says that it names one of the shared peaks, in the low bits, instead of holding its own. */
const OWN_PEAK = 0x8000;
const SHARED_INDEX = 0x0fff;
const INTERMEDIATE = 0x4000;

/** One `gvar` of several: shared peaks one after the other, then the glyphs in the order of `mergeFonts`. */
export function mergeVariations(tables: Buffer[]): Buffer {
  const axes = tables[0]?.readUInt16BE(4) ?? 0;
  const peaks: Buffer[] = [];
  const glyphs: Buffer[] = [];
  for (const [at, gvar] of tables.entries()) {
    if (gvar.readUInt16BE(4) !== axes) throw new Error('the fonts vary along different axes');
    const shared = gvar.readUInt32BE(8);
    const before = peaks.length;
    for (let n = 0; n < gvar.readUInt16BE(6); n++)
      peaks.push(gvar.subarray(shared + n * axes * 2, shared + (n + 1) * axes * 2));
    glyphs.push(
      ...glyphData(gvar)
        .slice(at === 0 ? 0 : 1)
        .map((data) => shiftShared(data, before, axes)),
    );
  }
  const header = 20 + (glyphs.length + 1) * 4;
  return Buffer.concat([
    u16(1, 0, axes, peaks.length),
    u32(header),
    u16(glyphs.length, 1),
    u32(header + peaks.length * axes * 2),
    u32(...offsetsOf(glyphs)),
    ...peaks,
    ...glyphs.map(padded),
  ]);
}

function glyphData(gvar: Buffer): Buffer[] {
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const start = gvar.readUInt32BE(16);
  const offset = (glyph: number) =>
    start + (isLong ? gvar.readUInt32BE(20 + glyph * 4) : gvar.readUInt16BE(20 + glyph * 2) * 2);
  return Array.from({ length: gvar.readUInt16BE(12) }, (_, glyph) => gvar.subarray(offset(glyph), offset(glyph + 1)));
}

function shiftShared(data: Buffer, by: number, axes: number): Buffer {
  const copy = Buffer.from(data);
  if (copy.length === 0) return copy;
  let at = 4;
  for (let tuples = copy.readUInt16BE(0) & SHARED_INDEX; tuples > 0; tuples--) {
    const index = copy.readUInt16BE(at + 2);
    if (!(index & OWN_PEAK)) copy.writeUInt16BE((index & ~SHARED_INDEX) | ((index & SHARED_INDEX) + by), at + 2);
    at += 4 + (index & OWN_PEAK ? axes * 2 : 0) + (index & INTERMEDIATE ? axes * 4 : 0);
  }
  return copy;
}
