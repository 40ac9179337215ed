import { mergeAttributes, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { attributesOf } from '../../../../../../../model/body/vocabulary.ts';
import { rename } from '../../paste/inert.ts';
import { type Inner, LINE, written } from '../block.ts';

const SIZES = ['wide', 'full'] as const;
export type FigureSize = (typeof SIZES)[number];

/** Caption and credit always exist in the editor; empty ones are not stored. */
export const Figure = Node.create({
  name: 'figure',
  group: 'standalone',
  content: 'figureCaption figureCredit',
  isolating: true,
  draggable: true,
  addAttributes() {
    return {
      ...Object.fromEntries(['src', 'alt', 'width', 'height'].map((name) => [name, ofImage(name)])),
      size: {
        default: null,
        parseHTML: ({ classList }) => SIZES.find((size) => classList.contains(size)) ?? null,
        renderHTML: ({ size }) => (size ? { class: size } : {}),
      },
    };
  },
  parseHTML: () => [{ tag: 'figure.image', contentElement: wordsOf }],
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, width, height } = node.attrs;
    const image = { src, alt: alt ?? '', ...(width && { width }), ...(height && { height }) };
    return [
      'figure',
      mergeAttributes({ class: 'image' }, HTMLAttributes),
      ['img', { ...image, draggable: 'false', contenteditable: 'false' }],
      ['figcaption', 0],
    ];
  },
});

export const FigureCaption = Node.create({
  name: 'figureCaption',
  content: LINE,
  parseHTML: () => [{ tag: 'div.caption', context: 'figure/' }],
  renderHTML: () => ['div', { class: 'caption', 'data-hint': 'Подпись' }, 0],
});

export const FigureCredit = Node.create({
  name: 'figureCredit',
  content: 'text*',
  marks: '',
  parseHTML: () => [{ tag: 'cite', context: 'figure/' }],
  renderHTML: () => ['cite', { 'data-hint': 'Автор' }, 0],
});

/** A gallery of one picture is stored as a figure. */
export const Gallery = Node.create({
  name: 'gallery',
  group: 'standalone',
  content: 'figure+ galleryCaption',
  isolating: true,
  draggable: true,
  addAttributes() {
    return {
      downloadable: {
        default: false,
        parseHTML: ({ classList }) => classList.contains('downloadable'),
        renderHTML: ({ downloadable }) => (downloadable ? { class: 'downloadable' } : {}),
      },
    };
  },
  parseHTML: () => [{ tag: 'figure.gallery' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes({ class: 'gallery' }, HTMLAttributes), 0],
});

export const GalleryCaption = Node.create({
  name: 'galleryCaption',
  content: LINE,
  parseHTML: () => [{ tag: 'figcaption', context: 'gallery/' }],
  renderHTML: () => ['figcaption', { class: 'caption', 'data-hint': 'Подпись ко всей галерее' }, 0],
});

function ofImage(name: string) {
  const parseHTML = (figure: HTMLElement) => figure.querySelector('img')?.getAttribute(name) ?? null;
  return { default: null, parseHTML, rendered: false };
}

function wordsOf(dom: globalThis.Node): HTMLElement {
  const inert = dom.ownerDocument ?? document;
  const words = inert.createElement('div');
  const source = dom instanceof HTMLElement ? dom.querySelector(':scope > figcaption') : null;
  const caption = (source?.querySelector(':scope > .caption') ?? source)?.cloneNode(true);
  const credit = source?.querySelector(':scope > cite');
  const own = inert.createElement('div');
  own.className = 'caption';
  own.append(...(caption?.childNodes ?? []));
  for (const cite of own.querySelectorAll('cite')) cite.remove();
  words.append(own, credit?.cloneNode(true) ?? inert.createElement('cite'));
  return words;
}

export function writeFigure(node: DocumentNode, { line }: Inner, size: FigureSize | null = node.attrs.size): string {
  const [caption, credit] = node.children.map(line);
  const { size: _, ...image } = node.attrs;
  const attributes = attributesOf('img', written(image));
  if (attributes === null) return [caption, credit].map((words) => (words ? `<p>${words}</p>` : '')).join('');
  const words = (caption ?? '') + (credit && `<cite>${credit}</cite>`);
  return `<figure class="image${size ? ` ${size}` : ''}"><img${attributes}>${words && `<figcaption>${words}</figcaption>`}</figure>`;
}

export function writeGallery(node: DocumentNode, inner: Inner): string {
  const figures = node.children.slice(0, -1);
  const words = node.lastChild ? inner.line(node.lastChild) : '';
  const [only] = figures;
  if (figures.length === 1 && only) return writeFigure(only, inner) + (words && `<p>${words}</p>`);
  const shown = figures.map((figure) => writeFigure(figure, inner, null)).join('');
  const classes = node.attrs.downloadable ? 'gallery downloadable' : 'gallery';
  return `<figure class="${classes}">${shown}${words && `<figcaption>${words}</figcaption>`}</figure>`;
}

const OTHERS = 'table, iframe, embed, video, audio, ul, ol, figure';
const OWN = /^https?:|^\/uploads\//i;

/** A figure with one picture keeps its caption; of what else is called so only the content stays. */
export function pasteFigures(body: HTMLElement): void {
  for (const figure of [...body.querySelectorAll<HTMLElement>('figure')].reverse()) {
    const [image, ...others] = figure.querySelectorAll('img');
    const link = image?.closest('a')?.getAttribute('href') ?? '';
    const isLinked = link !== '' && !/\.(?:jpe?g|png|webp|gif)(?:\?|$)/i.test(link);
    const isOwn = OWN.test(image?.getAttribute('src') ?? '');
    const stands = !figure.parentElement?.closest('li, blockquote, td, th, figure');
    if (!image || others.length > 0 || isLinked || !isOwn || !stands || figure.querySelector(OTHERS)) unwrap(figure);
    else tidy(figure, image);
  }
}

function unwrap(figure: HTMLElement): void {
  for (const caption of figure.querySelectorAll('figcaption')) rename(caption, 'div');
  rename(figure, 'div');
}

function tidy(figure: HTMLElement, image: HTMLImageElement): void {
  const caption = figure.querySelector('figcaption');
  const size = SIZES.find((name) => figure.classList.contains(name) || figure.classList.contains(`align${name}`));
  const tidied = figure.ownerDocument.createElement('figure');
  tidied.className = size ? `image ${size}` : 'image';
  figure.before(tidied);
  tidied.append(image, ...(caption ? [caption] : []));
  rename(figure, 'div');
}
