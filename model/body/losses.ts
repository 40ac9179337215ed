export const LOST_THINGS = [
  'видео',
  'звук',
  'встроенная страница',
  'таблица',
  'форма',
  'элемент формы',
  'рисунок SVG',
  'рисунок',
  'формула',
  'картинка',
  'якорная ссылка',
  'ссылка',
  'простой текст',
] as const;
export type LostThing = (typeof LOST_THINGS)[number];

export interface Loss {
  what: LostThing;
  count: number;
}

type Attributes = Readonly<Record<string, string>>;

const BY_TAG: ReadonlyMap<string, LostThing> = new Map([
  ['video', 'видео'],
  ['audio', 'звук'],
  ['embed', 'встроенная страница'],
  ['object', 'встроенная страница'],
  ['applet', 'встроенная страница'],
  ['portal', 'встроенная страница'],
  ['form', 'форма'],
  ['math', 'формула'],
  ['canvas', 'рисунок'],
]);

const BY_TAG_OF_TEXT: ReadonlyMap<string, LostThing> = new Map([
  ...['button', 'textarea', 'select', 'option', 'optgroup', 'datalist', 'progress', 'meter'].map(
    (tag) => [tag, 'элемент формы'] as const,
  ),
  ...['xmp', 'plaintext'].map((tag) => [tag, 'простой текст'] as const),
]);

const VIDEO_HOST =
  /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be|rutube\.ru|vk\.com|vk\.ru|vkvideo\.ru|ok\.ru|dzen\.ru|vimeo\.com)$/i;

/** Loss of a dropped element; undefined for mere markup. Tables are counted by their rows instead. */
export function lossOf(tag: string, attribs: Attributes): LostThing | undefined {
  if (tag === 'iframe') return isVideo(attribs.src) ? 'видео' : 'встроенная страница';
  if (tag === 'svg') return attribs['aria-hidden'] === 'true' ? undefined : 'рисунок SVG';
  return BY_TAG.get(tag);
}

/** Loss of a dropped element with text; undefined if browsers do not show it (`noscript`, `template`). */
export function lossOfText(tag: string): LostThing | undefined {
  return BY_TAG_OF_TEXT.get(tag);
}

function isVideo(src = ''): boolean {
  const full = src.trim().replace(/^\/\//, 'https://');
  return URL.canParse(full) && VIDEO_HOST.test(new URL(full).hostname);
}

/** Loss of an image or link dropped because of its attributes. */
export function lossOfBroken(tag: string, { href, ...attribs }: Attributes): LostThing | undefined {
  if (tag === 'img') return (attribs.src ?? attribs.srcset ?? attribs['data-src']) ? 'картинка' : undefined;
  return tag === 'a' || tag === 'area' ? lossOfLink(href) : undefined;
}

/** Loss of a dropped link; undefined for an empty address or a script. */
export function lossOfLink(href = ''): LostThing | undefined {
  const address = href.trim();
  if (address === '' || address === '#' || /^(javascript|vbscript|data):/i.test(address)) return undefined;
  return address.startsWith('#') ? 'якорная ссылка' : 'ссылка';
}
