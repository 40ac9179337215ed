import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';

export interface Attachment {
  url: string;
  alt: string;
  caption: string;
  parent: string; // Id of the text that it was uploaded to
}

export interface Own {
  id: string;
  attachments: ReadonlyMap<string, Attachment>; // By id
  footnotes: string | undefined; // JSON of their post meta
}

const SHORTCODE = /\[(\/?)([a-z][\w-]*)((?:\s(?:[^[\]"']|"[^"[\]]*"|'[^'[\]]*')*)?)\]/gi;

/** `[[gallery]]` is shown as «[gallery]»; meanwhile without brackets. */
const ESCAPED = /\[\[(\/?[a-z][\w-]*[^[\]]*)\]\]/gi;
const SHOWN = ['\ue000', '\ue001'] as const;

/** Disabled elements of page builders, which visitors did not see. */
const SWITCHED_OFF =
  /\[((?:vc|et_pb)_\w+)(?!\w)(?=[^[\]]*\b(?:disable_element|disabled)="(?:yes|on)")[^[\]]*\](?:(?!\[\/?\1\b)[\s\S])*\[\/\1\]/gi;

const CAPTION = /\[(?:wp_)?caption\b([^[\]]*)\]((?:(?!\[\/?(?:wp_)?caption)[\s\S])*)\[\/(?:wp_)?caption\]/gi;

/** Shortcodes with the address of a video page, as on wordpress.com. */
const VIDEO =
  /\[(?:youtube|vimeo|rutube|vk|dailymotion|embedyt)[= ]\s*"?(https?:\/\/[^\s\]"]+)[^[\]]*\](?:\[\/\w+\])?/gi;

const RAW = /\[vc_raw_(html|js)\b[^[\]]*\][\w+/=\s]*\[\/vc_raw_\1\]/gi;
const EMBED = /\[embed\b[^[\]]*\]\s*([^\s[\]]+)\s*\[\/embed\]/gi;
const PLAYER = /\[(audio|video)\b([^[\]]*)\](?:[^[]*\[\/\1\])?/gi;

/** Turns shortcodes of pictures, sound and video into blocks; lists the others and keeps their contents. */
export function withShortcodes(text: string, own: Own, losses: string[]): string {
  const lose = (what: string) => {
    losses.push(what);
    return '';
  };
  const known = text
    .replace(SWITCHED_OFF, () => lose('часть текста, выключенная на прежнем сайте'))
    .replace(RAW, (_all, kind: string) => lose(`шорткод [vc_raw_${kind}]`))
    .replace(ESCAPED, `${SHOWN[0]}$1${SHOWN[1]}`)
    .replace(CAPTION, (_all, given: string, inner: string) => captioned(inner, attribute(given, 'caption')))
    .replace(VIDEO, (_all, address: string) => paragraph(address))
    .replace(EMBED, (_all, address: string) => paragraph(address))
    .replace(/\[gallery\b([^[\]]*)\]/gi, (_all, given: string) => gallery(given, own, losses))
    .replace(PLAYER, (all, kind: string, given: string) => player(kind.toLowerCase(), given) ?? all);
  const closed = new Set([...known.matchAll(SHORTCODE)].flatMap(([, slash, name = '']) => (slash ? name : [])));
  const shown = known.replace(SHORTCODE, (all, slash: string, name: string, given: string) => {
    // «[sic]» of an author is no shortcode.
    if (!slash && !given.includes('=') && !closed.has(name) && !/[_-]/.test(name)) return all;
    return slash ? '' : lose(`шорткод [${name}]`);
  });
  return shown.replaceAll(SHOWN[0], '[').replaceAll(SHOWN[1], ']');
}

function captioned(inner: string, given = ''): string {
  const [, image = '', caption = ''] = /^([\s\S]*?<img[^<>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? [];
  const words = caption.trim() || given; // Both are HTML
  return image ? `\n\n<figure>${image.trim()}<figcaption>${words}</figcaption></figure>\n\n` : inner;
}

/** The attachments that are named, else those of the text. */
function chosen(given: string, { id, attachments }: Own, losses: string[]): Attachment[] {
  const named = (attribute(given, 'ids') ?? attribute(given, 'include') ?? '').split(',').map((each) => each.trim());
  const ids = named.filter(Boolean);
  const found = ids.flatMap((each) => attachments.get(each) ?? []);
  for (const _ of ids.slice(found.length)) losses.push('картинка галереи');
  return ids.length > 0 ? found : [...attachments.values()].filter(({ parent }) => parent === id);
}

function gallery(given: string, own: Own, losses: string[]): string {
  const known = losses.length;
  const found = chosen(given, own, losses).filter(({ url }) => /\.(?:jpe?g|png|gif|webp)$/i.test(url));
  // Losses of single pictures replace the loss of their gallery.
  if (found.length === 0 && losses.length === known) losses.push('галерея, картинок которой нет в выгрузке');
  return found.length > 0 ? `\n\n<figure class="gallery">${found.map(figure).join('')}</figure>\n\n` : '';
}

export function figure({ url, alt, caption }: Omit<Attachment, 'parent'>): string {
  const words = caption ? `<figcaption>${escapeText(caption)}</figcaption>` : '';
  return `<figure><img src="${escapeAttribute(url)}"${alt && ` alt="${escapeAttribute(alt)}"`}>${words}</figure>`;
}

const SOURCES = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'mp4', 'webm', 'm4v', 'ogv'];

function player(kind: string, given: string): string | undefined {
  const alone = /^\s*"?(https?:\/\/[^\s"]+)/.exec(given)?.[1];
  const address = SOURCES.map((name) => attribute(given, name)).find(Boolean) ?? alone;
  if (!address || kind === 'video') return address && paragraph(address);
  return `\n\n<audio src="${escapeAttribute(address)}"></audio>\n\n`;
}

/** What an attribute of a shortcode says, with or without quotes. */
export function attribute(given: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(given);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function paragraph(address: string): string {
  const shown = escapeAttribute(address);
  return `\n\n<p><a href="${shown}">${shown}</a></p>\n\n`;
}
