import type { Provider } from './provider.ts';

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
  source: { type: 'page' },
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
  source: { type: 'page' },
  asked: ['vkvideo.ru', 'vk.com'],
  images: VK_IMAGES,
};
