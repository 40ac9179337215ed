import { characterMap, readCharacterMap } from './character-map.ts';
import { readVariations, variationTable } from './glyph-variations.ts';
import { plainKerning } from './kerning.ts';
import { need, offsetsOf, padded, readTables, type Tables, u16, u32, writeTables } from './sfnt.ts';

interface Glyph {
  outline: Buffer;
  metrics: Buffer; // Advance and left bearing
  variations: Buffer;
}

/**
 * One font of several cut from the same family: the glyphs of the others follow those of the first, whose kerning and
 * axes stay. A character that two of them have comes from the first, and a letter drawn alike in two scripts (A and А) is
 * there once. All must be variable TrueType fonts of one axis without HVAR.
 */
export function mergeFonts(...fonts: Buffer[]): Buffer {
  const all = fonts.map(readTables);
  const [base] = all;
  if (!base) throw new Error('no font to merge');
  const glyphs: Glyph[] = [];
  const characters = new Map<number, number>();
  for (const font of all) {
    const numbers = addGlyphs(glyphs, readGlyphs(font));
    for (const [character, glyph] of readCharacterMap(need(font, 'cmap'))) {
      const number = numbers[glyph];
      if (number && !characters.has(character)) characters.set(character, number);
    }
  }
  const outlines = glyphs.map(({ outline }) => outline);
  return writeTables(
    new Map([
      ...base,
      ['glyf', Buffer.concat(outlines.map(padded))],
      ['loca', u32(...offsetsOf(outlines))],
      ['hmtx', Buffer.concat(glyphs.map(({ metrics }) => metrics))],
      ['cmap', characterMap(characters)],
      ['gvar', variationTable(glyphs.map(({ variations }) => variations))],
      ['head', mergeHead(all)],
      ['maxp', mergeMaxima(all, glyphs.length)],
      ['hhea', mergeHorizontal(all, glyphs.length)],
      ['GPOS', plainKerning(need(base, 'GPOS'))],
      ['name', copyrightOnly(need(base, 'name'))],
    ]),
  );
}

/** Adds what is not there yet. Returns the new number of each glyph by its old one; those of the first font keep theirs, which its kerning names. */
function addGlyphs(glyphs: Glyph[], added: Glyph[]): number[] {
  const isFirst = glyphs.length === 0;
  const known = new Map(glyphs.map((glyph, number) => [signOf(glyph), number]));
  const numbers: number[] = [];
  const fresh: Glyph[] = [];
  for (const [at, glyph] of added.entries()) {
    // The first glyph stands for what is missing: one is enough.
    const same = isFirst ? undefined : at === 0 ? 0 : known.get(signOf(glyph));
    numbers.push(same ?? glyphs.length + fresh.length);
    if (same === undefined) fresh.push(glyph);
  }
  for (const glyph of fresh)
    glyphs.push({ ...glyph, outline: renumberParts(glyph.outline, (part) => numbers[part] ?? 0) });
  return numbers;
}

/** Equal for glyphs that look alike at every weight. One made of others names them by numbers, which mean nothing in another font. */
function signOf({ outline, metrics, variations }: Glyph): unknown {
  const isComposite = outline.length > 0 && outline.readInt16BE(0) < 0;
  return isComposite ? Symbol('composite') : [outline, metrics, variations].map((part) => part.toString('hex')).join();
}

function readGlyphs(font: Tables): Glyph[] {
  const metrics = readMetrics(font);
  const variations = readVariations(need(font, 'gvar'));
  return outlines(font).map((outline, at) => ({
    outline,
    metrics: metrics[at] ?? Buffer.alloc(4),
    variations: variations[at] ?? Buffer.alloc(0),
  }));
}

function outlines(font: Tables): Buffer[] {
  const [glyf, loca] = [need(font, 'glyf'), need(font, 'loca')];
  const isLong = need(font, 'head').readInt16BE(50) === 1;
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  return Array.from({ length: glyphCount(font) }, (_, glyph) => glyf.subarray(offset(glyph), offset(glyph + 1)));
}

const PART = { wordArguments: 0x0001, scale: 0x0008, more: 0x0020, twoScales: 0x0040, matrix: 0x0080 };

/** A glyph made of others (ё of е and two dots) names them by number. */
function renumberParts(glyph: Buffer, renumber: (glyph: number) => number): Buffer {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return glyph;
  const copy = Buffer.from(glyph);
  for (let at = 10, flags = PART.more; flags & PART.more; ) {
    flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(renumber(copy.readUInt16BE(at + 2)), at + 2);
    at +=
      4 +
      (flags & PART.wordArguments ? 4 : 2) +
      (flags & PART.scale ? 2 : flags & PART.twoScales ? 4 : flags & PART.matrix ? 8 : 0);
  }
  return copy;
}

/** Advance and left bearing of each glyph; the last ones may share an advance. */
function readMetrics(font: Tables): Buffer[] {
  const hmtx = need(font, 'hmtx');
  const full = need(font, 'hhea').readUInt16BE(34);
  const shared = hmtx.subarray((full - 1) * 4, (full - 1) * 4 + 2);
  return Array.from({ length: glyphCount(font) }, (_, glyph) =>
    glyph < full
      ? hmtx.subarray(glyph * 4, glyph * 4 + 4)
      : Buffer.concat([shared, hmtx.subarray(full * 4 + (glyph - full) * 2).subarray(0, 2)]),
  );
}

function mergeHead(fonts: Tables[]): Buffer {
  const heads = fonts.map((font) => need(font, 'head'));
  const head = Buffer.from(heads[0] ?? []);
  if (heads.some((other) => other.readUInt16BE(18) !== head.readUInt16BE(18)))
    throw new Error('the fonts are drawn on different grids');
  for (const [at, extreme] of [
    [36, Math.min],
    [38, Math.min],
    [40, Math.max],
    [42, Math.max],
  ] as const) {
    head.writeInt16BE(extreme(...heads.map((other) => other.readInt16BE(at))), at);
  }
  head.writeInt16BE(1, 50);
  return head;
}

function mergeMaxima(fonts: Tables[], count: number): Buffer {
  const tables = fonts.map((font) => need(font, 'maxp'));
  const maxp = Buffer.from(tables[0] ?? []);
  for (let at = 6; at < maxp.length; at += 2)
    maxp.writeUInt16BE(Math.max(...tables.map((table) => table.readUInt16BE(at))), at);
  maxp.writeUInt16BE(count, 4);
  return maxp;
}

function mergeHorizontal(fonts: Tables[], count: number): Buffer {
  const tables = fonts.map((font) => need(font, 'hhea'));
  const hhea = Buffer.from(tables[0] ?? []);
  hhea.writeUInt16BE(Math.max(...tables.map((table) => table.readUInt16BE(10))), 10);
  hhea.writeUInt16BE(count, 34);
  return hhea;
}

function glyphCount(font: Tables): number {
  return need(font, 'maxp').readUInt16BE(4);
}

const COPYRIGHT = 0; // Whose work it is: the one entry that a page's font has to carry

/** A `name` table with nothing but the copyright notice of the font. */
function copyrightOnly(name: Buffer): Buffer {
  const strings = name.readUInt16BE(4);
  const records = Array.from({ length: name.readUInt16BE(2) }, (_, n) => name.subarray(6 + n * 12, 18 + n * 12));
  const notice = records.find((record) => record.readUInt16BE(6) === COPYRIGHT);
  if (!notice) throw new Error('the font does not say whose it is');
  const [length, offset] = [notice.readUInt16BE(8), strings + notice.readUInt16BE(10)];
  return Buffer.concat([u16(0, 1, 18), notice.subarray(0, 10), u16(0), name.subarray(offset, offset + length)]);
}
