import type { Provider } from './provider.ts';

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
