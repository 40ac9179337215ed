/** The tables of a TrueType font by their four-letter names. */
export type Tables = Map<string, Buffer>;

export function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  return tables;
}

export function writeTables(tables: Tables): Buffer {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const header = u16(0x0001, 0, entries.length, power * 16, Math.log2(power), (entries.length - power) * 16);
  let offset = header.length + entries.length * 16;
  const directory = entries.map(([name, table]) => {
    const entry = Buffer.concat([Buffer.from(name, 'latin1'), u32(checksum(table), offset, table.length)]);
    offset += padded(table).length;
    return entry;
  });
  return Buffer.concat([header, ...directory, ...entries.map(([, table]) => padded(table))]);
}

export function need(tables: Tables, name: string): Buffer {
  const table = tables.get(name);
  if (!table) throw new Error(`the font has no table ${name}`);
  return table;
}

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2);
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

/** Tables and glyphs start at multiples of four. */
export function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** Where each of these begins when they stand padded one after the other, and where the last ends. */
export function offsetsOf(parts: Buffer[]): number[] {
  let end = 0;
  return [
    0,
    ...parts.map((part) => {
      end += padded(part).length;
      return end;
    }),
  ];
}

function checksum(table: Buffer): number {
  const whole = padded(table);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}
