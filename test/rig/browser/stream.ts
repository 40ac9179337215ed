import Fastify from 'fastify';
import { demoStream } from '../../../boot/demo/stream.ts';

export interface CutStream {
  /** Of its playlist. */
  address: string;
  /** The same in two qualities to choose from. */
  twoQualities: string;
  /** What was recorded of it: each of `RECORDED_AT` for 24 s. With `?undated`: without its dates. */
  recording: string;
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
  app.get('/demo/live/recording.m3u8', async ({ url }, reply) =>
    reply
      .type('application/vnd.apple.mpegurl')
      .send(url.endsWith('?undated') ? RECORDING.replace(DATES, '') : RECORDING),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address: `${origin}/demo/live/master.m3u8`,
    twoQualities: `${origin}/demo/live/two.m3u8`,
    recording: `${origin}/demo/live/recording.m3u8`,
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

/** A break of an hour was not recorded. */
export const RECORDED_AT = ['2026-07-20T17:00:00.000Z', '2026-07-20T18:00:24.000Z'].map(Date.parse) as [number, number];

const DATES = /#EXT-X-PROGRAM-DATE-TIME:.*\n/g;

const RECORDING = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-TARGETDURATION:4',
  '#EXT-X-PLAYLIST-TYPE:VOD',
  '#EXT-X-MAP:URI="h264/init.mp4"',
  ...RECORDED_AT.flatMap((from, part) => [
    ...(part > 0 ? ['#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="h264/init.mp4"'] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(from).toISOString()}`,
    ...[0, 1, 2, 3, 4, 5].flatMap((segment) => ['#EXTINF:4.000,', `h264/0${segment}.m4s`]),
  ]),
  '#EXT-X-ENDLIST',
  '',
].join('\n');
