import { createHash } from 'node:crypto';

/** Passes bytes through and hashes them; `sum` (SHA-256, hex) is complete once they are consumed. */
export function summed(from: AsyncIterable<Uint8Array>): { bytes: AsyncGenerator<Uint8Array>; sum: () => string } {
  const hash = createHash('sha256');
  async function* pass() {
    for await (const chunk of from) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: pass(), sum: () => hash.digest('hex') };
}
