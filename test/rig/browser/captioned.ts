import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';

const FILES = new URL('captions/', import.meta.url);
const TYPES: Record<string, string> = { '.m3u8': 'application/vnd.apple.mpegurl', '.vtt': 'text/vtt' };

/** A recording of 90 seconds in two languages, one of them also described, with subtitles of which one file is lost. */
export async function serveCaptioned(): Promise<{ address: string; stop: () => Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  app.get('/none.m3u8', async (_request, reply) => reply.code(404).send());
  app.get<{ Params: { file: string } }>('/:file', async ({ params: { file }, headers: { range } }, reply) => {
    const bytes = await readFile(new URL(file, FILES));
    reply.type(TYPES[path.extname(file)] ?? 'video/mp4');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (from === undefined) return reply.send(bytes);
    const part = bytes.subarray(Number(from), Number(to) + 1);
    return reply.code(206).header('Content-Range', `bytes ${from}-${to}/${bytes.length}`).send(part);
  });
  return { address: `${await app.listen({ port: 0, host: '127.0.0.1' })}/master.m3u8`, stop: () => app.close() };
}
