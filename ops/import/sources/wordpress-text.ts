import { assertSize } from '../../../model/body/markup.ts';
import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';

export interface Attachment {
  url: string;
  alt: string;
  caption: string;
  parent: string; // Id of the text that it was uploaded to
}

interface Own {
  id: string;
  attachments: ReadonlyMap<string, Attachment>; // By id
  footnotes: string | undefined; // JSON of their post meta
}

/** Text of WordPress as HTML: blocks, known shortcodes, paragraphs, footnotes. BodyTooComplex. */
export function wordpressHtml(text: string, own: Own, losses: string[]): string {
  assertSize(text);
  const isBlocks = /<!--\s*wp:/.test(text);
  const kept = text.replace(/\r\n?/g, '\n').replace(/<!--\s*\/?wp:(?:[^-]|-(?!-))*-->/g, (comment) => {
    const [, name = ''] = /^<!--\s*wp:([\w/-]+)/.exec(comment) ?? [];
    if (DYNAMIC.test(name)) losses.push(`блок WordPress «${name}»`);
    return '';
  });
  const plain = kept.replace(/<!--(?:more|nextpage|noteaser)[^>]*-->/g, isBlocks ? '' : '\n\n');
  const shown = withShortcodes(plain, own, losses);
  return (isBlocks ? shown : withParagraphs(shown)) + footnoteList(own.footnotes);
}

/** Blocks that WordPress fills when it shows a page: nothing of them stands in the text. */
const DYNAMIC =
  /^(?:latest-posts|latest-comments|categories|archives|calendar|tag-cloud|rss|search|query|navigation|loginout|page-list|post-[\w-]+|site-[\w-]+|template-part|block|pattern|widget[\w-]*|legacy-widget|social-links|(?!core-embed\/)[\w-]+\/[\w-]+)$/;

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

/** Turns shortcodes of pictures, sound and video into blocks; lists the others and keeps their contents. */
function withShortcodes(text: string, own: Own, losses: string[]): string {
  const known = text
    .replace(SWITCHED_OFF, () => {
      losses.push('часть текста, выключенная на прежнем сайте');
      return '';
    })
    .replace(/\[vc_raw_(html|js)\b[^[\]]*\][\w+/=\s]*\[\/vc_raw_\1\]/gi, (_all, kind: string) => {
      losses.push(`шорткод [vc_raw_${kind}]`);
      return '';
    })
    .replace(ESCAPED, `${SHOWN[0]}$1${SHOWN[1]}`)
    .replace(CAPTION, (_all, given: string, inner: string) => captioned(inner, attribute(given, 'caption')))
    .replace(VIDEO, (_all, address: string) => paragraph(address))
    .replace(/\[embed\b[^[\]]*\]\s*([^\s[\]]+)\s*\[\/embed\]/gi, (_all, address: string) => paragraph(address))
    .replace(/\[gallery\b([^[\]]*)\]/gi, (_all, given: string) => gallery(given, own, losses))
    .replace(
      /\[(audio|video)\b([^[\]]*)\](?:[^[]*\[\/\1\])?/gi,
      (all, kind: string, given: string) => player(kind.toLowerCase(), given) ?? all,
    );
  const closed = new Set([...known.matchAll(SHORTCODE)].flatMap(([, slash, name = '']) => (slash ? name : [])));
  const shown = known.replace(SHORTCODE, (all, slash: string, name: string, given: string) => {
    // «[sic]» of an author is no shortcode.
    if (!slash && !given.includes('=') && !closed.has(name) && !/[_-]/.test(name)) return all;
    if (!slash) losses.push(`шорткод [${name}]`);
    return '';
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

function player(kind: string, given: string): string | undefined {
  const names = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'mp4', 'webm', 'm4v', 'ogv'];
  const alone = /^\s*"?(https?:\/\/[^\s"]+)/.exec(given)?.[1];
  const address = names.map((name) => attribute(given, name)).find(Boolean) ?? alone;
  if (!address) return undefined;
  const source = escapeAttribute(address);
  return kind === 'audio' ? `\n\n<audio src="${source}"></audio>\n\n` : paragraph(address);
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

const BLOCKS =
  'address|article|aside|audio|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|object|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|dd|dt|figcaption|caption|video';
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS})\\b[^<>]*>`, 'gi');
const ONE_TAG = new RegExp(`^<(/?)(${BLOCKS})\\b[^<>]*>$`, 'i');
const ALONE = /^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/gm; // WordPress shows what such an address leads to
const LEAF = /^(?:address|h[1-6]|li|p|td|th|dd|dt|figcaption|caption|summary)$/i; // Their text is no paragraph

/** Classic text: an empty line makes a paragraph, any other line end a break. What stands in `pre` stays as it is. */
function withParagraphs(text: string): string {
  return text
    .split(/(<(?:pre|script|style)\b(?:(?!<(?:pre|script|style)\b)[\s\S])*?<\/(?:pre|script|style)>)/i)
    .map((part, at) => (at % 2 === 1 ? part : paragraphsOf(part)))
    .join('');
}

function paragraphsOf(text: string): string {
  const pieces = text
    .replace(ALONE, '\n\n$1\n\n')
    .replace(BLOCK_TAG, '\n\n$&\n\n')
    .split(/\n\s*\n/);
  let leaves = 0;
  let isText = false;
  const shown = pieces.flatMap((piece) => {
    const trimmed = piece.trim();
    if (trimmed === '') return [];
    const [, slash, name = ''] = ONE_TAG.exec(trimmed) ?? [];
    if (slash !== undefined) {
      if (LEAF.test(name)) leaves = Math.max(0, leaves + (slash ? -1 : 1));
      isText = false;
      return trimmed;
    }
    const lines = trimmed.replace(/\n/g, '<br>');
    if (leaves === 0) return `<p>${lines}</p>`;
    const line = isText ? `<br><br>${lines}` : lines;
    isText = true;
    return line;
  });
  return shown.join('');
}

/** The marks in the text stay as small numbers. */
function footnoteList(json: string | undefined): string {
  if (!json) return '';
  try {
    const notes = JSON.parse(json) as { content?: unknown }[];
    const items = notes.map(({ content }) => `<li>${typeof content === 'string' ? content : ''}</li>`);
    return items.length > 0 ? `<h3>Примечания</h3><ol>${items.join('')}</ol>` : '';
  } catch {
    return '';
  }
}
