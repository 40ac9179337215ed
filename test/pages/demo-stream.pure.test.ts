import Fastify, { type FastifyInstance } from 'fastify';
import { M3U8Parser, PlaylistLevelType } from 'hls.js';
import { afterAll, expect, test } from 'vitest';
import { demoStream } from '../../boot/demo.ts';

const EPOCH = Date.UTC(2025, 6, 20, 17);
const SECOND = 1000;
/** The film of the repository: twelve segments of four seconds. */
const SEGMENT = 4 * SECOND;
const SEGMENTS = 12;
const WINDOW = 6;

let clock = EPOCH;
const app = await start();
afterAll(() => app.close());

test('the master playlist offers both codecs with what a player needs to choose', async () => {
  const { body, headers } = await get('/demo/live/master.m3u8');
  const variants = Array.from(body.matchAll(/#EXT-X-STREAM-INF:(.*)\n(.*)/g), ([, ...variant]) => variant);
  expect(variants.map(([, address]) => address)).toEqual(['h264/index.m3u8', 'vp9/index.m3u8']);
  expect(variants[0]?.[0]).toContain('CODECS="avc1.4D401E,mp4a.40.2"');
  expect(variants[1]?.[0]).toContain('CODECS="vp09.00.21.08,opus"');
  for (const [attributes] of variants) expect(attributes).toMatch(/BANDWIDTH=\d{6},.*RESOLUTION=640x360/);
  const said = { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' };
  expect(headers).toMatchObject({ ...said, 'x-content-type-options': 'nosniff' });
});

test('a playlist shows the last six whole segments, each from the moment it is whole, and when it was on air; two servers that know nothing of each other give the same', async () => {
  clock = EPOCH + 9 * SEGMENT + 1500;
  const playlist = await read('h264');
  expect([playlist.headers['cache-control'], playlist.sequence]).toEqual(['no-store', 3]);
  expect(playlist.files).toEqual(['03.m4s', '04.m4s', '05.m4s', '06.m4s', '07.m4s', '08.m4s']);
  expect(playlist.dates).toEqual([3, 4, 5, 6, 7, 8].map((number) => new Date(EPOCH + number * SEGMENT).toISOString()));
  expect(playlist.body).toContain('#EXT-X-TARGETDURATION:4\n');
  expect(playlist.body).not.toContain('#EXT-X-ENDLIST');
  clock = EPOCH + 10 * SEGMENT - 1;
  expect((await read('vp9')).sequence).toBe(3);
  clock += 1;
  expect((await read('vp9')).sequence).toBe(4);
  clock = EPOCH + 123_456_789;
  const second = await start();
  expect((await read('vp9', second)).body).toBe((await read('vp9')).body);
  await second.close();
});

test('over many rounds every segment keeps its number, file, date and discontinuity, and numbers only grow', async () => {
  const seen = new Map<number, string>();
  let before = { sequence: -1, discontinuitySequence: -1 };
  for (let step = 0; step < SEGMENTS * 8 * 3; step += 1) {
    clock = EPOCH + 5 * 365 * 24 * 3600 * SECOND + step * (SEGMENT / 3);
    const playlist = await read(step % 2 ? 'vp9' : 'h264');
    expect(playlist.files).toHaveLength(WINDOW);
    expect(playlist.sequence - before.sequence).toBeLessThanOrEqual(step === 0 ? Number.POSITIVE_INFINITY : 1);
    expect(playlist.sequence).toBeGreaterThanOrEqual(before.sequence);
    expect(playlist.discontinuitySequence).toBeGreaterThanOrEqual(before.discontinuitySequence);
    for (const { number, told } of playlist.segments) {
      expect(seen.get(number) ?? told).toBe(told);
      seen.set(number, told);
    }
    before = playlist;
  }
  expect(new Set([...seen.values()].map((told) => told.split(' ')[1])).size).toBe(9);
  const numbers = [...seen.keys()].toSorted((one, other) => one - other);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});

test('what a playlist names can be fetched: an initialisation segment and media segments that may be cached for ever', async () => {
  clock = EPOCH + 100 * SEGMENT;
  for (const variant of ['h264', 'vp9']) {
    const { body } = await read(variant);
    const addresses = [...body.matchAll(/(?:URI="|^)([^"#\n]+\.(?:mp4|m4s)\?v=\w+)/gm)].map(([, address]) => address);
    expect(addresses).toHaveLength(WINDOW + (body.match(/#EXT-X-MAP/g)?.length ?? 0));
    for (const address of addresses) {
      const { statusCode, headers, rawPayload } = await get(`/demo/live/${variant}/${address}`);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'video/mp4',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(rawPayload.subarray(4, 8).toString()).toBe(address?.startsWith('init') ? 'ftyp' : 'styp');
    }
  }
});

test.each([
  ...['/av1/index.m3u8', '/h264/12.m4s', '/h264/film.json', '/h264/..%2Ffilm.json', '/..%2Ffilm/film.json'],
  ...['/h264%2F..%2Fvp9/00.m4s', '/constructor/name', '/h264/00.m4s%00.txt'],
])('/demo/live%s is not there', async (address) => expect((await get(`/demo/live${address}`)).statusCode).toBe(404));

async function start(): Promise<FastifyInstance> {
  const made = Fastify();
  made.setErrorHandler((error: Error & { status?: number }, _, reply) => reply.status(error.status ?? 500).send());
  await made.register(demoStream, { epoch: EPOCH, now: () => clock });
  return made;
}

const get = (url: string, from = app) => from.inject({ url });

/** A playlist as the player understands it: each segment's number, discontinuity number, file and date. */
async function read(variant: string, from = app) {
  const address = `/demo/live/${variant}/index.m3u8`;
  const { body, headers, statusCode } = await get(address, from);
  expect(statusCode).toBe(200);
  const list = M3U8Parser.parseLevelPlaylist(body, `http://x${address}`, 0, PlaylistLevelType.MAIN, 0, null);
  const files = list.fragments.map(({ relurl = '' }) => relurl.replace(/\?v=\w+$/, ''));
  const dates = list.fragments.map(({ programDateTime }) => new Date(programDateTime ?? Number.NaN).toISOString());
  const segments = list.fragments.map(({ sn, cc }, at) => ({
    number: Number(sn),
    told: `${files[at]} ${cc} ${dates[at]}`,
  }));
  return { body, headers, sequence: list.startSN, discontinuitySequence: list.startCC, files, dates, segments };
}
