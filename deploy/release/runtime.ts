import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where Debian and its cross compilers keep the library that Node needs and slim systems lack. */
const LIBATOMIC: Record<string, string[]> = {
  x64: ['/usr/lib/x86_64-linux-gnu/libatomic.so.1', '/usr/lib64/libatomic.so.1'],
  arm64: ['/usr/lib/aarch64-linux-gnu/libatomic.so.1', '/usr/aarch64-linux-gnu/lib/libatomic.so.1'],
};
const COPYRIGHT = ['/usr/share/doc/libatomic1/copyright', '/usr/share/doc/libatomic1-arm64-cross/copyright'];

export interface Library {
  content: Buffer;
  licence: string;
}

/** libatomic of the machine that builds; undefined without one. */
export function findLibatomic(arch: string): Library | undefined {
  const file = LIBATOMIC[arch]?.find(existsSync);
  const copyright = COPYRIGHT.find(existsSync);
  if (!file) return undefined;
  return {
    content: readFileSync(file),
    licence: copyright ? readFileSync(copyright, 'utf8') : 'GPL-3.0-or-later WITH GCC-exception-3.1',
  };
}

/** A 64-bit ELF file up to the end of its last segment: without symbols and debug information. */
export function withoutSymbols(file: string): Buffer {
  const whole = readFileSync(file);
  if (whole.readUInt32BE(0) !== 0x7f454c46 || whole[4] !== 2)
    throw new Error(`${path.basename(file)} is no 64-bit ELF.`);
  const [table, size, count] = [Number(whole.readBigUInt64LE(32)), whole.readUInt16LE(54), whole.readUInt16LE(56)];
  const ends = Array.from({ length: count }, (_, at) => {
    const header = table + at * size;
    return Number(whole.readBigUInt64LE(header + 8) + whole.readBigUInt64LE(header + 32));
  });
  const loaded = Buffer.from(whole.subarray(0, Math.max(table + count * size, ...ends)));
  // No section table: offset, size and name index are zero.
  loaded.fill(0, 40, 48);
  loaded.fill(0, 60, 64);
  return loaded;
}
