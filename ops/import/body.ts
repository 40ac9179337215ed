import { DomUtils, parseDocument } from 'htmlparser2';
import { embedAttributes } from '../../model/body/blocks/embed.ts';
import { readMarkup } from '../../model/body/markup.ts';
import { BUTTON_CLASS } from '../../model/body/vocabulary.ts';
import { embedAt, pageOf } from '../../model/embeds/embeds.ts';
import { escapeAttribute, escapeText } from '../../model/text/markup.ts';
import { isAudio, typeOf } from '../../model/uploads/types.ts';
import { decoded, NO_ORIGIN } from './items.ts';
import { type Element, findMediaLinks, findTag, type Node, resolve, sourceOf, textOfClass } from './markup.ts';

export interface BodyContext {
  base: string | undefined; // Base URL of relative addresses
  findPath: (address: URL) => string | undefined; // Path here of another imported text
  /** Imports a picture or file of the other site; returns its address here, undefined on failure. */
  fetchMedia: (address: URL, kind: 'image' | 'file') => Promise<string | undefined>;
  addLoss: (what: string) => void;
}

interface ConversionContext extends BodyContext {
  media: ReadonlyMap<string, string | undefined>; // Results of `fetchMedia` by address
}

/** Converts the HTML of another site to the markup of our blocks. Not sanitized. BodyTooComplex. */
export async function convertBody(html: string, context: BodyContext): Promise<string> {
  readMarkup(html, { onopentag() {} });
  const { children } = parseDocument(html);
  for (const each of DomUtils.getElementsByTagName(() => true, children))
    if (SCRIPT_PARTS.test(each.attribs.class ?? '')) DomUtils.removeElement(each);
  const media = new Map<string, string | undefined>();
  for (const [address, kind] of findMediaLinks(children, context.base))
    media.set(address, await context.fetchMedia(new URL(address), kind));
  return convertNodes({ ...context, media }, children);
}

const GALLERIES = ['wp-block-gallery', 'blocks-gallery-grid', 'gallery', 'kg-gallery-card', 'tiled-gallery'];
/** Parts of players and cards that are useless without their scripts. */
const SCRIPT_PARTS =
  /(?:^|\s)(?:kg-audio-(?:player|thumbnail)|kg-bookmark-(?:icon|thumbnail)|kg-file-card-icon|kg-video-overlay|kg-video-player-container|kg-toggle-card-icon|screen-reader-text|sharedaddy)(?:\s|$)/;

function convertNodes(context: ConversionContext, nodes: Node[]): string {
  const written = nodes.map((node) => {
    if (node.type === 'text') return escapeText((node as { data: string }).data);
    return 'attribs' in node ? convertElement(context, node) : '';
  });
  return written.join('');
}

function convertElement(context: ConversionContext, element: Element): string {
  const { name, attribs, children } = element;
  const classes = (attribs.class ?? '').split(/\s+/);
  const is = (...names: string[]) => names.some((each) => classes.includes(each));
  if (name === 'img') return image(context, attribs);
  if (name === 'a') return link(context, element);
  if (name === 'script') {
    const post = embed(`https://t.me/${attribs['data-telegram-post']}`);
    if (!post && !attribs.type?.includes('json')) context.addLoss('скрипт');
    return post ?? '';
  }
  if (name === 'iframe' || name === 'object')
    return (
      embed(attribs.src ?? attribs.data ?? findTag(element, 'embed')?.attribs.src) ?? copyElement(context, element)
    );
  if (name === 'audio')
    return file(context, attribs.src ?? findTag(element, 'source')?.attribs.src, '') ?? copyElement(context, element);
  if (is('wp-block-table')) return table(context, element);
  if (is(...GALLERIES)) return `<figure class="gallery">${galleryOf(context, element)}</figure>`;
  if (is('wp-block-button', 'kg-button-card')) return button(context, element);
  if (is('kg-bookmark-card')) return bookmark(context, element);
  if (is('kg-toggle-card')) return toggle(context, element);
  if (is('kg-audio-card', 'kg-file-card')) return fileCard(context, element);
  if (is('kg-callout-card')) return `<blockquote>${convertNodes(context, children)}</blockquote>`;
  if (name === 'figure' && findTag(element, 'blockquote')) return convertNodes(context, children);
  const alone = /^(?:figure|p|div)$/.test(name) ? convertOnlyChild(context, element) : undefined;
  if (alone) return alone;
  if (name === 'blockquote') return quote(context, element);
  return copyElement(context, element);
}

function copyElement(context: ConversionContext, { name, attribs, children }: Element): string {
  const { class: classes, ...others } = attribs;
  const align = /(?:^|\s)(?:has-text-align-|align)(center|right)(?:\s|$)/.exec(classes ?? '')?.[1];
  const size = name === 'figure' && /(?:^|[\s-])(wide|full)(?:\s|$)/.exec(classes ?? '')?.[1];
  const names = [classes, align && name !== 'figure' ? `ql-align-${align}` : '', size || ''].filter(Boolean).join(' ');
  const given = Object.entries({ ...others, ...(names && { class: names }) });
  const attributes = given
    .filter(([, value]) => !value.startsWith(NO_ORIGIN))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('');
  return VOID.has(name)
    ? `<${name}${attributes}>`
    : `<${name}${attributes}>${convertNodes(context, children)}</${name}>`;
}

/** The first `cite` becomes the author. */
function quote(context: ConversionContext, element: Element): string {
  const cite = findTag(element, 'cite');
  if (!cite) return copyElement(context, element);
  DomUtils.removeElement(cite);
  return `<blockquote>${convertNodes(context, element.children)}<footer>${convertNodes(context, cite.children)}</footer></blockquote>`;
}

function image(context: ConversionContext, attribs: Record<string, string>): string {
  const [address, given = ''] = [resolve(sourceOf(attribs), context.base), attribs.src];
  if (!address) return /^\s*data:/i.test(given) ? `<img src="${escapeAttribute(given)}">` : '';
  const src = context.media.get(address.href) ?? address.href;
  if (src.startsWith(NO_ORIGIN)) return '';
  return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(attribs.alt ?? '')}">`;
}

function link(context: ConversionContext, { attribs, children }: Element): string {
  const text = convertNodes(context, children);
  const address = resolve(attribs.href, context.base);
  if (!address) return attribs.href?.startsWith('#') ? text : anchor(attribs.href, text);
  const path = context.findPath(address);
  const known = path ? path + address.hash : context.media.get(address.href);
  if (known || address.origin !== NO_ORIGIN) return anchor(known ?? address.href, text);
  context.addLoss('ссылка на то, чего в выгрузке нет: остались её слова');
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

/** A paragraph or figure that contains only an address, a frame or a link to a file: an embed or a file. */
function convertOnlyChild(context: ConversionContext, element: Element): string | undefined {
  const frame = element.name === 'p' && !DomUtils.textContent(element).trim() ? findTag(element, 'iframe') : undefined;
  if (frame) return embed(frame.attribs.src);
  const caption = element.name === 'figure' ? findTag(element, 'figcaption') : undefined;
  const text = DomUtils.textContent(element.children.filter((child) => child !== caption)).trim();
  if (/^https?:\/\/\S+$/.test(text) && !findTag(element, 'img')) {
    // Saving turns a frame of an unknown site into a link and reports a loss.
    const frame = element.name === 'figure' ? `<iframe src="${escapeAttribute(text)}"></iframe>` : undefined;
    const shown = embed(text) ?? frame;
    return shown && caption ? `${shown}<p>${convertNodes(context, caption.children)}</p>` : shown;
  }
  const isFull = (child: Node) => child.type === 'tag' || (child.type === 'text' && DomUtils.textContent(child).trim());
  const links = element.children.filter(isFull);
  const [link] = links;
  if (!link || !('attribs' in link) || link.name !== 'a') return undefined;
  const isFile = /(?:^|\s)wp-block-file(?:\s|$)/.test(element.attribs.class ?? '');
  return links.length === 1 || isFile ? file(context, link.attribs.href, DomUtils.textContent(link)) : undefined;
}

/** Figure of an imported file; undefined for anything else. */
function file(context: ConversionContext, address: string | undefined, title: string): string | undefined {
  const full = resolve(address, context.base);
  const url = full && context.media.get(full.href);
  const type = url ? typeOf(url) : undefined;
  if (!url || !type || type.mime.startsWith('image/')) return undefined;
  const name = title.trim() || decoded(full.pathname.slice(full.pathname.lastIndexOf('/') + 1));
  return `<figure class="${isAudio(type) ? 'audio' : 'file'}"><a href="${url}">${escapeText(name)}</a></figure>`;
}

/** Each picture with its caption, then the caption of the gallery. */
function galleryOf(context: ConversionContext, element: Element): string {
  const picturesIn = ({ children }: Element) => DomUtils.getElementsByTagName('img', children) as Element[];
  const captions = DomUtils.getElementsByTagName('figcaption', element.children) as Element[];
  const own = captions.find(({ parent }) => !findTag(parent as Element, 'img') || parent === element);
  const shown = picturesIn(element).map((picture) => {
    const figure = captions.find(({ parent }) => parent !== element && picturesIn(parent as Element).includes(picture));
    const caption =
      figure && figure !== own ? `<figcaption>${convertNodes(context, figure.children)}</figcaption>` : '';
    return `<figure class="image">${image(context, picture.attribs)}${caption}</figure>`;
  });
  return shown.join('') + (own ? `<figcaption>${convertNodes(context, own.children)}</figcaption>` : '');
}

function table(context: ConversionContext, element: Element): string {
  const table = findTag(element, 'table');
  if (!table) return convertNodes(context, element.children);
  const caption = findTag(element, 'figcaption');
  const words = caption ? `<caption>${convertNodes(context, caption.children)}</caption>` : '';
  return `<table>${words}${convertNodes(context, table.children)}</table>`;
}

function button(context: ConversionContext, element: Element): string {
  const found = findTag(element, 'a');
  return found ? `<p class="${BUTTON_CLASS}">${link(context, found)}</p>` : convertNodes(context, element.children);
}

/** A link preview: the title becomes the link. */
function bookmark(context: ConversionContext, element: Element): string {
  const href = findTag(element, 'a')?.attribs.href ?? '';
  const from = ['kg-bookmark-author', 'kg-bookmark-publisher']
    .map((part) => textOfClass(element, part))
    .filter(Boolean);
  const title = escapeText(textOfClass(element, 'kg-bookmark-title') || href);
  const shown = embed(href) ?? `<p>${anchor(href, title)}</p>`;
  const caption = convertNodes(context, findTag(element, 'figcaption')?.children ?? []);
  return shown + paragraph(textOfClass(element, 'kg-bookmark-description')) + paragraph(from.join(' · ')) + caption;
}

function fileCard(context: ConversionContext, element: Element): string {
  const address = findTag(element, 'audio')?.attribs.src ?? findTag(element, 'a')?.attribs.href;
  const title = textOfClass(element, 'kg-audio-title') || textOfClass(element, 'kg-file-card-title');
  const shown = file(context, address, title) ?? `<p>${anchor(address, escapeText(title))}</p>`;
  return shown + paragraph(textOfClass(element, 'kg-file-card-caption'));
}

function toggle(context: ConversionContext, element: Element): string {
  const content = DomUtils.getElementsByClassName('kg-toggle-content', element.children)[0] as Element | undefined;
  const title = escapeText(textOfClass(element, 'kg-toggle-heading-text'));
  return `<details><summary>${title}</summary>${content ? convertNodes(context, content.children) : ''}</details>`;
}

function paragraph(text: string): string {
  return text && `<p>${escapeText(text)}</p>`;
}

const VOID = new Set(['br', 'hr', 'img', 'source', 'wbr']);
