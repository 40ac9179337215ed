import { beforeAll } from 'vitest';
import { embedAt, frameOf } from '../../model/embeds/embeds.ts';
import { QUIET, type WatchedPage } from '../rig/browser/visits.ts';
import { rowsIn } from '../rig/cases.ts';
import { needBrowser } from '../rig/needs.ts';
import { figureOf } from './figure.ts';

export const ADDRESSES = rowsIn<[string]>('embeds/pages.txt', '', { HEX: '0123456789abcdef0123456789abcdef' }).flat();
export const EMBEDS = ADDRESSES.flatMap((address) => embedAt(address) ?? []);
export const FRAMES = EMBEDS.flatMap((embed) => frameOf(embed) ?? []);
export const HOSTS = FRAMES.map((frame) => new URL(frame).host);

export async function needEmbeds() {
  const panel = await needBrowser();
  const { origin } = panel.server;
  const publish = (title: string, slug: string, content: string) =>
    panel.site.editor('POST', '/api/admin/news', { title, slug, content });
  beforeAll(() => publish('Записи финала', 'final', ADDRESSES.map((each) => `${figureOf(each)}<p>Абзац</p>`).join('')));
  const open = async (path: string, options: { javaScriptEnabled?: boolean } = {}) => {
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
    const page = await panel.visit(origin + QUIET, { ...options, prepare });
    await page.goto(origin + path);
    return { page, asked, files };
  };
  return { site: panel.site, publish, open };
}
