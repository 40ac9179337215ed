import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';

export interface Attachment {
  url: string;
  alt: string;
  caption: string;
  parent: string; // Id of the post it was uploaded to
}

export interface Own {
  id: string;
  attachments: ReadonlyMap<string, Attachment>; // By id
  footnotes: string | undefined; // JSON of their post meta
}

const SHORTCODE = /\[(\/?)([a-z][\w-]*)((?:\s(?:[^[\]"']|"[^"[\]]*"|'[^'[\]]*')*)?)\]/gi;

/** `[[gallery]]` is an escaped shortcode, displayed as «[gallery]»; replaced by placeholders meanwhile. */
const ESCAPED = /\[\[(\/?[a-z][\w-]*[^[\]]*)\]\]/gi;
const SHOWN = ['\ue000', '\ue001'] as const;

/** Disabled elements of page builders, invisible to visitors. */
const SWITCHED_OFF =
  /\[((?:vc|et_pb)_\w+)(?!\w)(?=[^[\]]*\b(?:disable_element|disabled)="(?:yes|on)")[^[\]]*\](?:(?!\[\/?\1\b)[\s\S])*\[\/\1\]/gi;

const CAPTION = /\[(?:wp_)?caption\b([^[\]]*)\]((?:(?!\[\/?(?:wp_)?caption)[\s\S])*)\[\/(?:wp_)?caption\]/gi;

/** Shortcodes that contain a video page's address, as on wordpress.com. */
const VIDEO =
  /\[(?:youtube|vimeo|rutube|vk|dailymotion|embedyt)[= ]\s*"?(https?:\/\/[^\s\]"]+)[^[\]]*\](?:\[\/\w+\])?/gi;

const RAW = /\[vc_raw_(html|js)\b[^[\]]*\][\w+/=\s]*\[\/vc_raw_\1\]/gi;
const EMBED = /\[embed\b[^[\]]*\]\s*([^\s[\]]+)\s*\[\/embed\]/gi;
const PLAYER = /\[(audio|video)\b([^[\]]*)\](?:[^[]*\[\/\1\])?/gi;

/** Converts shortcodes of pictures, sound and video to blocks; reports others as losses and keeps their contents. */
export function withShortcodes(text: string, own: Own, losses: string[]): string {
  const addLoss = (what: string) => {
    losses.push(what);
    return '';
  };
  const known = text
    .replace(SWITCHED_OFF, () => addLoss('часть текста, выключенная на прежнем сайте'))
    .replace(RAW, (_all, kind: string) => addLoss(`шорткод [vc_raw_${kind}]`))
    .replace(ESCAPED, `${SHOWN[0]}$1${SHOWN[1]}`)
    .replace(CAPTION, (_all, given: string, inner: string) => captioned(inner, attribute(given, 'caption')))
    .replace(VIDEO, (_all, address: string) => paragraph(address))
    .replace(EMBED, (_all, address: string) => paragraph(address))
    .replace(/\[gallery\b([^[\]]*)\]/gi, (_all, given: string) => gallery(given, own, losses))
    .replace(PLAYER, (all, kind: string, given: string) => player(kind.toLowerCase(), given) ?? all);
  const closed = new Set([...known.matchAll(SHORTCODE)].flatMap(([, slash, name = '']) => (slash ? name : [])));
  const shown = known
    .replace(/\[\/\w+\](?=\[[a-z])/gi, '$&\n\n')
    .replace(SHORTCODE, (all, slash: string, name: string, given: string) => {
      // Text such as «[sic]» is no shortcode.
      if (!slash && !given.includes('=') && !closed.has(name) && !/[_-]/.test(name)) return all;
      return slash ? '' : addLoss(`шорткод [${name}]`);
    });
  return shown.replaceAll(SHOWN[0], '[').replaceAll(SHOWN[1], ']');
}

function captioned(inner: string, given = ''): string {
  const [, image = '', caption = ''] = /^([\s\S]*?<img[^<>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? [];
  const words = caption.trim() || given; // Both are HTML
  return image ? `\n\n<figure>${image.trim()}<figcaption>${words}</figcaption></figure>\n\n` : inner;
}

/** The named attachments, else those uploaded to the post. */
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

const VIDEO_FILE = /\.(?:mp4|webm|m4v|mov|ogv|wmv|flv)(?:[?#]|$)/i;
const SOURCES = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'mp4', 'webm', 'm4v', 'ogv'];

function player(kind: string, given: string): string | undefined {
  const alone = /^\s*"?(https?:\/\/[^\s"]+)/.exec(given)?.[1];
  const address = SOURCES.map((name) => attribute(given, name)).find(Boolean) ?? alone;
  if (!address || (kind === 'video' && !VIDEO_FILE.test(address))) return address && paragraph(address);
  return `\n\n<${kind} src="${escapeAttribute(address)}"></${kind}>\n\n`;
}

/** Value of a shortcode's attribute, quoted or not. */
export function attribute(given: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(given);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function paragraph(address: string): string {
  const shown = escapeAttribute(address);
  return `\n\n<p><a href="${shown}">${shown}</a></p>\n\n`;
}
