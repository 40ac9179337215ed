import { u16 } from './sfnt.ts';

const COPYRIGHT = 0; // Whose work it is: the one entry that a page's font has to carry

/** A `name` table with nothing but the copyright notice of the font. */
export function copyrightOnly(name: Buffer): Buffer {
  const strings = name.readUInt16BE(4);
  const records = Array.from({ length: name.readUInt16BE(2) }, (_, n) => name.subarray(6 + n * 12, 18 + n * 12));
  const notice = records.find((record) => record.readUInt16BE(6) === COPYRIGHT);
  if (!notice) throw new Error('the font does not say whose it is');
  const [length, offset] = [notice.readUInt16BE(8), strings + notice.readUInt16BE(10)];
  return Buffer.concat([u16(0, 1, 18), notice.subarray(0, 10), u16(0), name.subarray(offset, offset + length)]);
}
