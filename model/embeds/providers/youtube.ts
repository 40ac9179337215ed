import type { Provider } from './provider.ts';

const SHORT_LINK = /^\/()([^/]+)\/?$/;
const YOUTUBE_PATH = /^\/(live|shorts|v|embed)\/([^/]+)\/?$/;

export const youtube: Provider = {
  title: 'YouTube',
  call: 'Смотреть на YouTube',
  hosts: /^((www|m|music)\.)?(youtube(-nocookie)?\.com|youtu\.be)$/,
  players: /^\/embed\//,
  id: /^(shorts\/)?[\w-]{11}$|^playlist\/[\w-]{12,64}$/,
  read: ({ hostname, pathname, searchParams }) => {
    const list = searchParams.get('list');
    if (/^\/(playlist|embed\/videoseries)$/.test(pathname)) return list ? `playlist/${list}` : undefined;
    if (pathname === '/watch') return searchParams.get('v') ?? undefined;
    const [, kind, id] = (hostname === 'youtu.be' ? SHORT_LINK : YOUTUBE_PATH).exec(pathname) ?? [];
    return kind === 'shorts' ? `shorts/${id}` : id;
  },
  page: (id) => {
    const [kind, rest] = split(id);
    if (kind === 'shorts') return `https://www.youtube.com/shorts/${rest}`;
    return kind ? `https://www.youtube.com/playlist?list=${rest}` : `https://www.youtube.com/watch?v=${id}`;
  },
  frame: (id) => {
    const [kind, rest] = split(id);
    const player = 'https://www.youtube-nocookie.com/embed/';
    return player + (kind === 'playlist' ? `videoseries?list=${rest}` : rest);
  },
  start: (second) => ['start', String(second)],
  shape: (id) => (id.startsWith('shorts/') ? 'upright' : 'video'),
  source: {
    type: 'json',
    address: (id) => `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(youtube.page(id))}`,
  },
  asked: ['www.youtube.com'],
  images: ['.ytimg.com'],
};

/** Kind and rest of an id such as `shorts/…`; no kind for a plain one. */
function split(id: string): [kind: string, rest: string] {
  const at = id.lastIndexOf('/');
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)];
}
