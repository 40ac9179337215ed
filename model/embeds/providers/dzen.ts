import type { Provider } from './provider.ts';

export const dzen: Provider = {
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
  source: { type: 'page' },
  asked: ['dzen.ru'],
  images: ['.dzeninfra.ru', 'avatars.mds.yandex.net'],
};
