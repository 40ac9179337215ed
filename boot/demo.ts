import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { generatePassword } from '../model/admins/first-admin.ts';
import type { Store } from '../model/store.ts';
import type { Film } from '../tools/demo-art/making/describe.ts';
import type { AppOptions } from './app.ts';

const FILM = new URL('../seeds/demo/film/', import.meta.url);
const EPOCH = Date.UTC(2025, 0, 1);
const TIMES = 14; // repetitions of the film in the recording: one per contestant
const WINDOW = 6; // 24 s, twice the distance players keep from the live edge
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };

export async function demoConfig(config: Config): Promise<Config> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-demo-'));
  const outside = { backupTo: undefined, alertUrl: undefined, indexNowUrl: undefined, databaseUrl: undefined };
  const adminPassword = config.adminPassword ?? generatePassword();
  return { ...config, ...outside, dataDir, backupDir: path.join(dataDir, 'backups'), adminPassword };
}

export const demoRoutes: Pick<AppOptions, 'extend'> = {
  extend: async (app) => void (await app.register(demoStream)),
};

/** Russian for a person at the terminal, English for the log. */
export function demoLines({ adminUsername, adminPassword }: Config, hasTerminal: boolean): string[] {
  if (!hasTerminal) return [`Demo festival: administrator ${adminUsername}, password ${adminPassword}.`];
  return [
    `Администратор: ${adminUsername}`,
    `Пароль:        ${adminPassword}`,
    'Это показательный фестиваль: с остановкой сервера всё в нём исчезнет.',
  ];
}

export async function fillDemo(store: Store, { adminUsername }: Config, log: Logger): Promise<void> {
  log.info('Filling the demo festival with news and pictures …');
  const { seedDemo } = await import('../seeds/demo.ts');
  await seedDemo(store, adminUsername);
}

export async function removeDemo({ dataDir }: Config): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** A film as endless live HLS (RFC 8216), on air since `epoch` (ms). Playlists follow from the clock: processes share no state. */
export async function demoStream(app: FastifyInstance, options: { epoch?: number; now?: () => number }): Promise<void> {
  const { epoch = EPOCH, now = Date.now } = options;
  const film: Film = JSON.parse(await readFile(new URL('film.json', FILM), 'utf8'));
  const files = await listFiles(film);

  const playlists = new Map<string, () => string>([
    ['live/master.m3u8', () => masterPlaylist(film)],
    ['recording/master.m3u8', () => masterPlaylist(film)],
    ...[...files.keys()].flatMap((variant): [string, () => string][] => [
      [`live/${variant}/index.m3u8`, () => livePlaylist(film, epoch, now())],
      [`recording/${variant}/index.m3u8`, () => recording(film, variant)],
    ]),
  ]);
  for (const [address, make] of playlists)
    app.get(`/demo/${address}`, (_request, reply) => {
      reply.headers(NOSNIFF).header('Cache-Control', 'no-store').type(PLAYLIST_TYPE).send(make());
    });

  app.get<{ Params: { variant: string; file: string } }>('/demo/live/:variant/:file', async (request, reply) => {
    const { variant, file } = request.params;
    reply.headers(NOSNIFF);
    if (!files.get(variant)?.has(file)) throw notFound('Такого отрезка трансляции нет.');
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').type('video/mp4');
    return readFile(new URL(`${variant}/${file}`, FILM));
  });
}

async function listFiles(film: Film): Promise<Map<string, Set<string>>> {
  const listed = film.variants.map(async ({ name }): Promise<[string, Set<string>]> => {
    const names = await readdir(new URL(`${name}/`, FILM));
    return [name, new Set(names.filter((file) => /\.(mp4|m4s)$/.test(file)))];
  });
  return new Map(await Promise.all(listed));
}

function masterPlaylist({ width, height, frameRate, variants }: Film): string {
  const lines = variants.flatMap(({ name, codecs, bandwidth, averageBandwidth }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth},CODECS="${codecs}",` +
      `RESOLUTION=${width}x${height},FRAME-RATE=${frameRate.toFixed(3)}`,
    `${name}/index.m3u8`,
  ]);
  return playlist(lines);
}

/** The film several times, without dates. */
function recording({ segments, segmentSeconds, version }: Film, variant: string): string {
  const at = `../../live/${variant}`;
  const lines = Array.from({ length: segments * TIMES }, (_, index) => index % segments).flatMap((place, index) => [
    ...(place === 0 && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(place === 0 ? [`#EXT-X-MAP:URI="${at}/init.mp4?v=${version}"`] : []),
    `#EXTINF:${segmentSeconds.toFixed(3)},`,
    `${at}/${String(place).padStart(2, '0')}.m4s?v=${version}`,
  ]);
  const head = [`#EXT-X-TARGETDURATION:${segmentSeconds}`, '#EXT-X-PLAYLIST-TYPE:VOD'];
  return playlist([...head, ...lines, '#EXT-X-ENDLIST']);
}

/** Each return to the film's start is a discontinuity, counted once its segment has left the window. */
function livePlaylist(film: Film, epoch: number, now: number): string {
  const length = film.segmentSeconds * 1000;
  const finished = Math.max(1, Math.floor((now - epoch) / length));
  const first = Math.max(0, finished - WINDOW);
  const segments = Array.from({ length: finished - first }, (_, index) => first + index).flatMap((number) => {
    const place = number % film.segments;
    const restart = place === 0 && number > 0;
    return [
      ...(restart ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(restart || number === first ? [`#EXT-X-MAP:URI="init.mp4?v=${film.version}"`] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(epoch + number * length).toISOString()}`,
      `#EXTINF:${film.segmentSeconds.toFixed(3)},`,
      `${String(place).padStart(2, '0')}.m4s?v=${film.version}`,
    ];
  });
  return playlist([
    `#EXT-X-TARGETDURATION:${film.segmentSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.max(0, Math.floor((first - 1) / film.segments))}`,
    ...segments,
  ]);
}

function playlist(lines: string[]): string {
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}
