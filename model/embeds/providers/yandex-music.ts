import type { Provider } from './provider.ts';

export const yandexMusic: Provider = {
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
