import { u16, u32 } from './sfnt.ts';

/** Character codes and their glyphs, from a `cmap` that has a subtable of format 4 or 12. */
export function readCharacterMap(cmap: Buffer): Map<number, number> {
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + n * 8 + 4));
    if (table.readUInt16BE(0) === 4) return readFormat4(table);
    if (table.readUInt16BE(0) === 12) return readFormat12(table);
  }
  throw new Error('the font maps its characters in a way this program does not know');
}

/** A `cmap` of one subtable (format 4, for characters up to U+FFFF) for Windows and Unicode alike. */
export function characterMap(characters: Map<number, number>): Buffer {
  const runs = consecutive([...characters].sort(([a], [b]) => a - b));
  const segments = [...runs, { first: 0xffff, last: 0xffff, delta: 1 }];
  const power = 2 ** Math.floor(Math.log2(segments.length));
  const body = Buffer.concat([
    u16(0, segments.length * 2, power * 2, Math.log2(power), (segments.length - power) * 2),
    u16(...segments.map(({ last }) => last)),
    u16(0),
    u16(...segments.map(({ first }) => first)),
    u16(...segments.map(({ delta }) => delta)),
    u16(...segments.map(() => 0)),
  ]);
  const header = Buffer.concat([u16(0, 2), u16(0, 3), u32(20), u16(3, 1), u32(20)]);
  return Buffer.concat([header, u16(4, body.length + 4), body]);
}

interface Run {
  first: number;
  last: number;
  delta: number; // Glyph minus character
}

function consecutive(pairs: [character: number, glyph: number][]): Run[] {
  const runs: Run[] = [];
  for (const [character, glyph] of pairs) {
    const run = runs.at(-1);
    if (run && run.last === character - 1 && run.delta === glyph - character) run.last = character;
    else runs.push({ first: character, last: character, delta: glyph - character });
  }
  return runs;
}

function readFormat4(table: Buffer): Map<number, number> {
  const count = table.readUInt16BE(6) / 2;
  const field = (part: number, segment: number) => 14 + part * count * 2 + segment * 2 + (part > 0 ? 2 : 0);
  const characters = new Map<number, number>();
  for (let segment = 0; segment < count; segment++) {
    const [last, first] = [table.readUInt16BE(field(0, segment)), table.readUInt16BE(field(1, segment))];
    const [delta, at] = [table.readUInt16BE(field(2, segment)), field(3, segment)];
    const range = table.readUInt16BE(at);
    for (let character = first; character <= last && character < 0xffff; character++) {
      const listed = range === 0 ? character : table.readUInt16BE(at + range + (character - first) * 2);
      if (listed > 0) characters.set(character, (listed + delta) & 0xffff);
    }
  }
  return characters;
}

function readFormat12(table: Buffer): Map<number, number> {
  const characters = new Map<number, number>();
  for (let at = 16; at < 16 + table.readUInt32BE(12) * 12; at += 12) {
    const [first, last, glyph] = [table.readUInt32BE(at), table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)];
    for (let character = first; character <= last; character++) characters.set(character, glyph + character - first);
  }
  return characters;
}
