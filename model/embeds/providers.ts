/** Sites whose pages may stand in bodies. Pure: shared by model, panel and pages. */

type Shape = 'video' | 'upright' | 'track' | 'list' | 'post';

export interface Provider {
  title: string;
  /** Text of the link. */
  call: string;
  hosts: RegExp;
  /** Paths of players, as `<iframe>` codes hold them. */
  players?: RegExp;
  /** What may stand in `data-id`. */
  id: RegExp;
  /** Id by the address of a page or a player; not yet checked. */
  read: (url: URL) => string | undefined;
  /** Canonical address of the page; unique for each id. */
  page: (id: string) => string;
  /** Address of the player; undefined where there is none without scripts of the provider. */
  frame: (id: string) => string | undefined;
  shape: (id: string) => Shape;
  /** Where the server asks for title and poster. */
  source: { type: 'page' } | { type: 'json'; address: (id: string) => string };
  /** Asked for the title, and for the poster; `.example.org` stands for its subdomains. */
  asked: readonly string[];
  images: readonly string[];
}

const VK_IMAGES = ['.userapi.com', '.vkuserphoto.ru', '.vkuser.net', '.mycdn.me', '.okcdn.ru'];
const VK_VIDEO = /\/(video|clip)(-?\d+_\d+(?:_[\da-f]+)?)(?:[/?]|$)/;
const VK_WALL = /\/wall(-?\d+_\d+)(?:[/?%]|$)/;

const youtube: Provider = {
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
  shape: (id) => (id.startsWith('shorts/') ? 'upright' : 'video'),
  source: {
    type: 'json',
    address: (id) => `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(youtube.page(id))}`,
  },
  asked: ['www.youtube.com'],
  images: ['.ytimg.com'],
};
const SHORT_LINK = /^\/()([^/]+)\/?$/;
const YOUTUBE_PATH = /^\/(live|shorts|v|embed)\/([^/]+)\/?$/;

const rutube: Provider = {
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
  shape: (id) => (id.startsWith('shorts/') ? 'upright' : 'video'),
  source: {
    type: 'json',
    address: (id) => {
      const [, video = id, key] = id.split('/');
      return `https://rutube.ru/api/video/${video}/?format=json${key ? `&p=${key}` : ''}`;
    },
  },
  asked: ['rutube.ru'],
  images: ['.rutubelist.ru', '.rutube.ru'],
};
const RUTUBE_PATH = /^\/(?:live\/)?(video|shorts|(?:play\/|live\/)?embed)\/(?:private\/)?([\da-f]{32}|\d+)\/?$/;

const vkvideo: Provider = {
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
  shape: (id) => (id.startsWith('clip') ? 'upright' : 'video'),
  source: { type: 'page' },
  asked: ['vkvideo.ru', 'vk.com'],
  images: VK_IMAGES,
};

const vk: Provider = {
  title: 'ВКонтакте',
  call: 'Открыть во\u00a0ВКонтакте',
  hosts: /^((www|m)\.)?vk\.(com|ru)$/,
  id: /^-?\d{1,12}_\d{1,12}$/,
  read: ({ pathname, searchParams }) =>
    (VK_WALL.exec(`/${searchParams.get('w') ?? ''}`) ?? VK_WALL.exec(pathname))?.[1],
  page: (id) => `https://vk.com/wall${id}`,
  frame: () => undefined,
  shape: () => 'post',
  source: { type: 'page' },
  asked: ['vk.com'],
  images: VK_IMAGES,
};

const ok: Provider = {
  title: 'Одноклассники',
  call: 'Смотреть в\u00a0Одноклассниках',
  hosts: /^((www|m)\.)?(ok\.ru|odnoklassniki\.ru)$/,
  players: /^\/videoembed\//,
  id: /^\d{1,20}$/,
  read: ({ pathname }) => /^\/(?:video|live|videoembed)\/(\d+)\/?$/.exec(pathname)?.[1],
  page: (id) => `https://ok.ru/video/${id}`,
  frame: (id) => `https://ok.ru/videoembed/${id}`,
  shape: () => 'video',
  source: { type: 'page' },
  asked: ['ok.ru'],
  images: ['.mycdn.me', '.okcdn.ru'],
};

const dzen: Provider = {
  title: 'Дзен',
  call: 'Открыть в\u00a0Дзене',
  hosts: /^((www|m)\.)?dzen\.ru$/,
  players: /^\/embed\//,
  id: /^(video\/watch|shorts|a|b|embed)\/[\w-]{6,40}$/,
  read: ({ pathname }) => /^\/((?:video\/watch|shorts|a|b|embed)\/[\w-]+)\/?$/.exec(pathname)?.[1],
  page: (id) => `https://dzen.ru/${id}`,
  // The player has an id of its own, which only the code of «Встроить» tells.
  frame: (id) => (id.startsWith('embed/') ? `https://dzen.ru/${id}` : undefined),
  shape: (id) => (/^[ab]\//.test(id) ? 'post' : id.startsWith('shorts/') ? 'upright' : 'video'),
  source: { type: 'page' },
  asked: ['dzen.ru'],
  images: ['.dzeninfra.ru', 'avatars.mds.yandex.net'],
};

const telegram: Provider = {
  title: 'Telegram',
  call: 'Открыть в\u00a0Telegram',
  hosts: /^(www\.)?(t\.me|telegram\.me)$/,
  id: /^[A-Za-z]\w{3,31}\/\d{1,10}$/,
  read: ({ pathname }) => /^\/(?:s\/)?(\w+\/\d+)\/?$/.exec(pathname)?.[1],
  page: (id) => `https://t.me/${id}`,
  frame: (id) => `https://t.me/${id}?embed=1`,
  shape: () => 'post',
  source: { type: 'page' },
  asked: ['t.me'],
  images: ['.telesco.pe', '.cdn-telegram.org', '.telegram-cdn.org'],
};

const yandexMusic: Provider = {
  title: 'Яндекс Музыка',
  call: 'Слушать на\u00a0Яндекс Музыке',
  hosts: /^(www\.|m\.)?music\.yandex\.(ru|com|by|kz|uz)$/,
  players: /^\/iframe\//,
  id: /^((album\/\d{1,12}\/)?track\/\d{1,12}|album\/\d{1,12}|users\/[\w.@-]{1,64}\/playlists\/\d{1,12}|playlists\/[\w.-]{1,64})$/,
  read: ({ pathname, hash }) => {
    const path = (pathname.startsWith('/iframe') ? pathname.slice('/iframe'.length) + hash : pathname).slice(1);
    const track = /^#track\/(\d+)\/(\d+)\/?$/.exec(path);
    if (track) return `album/${track[2]}/track/${track[1]}`;
    return path
      .replace(/^#|\/$/g, '')
      .replace(/\/$/, '')
      .replace(/^playlist\/([^/]+)\/(\d+)$/, 'users/$1/playlists/$2');
  },
  page: (id) => `https://music.yandex.ru/${id}`,
  frame: (id) =>
    id.startsWith('playlists/')
      ? undefined
      : `https://music.yandex.ru/iframe/${id.replace(/^users\/(.+)\/playlists\//, 'playlist/$1/')}`,
  shape: (id) => (id.includes('track/') ? 'track' : 'list'),
  source: { type: 'page' },
  asked: ['music.yandex.ru'],
  images: ['avatars.yandex.net', 'avatars.mds.yandex.net'],
};

/** Kind and rest of an id such as `shorts/…`; no kind for a plain one. */
function split(id: string): [kind: string, rest: string] {
  const at = id.lastIndexOf('/');
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)];
}

/** `vk` before `vkvideo`: a post may name a video beside it. */
export const PROVIDERS = { youtube, rutube, vk, vkvideo, ok, dzen, telegram, 'yandex-music': yandexMusic } as const;

export type ProviderName = keyof typeof PROVIDERS;
