import type { Provider } from './provider.ts';

export const ok: Provider = {
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
