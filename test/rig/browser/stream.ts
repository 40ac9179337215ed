import Fastify from 'fastify';
import { demoStream } from '../../../boot/demo/stream.ts';

export interface CutStream {
  /** Of its playlist. */
  address: string;
  /** The same in two qualities to choose from. */
  twoQualities: string;
  /** From one moment to the next it does not answer any more. */
  cut: () => Promise<void>;
}

/** A broadcast of real HLS on a host of its own, open to players of other sites. */
export async function serveStream(): Promise<CutStream> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  await app.register(demoStream);
  app.get('/demo/live/two.m3u8', async (_request, reply) =>
    reply.type('application/vnd.apple.mpegurl').send(TWO_QUALITIES),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address: `${origin}/demo/live/master.m3u8`,
    twoQualities: `${origin}/demo/live/two.m3u8`,
    cut: () => app.close(),
  };
}

const TWO_QUALITIES = [
  '#EXTM3U',
  ...[
    [640, 360, 431_174],
    [320, 180, 215_000],
  ].flatMap(([width, height, bandwidth]) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="avc1.4D401E,mp4a.40.2"`,
    'h264/index.m3u8',
  ]),
  '',
].join('\n');
