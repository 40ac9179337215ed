import { DomUtils, parseDocument } from 'htmlparser2';
import { embedAttributes } from '../../model/body/blocks/embed.ts';
import { readMarkup } from '../../model/body/markup.ts';
import { BUTTON_CLASS } from '../../model/body/vocabulary.ts';
import { embedAt, pageOf } from '../../model/embeds/embeds.ts';
import { escapeAttribute, escapeText } from '../../model/text/markup.ts';
import { isAudio, typeOf } from '../../model/uploads/types.ts';
import { decoded, NOWHERE } from './items.ts';
import { type Element, find, holds, isBlank, mediaIn, type Node, resolve, sourceOf, wordsIn } from './markup.ts';

interface Surroundings {
  base: string | undefined; // Address of the text, which relative ones are resolved against
  findPath: (address: URL) => string | undefined; // New address of a text that is imported, too
  /** Address in the library of a picture or file of the other site; undefined when it cannot be had. */
  bring: (address: URL, kind: 'image' | 'file') => Promise<string | undefined>;
}

/** A foreign body with the mark-up of our blocks, and addresses of what stays where it is. Not sanitized. BodyTooComplex. */
export async function convertBody(html: string, around: Surroundings): Promise<{ html: string; left: string[] }> {
  readMarkup(html, { onopentag() {} });
  const { children } = parseDocument(html);
  for (const each of DomUtils.getElementsByTagName(() => true, children))
    if (NOTHING.test(each.attribs.class ?? '')) DomUtils.removeElement(each);
  const media = new Map<string, string | undefined>();
  for (const [address, kind] of mediaIn(children, around.base))
    media.set(address, await around.bring(new URL(address), kind));
  const left = [...media].flatMap(([address, url]) => (url === undefined ? address : []));
  return { html: new BodyWriter(around, media).all(children), left };
}

const GALLERIES = ['wp-block-gallery', 'blocks-gallery-grid', 'gallery', 'kg-gallery-card', 'tiled-gallery'];
/** Parts of players and cards that say nothing without their scripts. */
const NOTHING =
  /(?:^|\s)(?:kg-audio-(?:player|thumbnail)|kg-bookmark-(?:icon|thumbnail)|kg-file-card-icon|kg-video-overlay|kg-video-player-container|kg-toggle-card-icon|screen-reader-text|sharedaddy)(?:\s|$)/;

class BodyWriter {
  readonly #around: Surroundings;
  readonly #media: ReadonlyMap<string, string | undefined>;

  constructor(around: Surroundings, media: ReadonlyMap<string, string | undefined>) {
    this.#around = around;
    this.#media = media;
  }

  all(nodes: Node[]): string {
    return nodes.map((node) => this.#node(node)).join('');
  }

  #node(node: Node): string {
    if (node.type === 'text') return escapeText((node as { data: string }).data);
    return 'attribs' in node ? this.#element(node) : '';
  }

  #element(element: Element): string {
    const { name, attribs, children } = element;
    const classes = (attribs.class ?? '').split(/\s+/);
    const is = (...names: string[]) => names.some((each) => classes.includes(each));
    if (name === 'img') return this.#image(attribs);
    if (name === 'a') return this.#link(element);
    if (name === 'script') return this.#embed(`https://t.me/${attribs['data-telegram-post']}`) ?? '';
    if (name === 'iframe' || name === 'object')
      return this.#embed(attribs.src ?? attribs.data ?? find(element, 'embed')?.attribs.src) ?? this.#same(element);
    if (name === 'audio') return this.#audio(element);
    if (is('wp-block-table')) return this.#table(element);
    if (is(...GALLERIES)) return `<figure class="gallery">${this.#galleryOf(element)}</figure>`;
    if (is('wp-block-button', 'kg-button-card')) return this.#button(element);
    if (is('kg-bookmark-card')) return this.#bookmark(element);
    if (is('kg-toggle-card')) return this.#toggle(element);
    if (is('kg-audio-card', 'kg-file-card')) return this.#fileCard(element);
    if (is('kg-callout-card')) return `<blockquote>${this.all(children)}</blockquote>`;
    if (name === 'figure' && find(element, 'blockquote')) return this.all(children);
    const alone = /^(?:figure|p|div)$/.test(name) ? this.#aloneIn(element) : undefined;
    if (alone) return alone;
    if (name === 'blockquote') return this.#quote(element);
    return this.#same(element);
  }

  #same({ name, attribs, children }: Element): string {
    const { class: classes, ...others } = attribs;
    const align = /(?:^|\s)(?:has-text-align-|align)(center|right)(?:\s|$)/.exec(classes ?? '')?.[1];
    const size = name === 'figure' && /(?:^|[\s-])(wide|full)(?:\s|$)/.exec(classes ?? '')?.[1];
    const names = [classes, align && name !== 'figure' ? `ql-align-${align}` : '', size || '']
      .filter(Boolean)
      .join(' ');
    const all = Object.entries({ ...others, ...(names && { class: names }) });
    const attributes = all.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('');
    return VOID.has(name) ? `<${name}${attributes}>` : `<${name}${attributes}>${this.all(children)}</${name}>`;
  }

  /** Its first `cite` is the author. */
  #quote(element: Element): string {
    const cite = find(element, 'cite');
    if (!cite) return this.#same(element);
    DomUtils.removeElement(cite);
    return `<blockquote>${this.all(element.children)}<footer>${this.all(cite.children)}</footer></blockquote>`;
  }

  #image(attribs: Record<string, string>): string {
    const [address, given = ''] = [resolve(sourceOf(attribs), this.#around.base), attribs.src];
    if (!address) return /^\s*data:/i.test(given) ? `<img src="${escapeAttribute(given)}">` : '';
    const src = this.#media.get(address.href) ?? address.href;
    if (src.startsWith(NOWHERE)) return '';
    return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(attribs.alt ?? '')}">`;
  }

  #link({ attribs, children }: Element): string {
    const text = this.all(children);
    const address = resolve(attribs.href, this.#around.base);
    if (!address) return attribs.href?.startsWith('#') ? text : this.#open(attribs.href, text);
    const path = this.#around.findPath(address);
    const there = address.origin === NOWHERE ? `${NOWHERE}/` : address.href;
    return this.#open(path ? path + address.hash : (this.#media.get(address.href) ?? there), text);
  }

  #open(href: string | undefined, text: string): string {
    return href ? `<a href="${escapeAttribute(href)}">${text}</a>` : text;
  }

  /** A known page of another site; undefined for other addresses. */
  #embed(address: string | undefined): string | undefined {
    const embed = address ? embedAt(address.replace(/^\/\//, 'https://')) : undefined;
    if (!embed) return undefined;
    const page = escapeAttribute(pageOf(embed));
    return `<figure${embedAttributes(embed)}><a href="${page}">${page}</a></figure>`;
  }

  /** An address, a frame or a link to a file that is all that a paragraph or a figure holds. */
  #aloneIn(element: Element): string | undefined {
    const frame = element.name === 'p' && !DomUtils.textContent(element).trim() ? find(element, 'iframe') : undefined;
    if (frame) return this.#embed(frame.attribs.src);
    const caption = element.name === 'figure' ? find(element, 'figcaption') : undefined;
    const text = DomUtils.textContent(element.children.filter((child) => child !== caption)).trim();
    if (/^https?:\/\/\S+$/.test(text) && !find(element, 'img')) {
      // A frame of an unknown site becomes a link to it when it is saved, and a loss.
      const frame = element.name === 'figure' ? `<iframe src="${escapeAttribute(text)}"></iframe>` : undefined;
      const shown = this.#embed(text) ?? frame;
      return shown && caption ? `${shown}<p>${this.all(caption.children)}</p>` : shown;
    }
    const links = element.children.filter((child) => !isBlank(child));
    const [link] = links;
    if (!link || !('attribs' in link) || link.name !== 'a') return undefined;
    const isFile = /(?:^|\s)wp-block-file(?:\s|$)/.test(element.attribs.class ?? '');
    return links.length === 1 || isFile ? this.#file(link.attribs.href, DomUtils.textContent(link)) : undefined;
  }

  #audio(element: Element): string {
    return this.#file(element.attribs.src ?? find(element, 'source')?.attribs.src, '') ?? this.#same(element);
  }

  /** A figure of a stored file; undefined for what is none. */
  #file(address: string | undefined, title: string): string | undefined {
    const full = resolve(address, this.#around.base);
    const url = full && this.#media.get(full.href);
    const type = url ? typeOf(url) : undefined;
    if (!url || !type || type.mime.startsWith('image/')) return undefined;
    const name = title.trim() || decoded(full.pathname.slice(full.pathname.lastIndexOf('/') + 1));
    return `<figure class="${isAudio(type) ? 'audio' : 'file'}"><a href="${url}">${escapeText(name)}</a></figure>`;
  }

  /** Each picture with its caption, then the caption of all. */
  #galleryOf(element: Element): string {
    const pictures = DomUtils.getElementsByTagName('img', element.children) as Element[];
    const captions = DomUtils.getElementsByTagName('figcaption', element.children) as Element[];
    const own = captions.find(({ parent }) => !find(parent as Element, 'img') || parent === element);
    const shown = pictures.map((picture) => {
      const figure = captions.find(
        ({ parent }) => parent !== element && parent?.children.some((child) => holds(child, picture)),
      );
      const caption = figure && figure !== own ? `<figcaption>${this.all(figure.children)}</figcaption>` : '';
      return `<figure class="image">${this.#image(picture.attribs)}${caption}</figure>`;
    });
    return shown.join('') + (own ? `<figcaption>${this.all(own.children)}</figcaption>` : '');
  }

  #table(element: Element): string {
    const table = find(element, 'table');
    if (!table) return this.all(element.children);
    const caption = find(element, 'figcaption');
    const words = caption ? `<caption>${this.all(caption.children)}</caption>` : '';
    return `<table>${words}${this.all(table.children)}</table>`;
  }

  #button(element: Element): string {
    const link = find(element, 'a');
    return link ? `<p class="${BUTTON_CLASS}">${this.#link(link)}</p>` : this.all(element.children);
  }

  /** A card of another page: its title is the link. */
  #bookmark(element: Element): string {
    const href = find(element, 'a')?.attribs.href ?? '';
    const from = ['kg-bookmark-author', 'kg-bookmark-publisher'].map((part) => wordsIn(element, part)).filter(Boolean);
    const title = escapeText(wordsIn(element, 'kg-bookmark-title') || href);
    const shown = this.#embed(href) ?? `<p>${this.#open(href, title)}</p>`;
    const caption = this.all(find(element, 'figcaption')?.children ?? []);
    return shown + paragraph(wordsIn(element, 'kg-bookmark-description')) + paragraph(from.join(' · ')) + caption;
  }

  #fileCard(element: Element): string {
    const address = find(element, 'audio')?.attribs.src ?? find(element, 'a')?.attribs.href;
    const title = wordsIn(element, 'kg-audio-title') || wordsIn(element, 'kg-file-card-title');
    const shown = this.#file(address, title) ?? `<p>${this.#open(address, escapeText(title))}</p>`;
    return shown + paragraph(wordsIn(element, 'kg-file-card-caption'));
  }

  #toggle(element: Element): string {
    const content = DomUtils.getElementsByClassName('kg-toggle-content', element.children)[0] as Element | undefined;
    const title = escapeText(wordsIn(element, 'kg-toggle-heading-text'));
    return `<details><summary>${title}</summary>${content ? this.all(content.children) : ''}</details>`;
  }
}

function paragraph(text: string): string {
  return text && `<p>${escapeText(text)}</p>`;
}

const VOID = new Set(['br', 'hr', 'img', 'source', 'wbr']);
