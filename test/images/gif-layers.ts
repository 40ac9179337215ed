/** Puts each frame of a GIF into the middle of a canvas twice its size. The GIF has no transparent colour, so decoders fill the rest with black. */
export function onLargerCanvas(gif: Buffer): Buffer {
  const bytes = Buffer.from(gif);
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  bytes.writeUInt16LE(width * 2, 6);
  bytes.writeUInt16LE(height * 2, 8);
  let at = 13 + tableSize(bytes.readUInt8(10));
  withoutBlack(bytes.subarray(13, at));
  for (let block = bytes.readUInt8(at); block !== 0x3b; block = bytes.readUInt8(at)) {
    if (block === 0x2c) {
      bytes.writeUInt16LE(width / 2, at + 1);
      bytes.writeUInt16LE(height / 2, at + 3);
      const pixels = at + 10 + tableSize(bytes.readUInt8(at + 9));
      withoutBlack(bytes.subarray(at + 10, pixels));
      at = afterSubBlocks(bytes, pixels + 1);
    } else {
      // The flag of a transparent colour, in the graphic control extension.
      if (bytes.readUInt8(at + 1) === 0xf9) bytes.writeUInt8(bytes.readUInt8(at + 3) & 0xfe, at + 3);
      at = afterSubBlocks(bytes, at + 2);
    }
  }
  return bytes;
}

/** Removes black from a colour table. */
function withoutBlack(table: Buffer): void {
  for (let at = 0; at < table.length; at += 3) if (table.readUIntBE(at, 3) === 0) table.writeUIntBE(0xf0c080, at, 3);
}

const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
  return at + 1;
}
