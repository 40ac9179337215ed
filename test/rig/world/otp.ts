import { createHmac } from 'node:crypto';

/** The code an app with this Base32 key shows at `time` (ms): RFC 6238, written apart from the server's own. */
export function appCode(key: string, time = Date.now()): string {
  let bits = '';
  for (const letter of key) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Math.floor(time / 30_000)
    .toString(16)
    .padStart(16, '0');
  const mac = createHmac('sha1', secret).update(Buffer.from(counter, 'hex')).digest('hex');
  const at = 2 * Number.parseInt(mac.slice(-1), 16);
  return String((Number.parseInt(mac.slice(at, at + 8), 16) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
