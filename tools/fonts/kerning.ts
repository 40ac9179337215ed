import { u16 } from './sfnt.ts';

const EXTENSION = 9;
const PAIRS = 2;
/** Value records with an advance, and with a table of how it varies. */
const [ADVANCE, VARYING_ADVANCE] = [0x0004, 0x0044];
/** Smaller moves, in thousandths of a letter's height, are not missed: a pixel and a half in the largest title of a phone. */
const SEEN = 24;

/**
 * A `GPOS` that kerns pairs of glyphs and then pairs of their classes, without moves that nobody sees and without the tables of
 * variation, whose deltas are not in the font.
 */
export function plainKerning(gpos: Buffer): Buffer {
  const [scripts, features, lookups] = [gpos.readUInt16BE(4), gpos.readUInt16BE(6), gpos.readUInt16BE(8)];
  const lookup = gpos.subarray(lookups + gpos.readUInt16BE(lookups + 2));
  const [glyphs, classes] = [pairsAt(lookup, 0), pairsAt(lookup, 1)];
  const hasKnownForm =
    gpos.readUInt16BE(lookups) === 1 && scripts < features && features < lookups && lookup.readUInt16BE(4) === 2;
  if (!hasKnownForm || glyphs.readUInt16BE(0) !== 1 || classes.readUInt16BE(0) !== 2)
    throw new Error('the font kerns in a way this program does not know');
  const subtables = [plainGlyphs(glyphs, classes), plainClasses(classes)];
  return Buffer.concat([
    // Scripts and features stand apart from what they name.
    gpos.subarray(0, lookups),
    u16(1, 4, PAIRS, lookup.readUInt16BE(2), 2, ...startsAfter(10, subtables)),
    ...subtables,
  ]);
}

function pairsAt(lookup: Buffer, at: number): Buffer {
  const table = lookup.subarray(lookup.readUInt16BE(6 + at * 2));
  const pairs = lookup.readUInt16BE(0) === EXTENSION ? table.subarray(table.readUInt32BE(4)) : table;
  if (![ADVANCE, VARYING_ADVANCE].includes(pairs.readUInt16BE(4)) || pairs.readUInt16BE(6) !== 0)
    throw new Error('the font kerns by more than an advance');
  return pairs;
}

function plainGlyphs(pairs: Buffer, classes: Buffer): Buffer {
  const step = 2 + valueSize(pairs);
  const coverage = pairs.subarray(pairs.readUInt16BE(2));
  const sets = readCoverage(coverage).map((first, at) => {
    const set = pairs.subarray(pairs.readUInt16BE(10 + at * 2));
    const kept = Array.from({ length: set.readUInt16BE(0) }, (_, pair) =>
      set.subarray(2 + pair * step, 6 + pair * step),
    )
      // One that does not move may be an exception from what its classes do.
      .filter((pair) => isSeen(pair.readInt16BE(2)) || isSeen(moveOfClasses(classes, first, pair.readUInt16BE(0))));
    return Buffer.concat([u16(kept.length), ...kept]);
  });
  const start = 10 + sets.length * 2;
  const covered = u16(1, sets.length, ...readCoverage(coverage));
  return Buffer.concat([
    u16(1, start, ADVANCE, 0, sets.length, ...startsAfter(start + covered.length, sets)),
    covered,
    ...sets,
  ]);
}

function plainClasses(pairs: Buffer): Buffer {
  const [first, second] = [pairs.readUInt16BE(12), pairs.readUInt16BE(14)];
  const moves = Array.from({ length: first * second }, (_, at) => pairs.readInt16BE(16 + at * valueSize(pairs)));
  const coverage = readCoverage(pairs.subarray(pairs.readUInt16BE(2)));
  const parts = [u16(1, coverage.length, ...coverage), classTable(pairs, 8), classTable(pairs, 10)];
  const [start = 0, ...starts] = startsAfter(16 + moves.length * 2, parts);
  const plain = moves.map((move) => (isSeen(move) ? move : 0));
  return Buffer.concat([u16(2, start, ADVANCE, 0, ...starts, first, second, ...plain), ...parts]);
}

function moveOfClasses(pairs: Buffer, first: number, second: number): number {
  if (!readCoverage(pairs.subarray(pairs.readUInt16BE(2))).includes(first)) return 0;
  const at = classOf(classTable(pairs, 8), first) * pairs.readUInt16BE(14) + classOf(classTable(pairs, 10), second);
  return pairs.readInt16BE(16 + at * valueSize(pairs));
}

function isSeen(move: number): boolean {
  return Math.abs(move) >= SEEN;
}

function valueSize(pairs: Buffer): number {
  return pairs.readUInt16BE(4) === ADVANCE ? 2 : 4;
}

/** The glyphs in the order in which their pairs follow. */
function readCoverage(table: Buffer): number[] {
  const count = table.readUInt16BE(2);
  if (table.readUInt16BE(0) === 1) return Array.from({ length: count }, (_, at) => table.readUInt16BE(4 + at * 2));
  return Array.from({ length: count }, (_, at) => table.subarray(4 + at * 6)).flatMap((range) =>
    Array.from({ length: range.readUInt16BE(2) - range.readUInt16BE(0) + 1 }, (_, at) => range.readUInt16BE(0) + at),
  );
}

function classTable(pairs: Buffer, field: number): Buffer {
  const table = pairs.subarray(pairs.readUInt16BE(field));
  const isList = table.readUInt16BE(0) === 1;
  return table.subarray(0, isList ? 6 + table.readUInt16BE(4) * 2 : 4 + table.readUInt16BE(2) * 6);
}

function classOf(table: Buffer, glyph: number): number {
  if (table.readUInt16BE(0) === 1) {
    const at = glyph - table.readUInt16BE(2);
    return at >= 0 && at < table.readUInt16BE(4) ? table.readUInt16BE(6 + at * 2) : 0;
  }
  for (let at = 4; at < table.length; at += 6)
    if (glyph >= table.readUInt16BE(at) && glyph <= table.readUInt16BE(at + 2)) return table.readUInt16BE(at + 4);
  return 0;
}

/** Where each part begins when they follow one another from `start`. */
function startsAfter(start: number, parts: Buffer[]): number[] {
  let end = start;
  return parts.map(({ length }) => {
    end += length;
    return end - length;
  });
}
