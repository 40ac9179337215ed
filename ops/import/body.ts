import { DomUtils, parseDocument } from 'htmlparser2';
import { embedAttributes } from '../../model/body/blocks/embed.ts';
import { readMarkup } from '../../model/body/markup.ts';
import { BUTTON_CLASS } from '../../model/body/vocabulary.ts';
import { embedAt, pageOf } from '../../model/embeds/embeds.ts';
import { escapeAttribute, escapeText } from '../../model/text/markup.ts';
import { isAudio, typeOf } from '../../model/uploads/types.ts';
import { decoded, NOWHERE } from './items.ts';
import { type Element, find, mediaIn, type Node, resolve, sourceOf, wordsIn } from './markup.ts';

export interface Surroundings {
  base: string | undefined; // Address of the text, which relative ones are resolved against
  findPath: (address: URL) => string | undefined; // New address of a text that is imported, too
  /** Address in the library of a picture or file of the other site; undefined when it cannot be had. */
  bring: (address: URL, kind: 'image' | 'file') => Promise<string | undefined>;
  lose: (what: string) => void;
}

interface Writing extends Surroundings {
  media: ReadonlyMap<string, string | undefined>; // What `bring` gave, by address
}

/** A foreign body with the mark-up of our blocks. Not sanitized. BodyTooComplex. */
export async function convertBody(html: string, around: Surroundings): Promise<string> {
  readMarkup(html, { onopentag() {} });
  const { children } = parseDocument(html);
  for (const each of DomUtils.getElementsByTagName(() => true, children))
    if (NOTHING.test(each.attribs.class ?? '')) DomUtils.removeElement(each);
  const media = new Map<string, string | undefined>();
  for (const [address, kind] of mediaIn(children, around.base))
    media.set(address, await around.bring(new URL(address), kind));
  return inside({ ...around, media }, children);
}

const GALLERIES = ['wp-block-gallery', 'blocks-gallery-grid', 'gallery', 'kg-gallery-card', 'tiled-gallery'];
/** Parts of players and cards that say nothing without their scripts. */
const NOTHING =
  /(?:^|\s)(?:kg-audio-(?:player|thumbnail)|kg-bookmark-(?:icon|thumbnail)|kg-file-card-icon|kg-video-overlay|kg-video-player-container|kg-toggle-card-icon|screen-reader-text|sharedaddy)(?:\s|$)/;

function inside(around: Writing, nodes: Node[]): string {
  const written = nodes.map((node) => {
    if (node.type === 'text') return escapeText((node as { data: string }).data);
    return 'attribs' in node ? converted(around, node) : '';
  });
  return written.join('');
}

function converted(around: Writing, element: Element): string {
  const { name, attribs, children } = element;
  const classes = (attribs.class ?? '').split(/\s+/);
  const is = (...names: string[]) => names.some((each) => classes.includes(each));
  if (name === 'img') return image(around, attribs);
  if (name === 'a') return link(around, element);
  if (name === 'script') return embed(`https://t.me/${attribs['data-telegram-post']}`) ?? '';
  if (name === 'iframe' || name === 'object')
    return embed(attribs.src ?? attribs.data ?? find(element, 'embed')?.attribs.src) ?? same(around, element);
  if (name === 'audio')
    return file(around, attribs.src ?? find(element, 'source')?.attribs.src, '') ?? same(around, element);
  if (is('wp-block-table')) return table(around, element);
  if (is(...GALLERIES)) return `<figure class="gallery">${galleryOf(around, element)}</figure>`;
  if (is('wp-block-button', 'kg-button-card')) return button(around, element);
  if (is('kg-bookmark-card')) return bookmark(around, element);
  if (is('kg-toggle-card')) return toggle(around, element);
  if (is('kg-audio-card', 'kg-file-card')) return fileCard(around, element);
  if (is('kg-callout-card')) return `<blockquote>${inside(around, children)}</blockquote>`;
  if (name === 'figure' && find(element, 'blockquote')) return inside(around, children);
  const alone = /^(?:figure|p|div)$/.test(name) ? aloneIn(around, element) : undefined;
  if (alone) return alone;
  if (name === 'blockquote') return quote(around, element);
  return same(around, element);
}

function same(around: Writing, { name, attribs, children }: Element): string {
  const { class: classes, ...others } = attribs;
  const align = /(?:^|\s)(?:has-text-align-|align)(center|right)(?:\s|$)/.exec(classes ?? '')?.[1];
  const size = name === 'figure' && /(?:^|[\s-])(wide|full)(?:\s|$)/.exec(classes ?? '')?.[1];
  const names = [classes, align && name !== 'figure' ? `ql-align-${align}` : '', size || ''].filter(Boolean).join(' ');
  const given = Object.entries({ ...others, ...(names && { class: names }) });
  const attributes = given
    .filter(([, value]) => !value.startsWith(NOWHERE))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('');
  return VOID.has(name) ? `<${name}${attributes}>` : `<${name}${attributes}>${inside(around, children)}</${name}>`;
}

/** Its first `cite` is the author. */
function quote(around: Writing, element: Element): string {
  const cite = find(element, 'cite');
  if (!cite) return same(around, element);
  DomUtils.removeElement(cite);
  return `<blockquote>${inside(around, element.children)}<footer>${inside(around, cite.children)}</footer></blockquote>`;
}

function image(around: Writing, attribs: Record<string, string>): string {
  const [address, given = ''] = [resolve(sourceOf(attribs), around.base), attribs.src];
  if (!address) return /^\s*data:/i.test(given) ? `<img src="${escapeAttribute(given)}">` : '';
  const src = around.media.get(address.href) ?? address.href;
  if (src.startsWith(NOWHERE)) return '';
  return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(attribs.alt ?? '')}">`;
}

function link(around: Writing, { attribs, children }: Element): string {
  const text = inside(around, children);
  const address = resolve(attribs.href, around.base);
  if (!address) return attribs.href?.startsWith('#') ? text : anchor(attribs.href, text);
  const path = around.findPath(address);
  const known = path ? path + address.hash : around.media.get(address.href);
  if (known || address.origin !== NOWHERE) return anchor(known ?? address.href, text);
  around.lose('ссылка на то, чего в выгрузке нет: остались её слова');
  return text;
}

function anchor(href: string | undefined, text: string): string {
  return href ? `<a href="${escapeAttribute(href)}">${text}</a>` : text;
}

function embed(address: string | undefined): string | undefined {
  const embed = address ? embedAt(address.replace(/^\/\//, 'https://')) : undefined;
  if (!embed) return undefined;
  const page = escapeAttribute(pageOf(embed));
  return `<figure${embedAttributes(embed)}><a href="${page}">${page}</a></figure>`;
}

/** An address, a frame or a link to a file that is all that a paragraph or a figure holds. */
function aloneIn(around: Writing, element: Element): string | undefined {
  const frame = element.name === 'p' && !DomUtils.textContent(element).trim() ? find(element, 'iframe') : undefined;
  if (frame) return embed(frame.attribs.src);
  const caption = element.name === 'figure' ? find(element, 'figcaption') : undefined;
  const text = DomUtils.textContent(element.children.filter((child) => child !== caption)).trim();
  if (/^https?:\/\/\S+$/.test(text) && !find(element, 'img')) {
    // A frame of an unknown site becomes a link to it when it is saved, and a loss.
    const frame = element.name === 'figure' ? `<iframe src="${escapeAttribute(text)}"></iframe>` : undefined;
    const shown = embed(text) ?? frame;
    return shown && caption ? `${shown}<p>${inside(around, caption.children)}</p>` : shown;
  }
  const isFull = (child: Node) => child.type === 'tag' || (child.type === 'text' && DomUtils.textContent(child).trim());
  const links = element.children.filter(isFull);
  const [link] = links;
  if (!link || !('attribs' in link) || link.name !== 'a') return undefined;
  const isFile = /(?:^|\s)wp-block-file(?:\s|$)/.test(element.attribs.class ?? '');
  return links.length === 1 || isFile ? file(around, link.attribs.href, DomUtils.textContent(link)) : undefined;
}

/** A figure of a stored file; undefined for what is none. */
function file(around: Writing, address: string | undefined, title: string): string | undefined {
  const full = resolve(address, around.base);
  const url = full && around.media.get(full.href);
  const type = url ? typeOf(url) : undefined;
  if (!url || !type || type.mime.startsWith('image/')) return undefined;
  const name = title.trim() || decoded(full.pathname.slice(full.pathname.lastIndexOf('/') + 1));
  return `<figure class="${isAudio(type) ? 'audio' : 'file'}"><a href="${url}">${escapeText(name)}</a></figure>`;
}

/** Each picture with its caption, then the caption of all. */
function galleryOf(around: Writing, element: Element): string {
  const picturesIn = ({ children }: Element) => DomUtils.getElementsByTagName('img', children) as Element[];
  const captions = DomUtils.getElementsByTagName('figcaption', element.children) as Element[];
  const own = captions.find(({ parent }) => !find(parent as Element, 'img') || parent === element);
  const shown = picturesIn(element).map((picture) => {
    const figure = captions.find(({ parent }) => parent !== element && picturesIn(parent as Element).includes(picture));
    const caption = figure && figure !== own ? `<figcaption>${inside(around, figure.children)}</figcaption>` : '';
    return `<figure class="image">${image(around, picture.attribs)}${caption}</figure>`;
  });
  return shown.join('') + (own ? `<figcaption>${inside(around, own.children)}</figcaption>` : '');
}

function table(around: Writing, element: Element): string {
  const table = find(element, 'table');
  if (!table) return inside(around, element.children);
  const caption = find(element, 'figcaption');
  const words = caption ? `<caption>${inside(around, caption.children)}</caption>` : '';
  return `<table>${words}${inside(around, table.children)}</table>`;
}

function button(around: Writing, element: Element): string {
  const found = find(element, 'a');
  return found ? `<p class="${BUTTON_CLASS}">${link(around, found)}</p>` : inside(around, element.children);
}

/** A card of another page: its title is the link. */
function bookmark(around: Writing, element: Element): string {
  const href = find(element, 'a')?.attribs.href ?? '';
  const from = ['kg-bookmark-author', 'kg-bookmark-publisher'].map((part) => wordsIn(element, part)).filter(Boolean);
  const title = escapeText(wordsIn(element, 'kg-bookmark-title') || href);
  const shown = embed(href) ?? `<p>${anchor(href, title)}</p>`;
  const caption = inside(around, find(element, 'figcaption')?.children ?? []);
  return shown + paragraph(wordsIn(element, 'kg-bookmark-description')) + paragraph(from.join(' · ')) + caption;
}

function fileCard(around: Writing, element: Element): string {
  const address = find(element, 'audio')?.attribs.src ?? find(element, 'a')?.attribs.href;
  const title = wordsIn(element, 'kg-audio-title') || wordsIn(element, 'kg-file-card-title');
  const shown = file(around, address, title) ?? `<p>${anchor(address, escapeText(title))}</p>`;
  return shown + paragraph(wordsIn(element, 'kg-file-card-caption'));
}

function toggle(around: Writing, element: Element): string {
  const content = DomUtils.getElementsByClassName('kg-toggle-content', element.children)[0] as Element | undefined;
  const title = escapeText(wordsIn(element, 'kg-toggle-heading-text'));
  return `<details><summary>${title}</summary>${content ? inside(around, content.children) : ''}</details>`;
}

function paragraph(text: string): string {
  return text && `<p>${escapeText(text)}</p>`;
}

const VOID = new Set(['br', 'hr', 'img', 'source', 'wbr']);
