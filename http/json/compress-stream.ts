import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Limit } from '../../model/limit.ts';

/** Low quality and a small window: several compressors run at once. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Compresses pieces one by one within `inTurn`; back-pressure: nothing runs while the client does not read. */
export async function* compressPieces(
  pieces: AsyncIterable<Buffer>,
  encoding: 'br' | 'gzip',
  inTurn: Limit,
): AsyncGenerator<Buffer> {
  const compressor = encoding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  ended.catch(() => {});
  let made: Buffer[] = [];
  compressor.on('data', (piece: Buffer) => made.push(piece));
  compressor.once('end', resolve).once('error', reject);
  const take = () => {
    const taken = Buffer.concat(made);
    made = [];
    return taken;
  };
  try {
    for await (const piece of pieces) {
      await inTurn(() => Promise.race([new Promise<void>((done) => compressor.write(piece, () => done())), ended]));
      const taken = take();
      if (taken.length > 0) yield taken;
    }
    compressor.end();
    await inTurn(() => ended);
    yield take();
  } finally {
    compressor.destroy();
  }
}
