/** Pure: shared by the model and the panel. */

export type Embed = { address: string } | { refusal: string };

interface Provider {
  name: string;
  hosts: RegExp;
  framed: RegExp;
  toEmbed: (page: URL) => string | undefined;
}

const PROVIDERS: Provider[] = [
  {
    name: 'YouTube',
    hosts: /^((www|m|music)\.)?(youtube(-nocookie)?\.com|youtu\.be)$/,
    framed: /^\/embed\//,
    toEmbed: ({ hostname, pathname, searchParams }) => {
      const named = hostname === 'youtu.be' ? /^\/([^/]+)/ : /^\/(?:live|shorts|v)\/([^/]+)/;
      const id = named.exec(pathname)?.[1] ?? (pathname === '/watch' ? searchParams.get('v') : undefined);
      return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/embed/${id}` : undefined;
    },
  },
  {
    name: 'Rutube',
    hosts: /^((www|m)\.)?rutube\.ru$/,
    framed: /^\/(play|live)\/embed\//,
    toEmbed: ({ pathname, searchParams }) => {
      const id = /^\/(?:live\/)?(?:video|shorts)\/(?:private\/)?([\da-f]{32}|\d+)\/?$/.exec(pathname)?.[1];
      const key = searchParams.get('p');
      return id && `https://rutube.ru/play/embed/${id}${key ? `/?p=${encodeURIComponent(key)}` : ''}`;
    },
  },
  {
    name: 'VK Видео',
    hosts: /^((www|m|live)\.)?(vk\.com|vk\.ru|vkvideo\.ru)$/,
    framed: /^\/(video_ext\.php|app\/embed\/)/,
    toEmbed: ({ hostname, pathname, searchParams }) => {
      const found = VK_VIDEO.exec(`/${searchParams.get('z') ?? ''}`) ?? VK_VIDEO.exec(pathname);
      if (!found) return undefined;
      const [, owner, id, hash] = found;
      const site = hostname.endsWith('vkvideo.ru') ? 'vkvideo.ru' : 'vk.com';
      return `https://${site}/video_ext.php?oid=${owner}&id=${id}${hash ? `&hash=${hash}` : ''}&hd=2`;
    },
  },
  {
    name: 'ОК',
    hosts: /^((www|m)\.)?(ok\.ru|odnoklassniki\.ru)$/,
    framed: /^\/videoembed\//,
    toEmbed: ({ pathname }) => {
      const id = /^\/(?:video|live)\/(\d+)\/?$/.exec(pathname)?.[1];
      return id && `https://ok.ru/videoembed/${id}`;
    },
  },
  // The player's id differs from the page's.
  { name: 'Дзен', hosts: /^((www|m)\.)?dzen\.ru$/, framed: /^\/embed\//, toEmbed: () => undefined },
];

const VK_VIDEO = /\/(?:video|clip)(-?\d+)_(\d+)(?:_([\da-f]+))?(?:[/?]|$)/;

/** Embed for a pasted URL or `<iframe>` code; undefined for no URL or that of an unknown site. */
export function embedOf(pasted: string): Embed | undefined {
  const text = pasted.trim();
  const isCode = /<iframe\b/i.test(text);
  const address = isCode ? sourceOf(text) : text;
  if (address === undefined) return { refusal: 'Адрес плеера: в коде <iframe> нет адреса. Скопируйте код целиком.' };
  const page = toUrl(address);
  const provider = page && PROVIDERS.find(({ hosts }) => hosts.test(page.hostname));
  if (!provider) return isCode ? { address } : undefined;
  if (provider.framed.test(page.pathname)) return { address: toFrame(address, page) };
  const embed = provider.toEmbed(page);
  return embed ? { address: embed } : { refusal: refusalOf(provider.name) };
}

function refusalOf(name: string): string {
  return (
    `Адрес плеера: эту страницу (${name}) нельзя показать внутри сайта. ` +
    'Откройте само видео, нажмите «Поделиться», затем «Встроить» и скопируйте код сюда целиком.'
  );
}

function sourceOf(code: string): string | undefined {
  const found = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(code);
  const source = (found?.[1] ?? found?.[2] ?? found?.[3])?.replace(/&amp;|&#0*38;|&#x0*26;/gi, '&').trim();
  return source?.replace(/^\/\//, 'https://') || undefined;
}

/** Rewrites host and scheme to an allowed equivalent. */
function toFrame(address: string, page: URL): string {
  const hostname = page.hostname.replace(/^(m\.)?vk\.ru$/, 'vk.com').replace(/^youtube/, 'www.youtube');
  if (hostname === page.hostname && page.protocol === 'https:') return address;
  return Object.assign(new URL(page), { hostname, protocol: 'https:' }).href;
}

function toUrl(address: string): URL | undefined {
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return /[\s<>"\\]/.test(address) || !address.includes('.') || !URL.canParse(full) ? undefined : new URL(full);
}
