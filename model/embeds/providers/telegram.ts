import type { Provider } from './provider.ts';

export const telegram: Provider = {
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
