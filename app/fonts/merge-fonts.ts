import { characterMap, readCharacterMap } from './character-map.ts';
import { mergeVariations } from './glyph-variations.ts';
import { copyrightOnly } from './names.ts';
import { need, offsetsOf, padded, readTables, type Tables, u32, writeTables } from './sfnt.ts';

/**
 * One font of several cut from the same family: the glyphs of the others follow those of the first, whose kerning and
 * axes stay. A character that two of them have comes from the first. All must be variable TrueType fonts without HVAR.
 */
export function mergeFonts(...fonts: Buffer[]): Buffer {
  const all = fonts.map(readTables);
  const [base] = all;
  if (!base) throw new Error('no font to merge');
  const glyphs: Buffer[] = [];
  const metrics: Buffer[] = [];
  const characters = new Map<number, number>();
  for (const [at, font] of all.entries()) {
    const renumber = numberingAfter(glyphs.length, at === 0);
    for (const [character, glyph] of readCharacterMap(need(font, 'cmap'))) {
      if (glyph > 0 && !characters.has(character)) characters.set(character, renumber(glyph));
    }
    // The first glyph stands for what is missing: one is enough.
    const from = at === 0 ? 0 : 1;
    glyphs.push(
      ...outlines(font)
        .slice(from)
        .map((glyph) => renumberParts(glyph, renumber)),
    );
    metrics.push(...readMetrics(font).slice(from));
  }
  return writeTables(
    new Map([
      ...base,
      ['glyf', Buffer.concat(glyphs.map(padded))],
      ['loca', u32(...offsetsOf(glyphs))],
      ['hmtx', Buffer.concat(metrics)],
      ['cmap', characterMap(characters)],
      ['gvar', mergeVariations(all.map((font) => need(font, 'gvar')))],
      ['head', mergeHead(all)],
      ['maxp', mergeMaxima(all, glyphs.length)],
      ['hhea', mergeHorizontal(all, glyphs.length)],
      ['name', copyrightOnly(need(base, 'name'))],
    ]),
  );
}

function numberingAfter(count: number, isFirst: boolean): (glyph: number) => number {
  return (glyph) => (isFirst || glyph === 0 ? glyph : count + glyph - 1);
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
