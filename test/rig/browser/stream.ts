import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { demoStream } from '../../../boot/demo.ts';

export interface CutStream {
  address: string;
  twoQualities: string;
  recording: string;
  file: string;
  /** From one moment to the next it does not answer any more. */
  cut: () => Promise<void>;
}

/** A broadcast of real HLS on a host of its own, open to players of other sites. */
export async function serveStream(): Promise<CutStream> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  await app.register(demoStream);
  app.get('/demo/live/two.m3u8', async (_, reply) => reply.type('application/vnd.apple.mpegurl').send(TWO_QUALITIES));
  app.get('/demo/live/recording.m3u8', async ({ url }, reply) =>
    reply.type('application/vnd.apple.mpegurl').send(recordingOf(url.endsWith('?undated') ? [] : RECORDED_AT)),
  );
  app.get('/demo/live/recording.mp4', async (_request, reply) => reply.type('video/mp4').send(await film()));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address: `${origin}/demo/live/master.m3u8`,
    twoQualities: `${origin}/demo/live/two.m3u8`,
    recording: `${origin}/demo/live/recording.m3u8`,
    file: `${origin}/demo/live/recording.mp4`,
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

/** A break of a minute was not recorded. */
export const RECORDED_AT = ['2026-07-20T17:00:00.000Z', '2026-07-20T17:01:24.000Z'].map(Date.parse) as [number, number];

const SEGMENTS = ['00', '01', '02', '03', '04', '05'];

/** A playlist of two parts, each of which began at one of `moments`; without them it has no dates. `origin`: of the stream. */
export function recordingOf(moments: number[], origin = ''): string {
  const at = `${origin}/demo/live/h264`;
  const parts = [0, 1].flatMap((part) => [
    ...(part > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXT-X-MAP:URI="${at}/init.mp4"`,
    ...moments.slice(part, part + 1).map((from) => `#EXT-X-PROGRAM-DATE-TIME:${new Date(from).toISOString()}`),
    ...SEGMENTS.flatMap((name) => ['#EXTINF:4.000,', `${at}/${name}.m4s`]),
  ]);
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:VOD'];
  return [...head, ...parts, '#EXT-X-ENDLIST', ''].join('\n');
}

async function film(): Promise<Buffer> {
  const folder = new URL('../../../seeds/demo/film/h264/', import.meta.url);
  const names = ['init.mp4', ...SEGMENTS.map((name) => `${name}.m4s`)];
  return Buffer.concat(await Promise.all(names.map((name) => readFile(new URL(name, folder)))));
}
