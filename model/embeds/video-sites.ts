import type { Provider } from './providers.ts';

const SHORT_LINK = /^\/()([^/]+)\/?$/;
const YOUTUBE_PATH = /^\/(live|shorts|v|embed)\/([^/&]+)(?:&[^/]*)?\/?$/; // Flash players had `/v/<id>&hl=ru`

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
    const [kind, rest] = kindAndRest(id);
    if (kind === 'shorts') return `https://www.youtube.com/shorts/${rest}`;
    return kind ? `https://www.youtube.com/playlist?list=${rest}` : `https://www.youtube.com/watch?v=${id}`;
  },
  frame: (id) => {
    const [kind, rest] = kindAndRest(id);
    const player = 'https://www.youtube-nocookie.com/embed/';
    return player + (kind === 'playlist' ? `videoseries?list=${rest}` : rest);
  },
  start: (second) => ['start', String(second)],
  shape: (id) => (id.startsWith('shorts/') ? 'upright' : 'video'),
  facts: (id) => `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(youtube.page(id))}`,
  asked: ['www.youtube.com'],
  images: ['.ytimg.com'],
};

/** Kind and rest of an id such as `shorts/…`; no kind for a plain one. */
function kindAndRest(id: string): [kind: string, rest: string] {
  const at = id.lastIndexOf('/');
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)];
}

const RUTUBE_PATH = /^\/(?:live\/)?(video|shorts|(?:play\/|live\/)?embed)\/(?:private\/)?([\da-f]{32}|\d+)\/?$/;

export const rutube: Provider = {
  title: 'Rutube',
  call: 'Смотреть на\u00a0Rutube',
  hosts: /^((www|m)\.)?rutube\.ru$/,
  players: /^\/(play|live)\/embed\//,
  id: /^((shorts\/)?([\da-f]{32}|\d{5,12})|private\/[\da-f]{32}\/[\w-]{1,64})$/,
  read: ({ pathname, searchParams }) => {
    const [, kind, id] = RUTUBE_PATH.exec(pathname) ?? [];
    const key = searchParams.get('p');
    if (!id) return undefined;
    if (key) return `private/${id}/${key}`;
    return kind === 'shorts' ? `shorts/${id}` : id;
  },
  page: (id) => {
    const [kind, video = id, key = ''] = id.split('/');
    if (kind === 'private') return `https://rutube.ru/video/private/${video}/?p=${key}`;
    return `https://rutube.ru/${kind === 'shorts' ? 'shorts' : 'video'}/${video}/`;
  },
  frame: (id) => {
    const [, video = id, key] = id.split('/');
    return `https://rutube.ru/play/embed/${video}${key ? `/?p=${key}` : ''}`;
  },
  start: (second) => ['t', String(second)],
  shape: (id) => (id.startsWith('shorts/') ? 'upright' : 'video'),
  facts: (id) => {
    const [, video = id, key] = id.split('/');
    return `https://rutube.ru/api/video/${video}/?format=json${key ? `&p=${key}` : ''}`;
  },
  asked: ['rutube.ru'],
  images: ['.rutubelist.ru', '.rutube.ru'],
};

const VK_IMAGES = ['.userapi.com', '.vkuserphoto.ru', '.vkuser.net', '.mycdn.me', '.okcdn.ru'];
const VK_VIDEO = /\/(video|clip)(-?\d+_\d+(?:_[\da-f]+)?)(?:[/?]|$)/;
const VK_WALL = /\/wall(-?\d+_\d+)(?:[/?%]|$)/;

export const vk: Provider = {
  title: 'ВКонтакте',
  call: 'Открыть во\u00a0ВКонтакте',
  hosts: /^((www|m)\.)?vk\.(com|ru)$/,
  id: /^-?\d{1,12}_\d{1,12}$/,
  read: ({ pathname, searchParams }) =>
    (VK_WALL.exec(`/${searchParams.get('w') ?? ''}`) ?? VK_WALL.exec(pathname))?.[1],
  page: (id) => `https://vk.com/wall${id}`,
  frame: () => undefined,
  shape: () => 'post',
  asked: ['vk.com'],
  images: VK_IMAGES,
};

export const vkvideo: Provider = {
  title: 'VK Видео',
  call: 'Смотреть в\u00a0VK Видео',
  hosts: /^((www|m|live)\.)?(vk\.com|vk\.ru|vkvideo\.ru)$/,
  players: /^\/(video_ext\.php|app\/embed\/)/,
  id: /^(clip)?-?\d{1,12}_\d{1,12}(_[\da-f]{1,64})?$/,
  read: ({ pathname, searchParams }) => {
    if (pathname === '/video_ext.php') {
      const [owner, id, hash] = ['oid', 'id', 'hash'].map((name) => searchParams.get(name));
      return owner && id ? `${owner}_${id}${hash ? `_${hash}` : ''}` : undefined;
    }
    const [, kind, id] = VK_VIDEO.exec(`/${searchParams.get('z') ?? ''}`) ?? VK_VIDEO.exec(pathname) ?? [];
    return id && (kind === 'clip' ? `clip${id}` : id);
  },
  page: (id) => `https://vkvideo.ru/${id.startsWith('clip') ? '' : 'video'}${id}`,
  frame: (id) => {
    const [owner, video, hash] = id.replace('clip', '').split('_');
    return `https://vkvideo.ru/video_ext.php?oid=${owner}&id=${video}${hash ? `&hash=${hash}` : ''}&hd=2`;
  },
  start: (second) => ['t', `${Math.floor(second / 60)}m${second % 60}s`],
  shape: (id) => (id.startsWith('clip') ? 'upright' : 'video'),
  asked: ['vkvideo.ru', 'vk.com'],
  images: VK_IMAGES,
};
