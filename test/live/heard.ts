import { listenTo } from '../rig/event-stream.ts';
import { needSite } from '../rig/needs.ts';

/** The application at an address, and event streams of it, which end with it. */
export async function needHeard() {
  const t = await needSite();
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const listen = (headers?: Record<string, string>) => listenTo(`${origin}/api/live`, headers);
  const open = async (headers?: Record<string, string>) => {
    const stream = await listen(headers);
    await stream.next('vote-settings');
    return stream;
  };
  return { ...t, origin, listen, open };
}

/** Addresses without a token whose answers could contain unpublished content. */
export const PUBLIC_ADDRESSES = `
  / /_.data /_.data?_routes=routes/public/layout /vote /vote.data /vote/_.data
  /vote.data?_routes=routes/public/vote /vote?view=big /watch /watch.data /watch/_.data
  /watch.data?_routes=routes/public/watch /watch?view=big /news /news.data /news/tag/final
  /news/tag/final/feed.xml /about /about.data /404 /player /player.data /admin /admin/voting /admin/voting.data
  /admin/watch-settings /admin/watch-settings.data /results /results.data /results?screen /api/results
  /api/watch-settings /api/watch-settings?x=1 /api/vote-settings /api/vote-settings?x=1 /api/urgent
  /api/site-content /api/news /api/pages /api/live?poll /api/openapi.json /api/admin/journal
  /robots.txt /manifest.webmanifest /start.ics /feed.xml /feed.atom /feed.json /feed-dzen.xml /sitemap.xml /sitemap-news.xml
`
  .trim()
  .split(/\s+/);
