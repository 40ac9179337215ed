import { rutube, vk, vkvideo, youtube } from './video-sites.ts';

export interface Provider {
  title: string;
  call: string; // Text of the link
  hosts: RegExp;
  players?: RegExp; // Paths of players, as `<iframe>` codes hold them
  id: RegExp; // Valid values of `data-id`
  read: (url: URL) => string | undefined; // Id in the URL of a page or a player; not validated
  page: (id: string) => string; // Canonical address of the page; unique for each id
  /** URL of the player; undefined if it requires the provider's scripts. */
  frame: (id: string) => string | undefined;
  /** The player's URL parameter for a start time, if supported. */
  start?: (second: number) => [name: string, value: string];
  shape: (id: string) => 'video' | 'upright' | 'track' | 'list' | 'post';
  /** JSON endpoint for title and poster; by default they are read from the page. */
  facts?: (id: string) => string;
  asked: readonly string[]; // Hosts asked for the title
  images: readonly string[]; // Hosts of posters; `.example.org` stands for its subdomains
}

const dzen: Provider = {
  title: 'Дзен',
  call: 'Открыть в\u00a0Дзене',
  hosts: /^((www|m)\.)?dzen\.ru$/,
  players: /^\/embed\//,
  id: /^(video\/watch|shorts|a|b|embed)\/[\w-]{6,40}$/,
  read: ({ pathname }) => /^\/((?:video\/watch|shorts|a|b|embed)\/[\w-]+)\/?$/.exec(pathname)?.[1],
  page: (id) => `https://dzen.ru/${id}`,
  // The player has an id of its own, found only in the code of «Встроить».
  frame: (id) => (id.startsWith('embed/') ? `https://dzen.ru/${id}` : undefined),
  shape: (id) => (/^[ab]\//.test(id) ? 'post' : id.startsWith('shorts/') ? 'upright' : 'video'),
  asked: ['dzen.ru'],
  images: ['.dzeninfra.ru', 'avatars.mds.yandex.net'],
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
  asked: ['ok.ru'],
  images: ['.mycdn.me', '.okcdn.ru'],
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
  asked: ['music.yandex.ru'],
  images: ['avatars.yandex.net', 'avatars.mds.yandex.net'],
};

/** Sites whose pages may be embedded; shared by model, panel and pages. `vk` before `vkvideo`: a post may name a video. */
export const PROVIDERS = { youtube, rutube, vk, vkvideo, ok, dzen, telegram, 'yandex-music': yandexMusic } as const;

export type ProviderName = keyof typeof PROVIDERS;
