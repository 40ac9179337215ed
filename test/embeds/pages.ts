import { beforeAll } from 'vitest';
import { embedAt, frameOf } from '../../model/embeds/embeds.ts';
import type { Panel } from '../rig/browser/panel.ts';
import { QUIET, type WatchedPage } from '../rig/browser/visits.ts';
import { needBrowser } from '../rig/needs.ts';
import { figureOf } from './figure.ts';

const HEX = '0123456789abcdef0123456789abcdef';
export const ADDRESSES = [
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  `https://rutube.ru/video/${HEX}/`,
  'https://vkvideo.ru/video-1_22',
  'https://ok.ru/video/12345',
  'https://dzen.ru/embed/vnVEaPfaSym8',
  'https://t.me/festival_live/42',
  'https://music.yandex.ru/album/12/track/34',
  'https://vk.com/wall-1_22',
  'https://dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b',
];
export const EMBEDS = ADDRESSES.flatMap((address) => embedAt(address) ?? []);
export const FRAMES = EMBEDS.flatMap((embed) => frameOf(embed) ?? []);
export const HOSTS = FRAMES.map((frame) => new URL(frame).host);

export async function needEmbeds() {
  const { site, server, visit } = await needBrowser();
  const publish = (title: string, slug: string, content: string) =>
    site.editor('POST', '/api/admin/news', { title, slug, content });
  beforeAll(() => publish('Записи финала', 'final', ADDRESSES.map((each) => `${figureOf(each)}<p>Абзац</p>`).join('')));
  return { site, publish, open: (path: string, options = {}) => open({ server, visit }, path, options) };
}

async function open(
  { server: { origin }, visit }: Pick<Panel, 'server' | 'visit'>,
  path: string,
  options: { javaScriptEnabled?: boolean },
): Promise<{ page: WatchedPage; asked: string[]; files: string[] }> {
  const asked: string[] = [];
  const files: string[] = [];
  const prepare = (page: WatchedPage) =>
    page.route('**/*', (route) => {
      const url = new URL(route.request().url());
      if (url.origin === origin || !url.protocol.startsWith('http')) {
        files.push(url.pathname);
        return route.fallback();
      }
      asked.push(url.host);
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>player</title>' });
    });
  const page = await visit(origin + QUIET, { ...options, prepare });
  await page.goto(origin + path);
  return { page, asked, files };
}
