import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';

const FILES = new URL('captions/', import.meta.url);
const PLAYLIST = 'application/vnd.apple.mpegurl';

export async function serveCaptioned(): Promise<{ address: string; stop: () => Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  app.get('/master.m3u8', async (_request, reply) => reply.type(PLAYLIST).send(MASTER));
  for (const [language, words] of Object.entries(WORDS)) {
    app.get(`/${language}.m3u8`, async (_request, reply) => reply.type(PLAYLIST).send(textPlaylist(language)));
    app.get(`/${language}.vtt`, async (_request, reply) => reply.type('text/vtt').send(subtitles(words)));
  }
  app.get('/none.m3u8', async (_request, reply) => reply.code(404).send());
  app.get<{ Params: { file: string } }>('/:file', async ({ params: { file }, headers: { range } }, reply) => {
    const bytes = await readFile(new URL(file, FILES));
    const type = file.endsWith('.m3u8') ? PLAYLIST : 'video/mp4';
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (from === undefined) return reply.type(type).send(bytes);
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const head = { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` };
    return reply.code(206).headers(head).type(type).send(part);
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address: `${origin}/master.m3u8`, stop: () => app.close() };
}

const LENGTH = 90; // seconds
const WORDS = { ru: 'Играет оркестр', en: 'The orchestra plays' };

const MASTER = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Русский",LANGUAGE="ru",DEFAULT=YES,AUTOSELECT=YES,URI="sound.m3u8"',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="sound.m3u8?en"',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Русский",LANGUAGE="ru",URI="sound.m3u8?described",' +
    'CHARACTERISTICS="public.accessibility.describes-video"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="Русские",LANGUAGE="ru",AUTOSELECT=YES,URI="ru.m3u8"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en.m3u8"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="Утеряны",LANGUAGE="tt",AUTOSELECT=YES,URI="none.m3u8"',
  '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="inside",NAME="Live captions",LANGUAGE="en",INSTREAM-ID="CC1"',
  '#EXT-X-STREAM-INF:BANDWIDTH=20000,CODECS="avc1.42C00A,mp4a.40.2",RESOLUTION=160x90,' +
    'AUDIO="sound",SUBTITLES="text",CLOSED-CAPTIONS="inside"',
  'video.m3u8',
  '',
].join('\n');

function textPlaylist(language: string): string {
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${LENGTH}`, '#EXT-X-PLAYLIST-TYPE:VOD'];
  return [...head, `#EXTINF:${LENGTH},`, `${language}.vtt`, '#EXT-X-ENDLIST', ''].join('\n');
}

function subtitles(words: string): string {
  return `WEBVTT\n\n00:00.000 --> 01:30.000\n${words}\n`;
}
