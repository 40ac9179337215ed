import { mergeAttributes, Node } from '@tiptap/core';

export type FigureSize = 'wide' | 'full';

const SIZES: readonly FigureSize[] = ['wide', 'full'];

/** Caption and credit are always there: an empty one is not written. */
export const Figure = Node.create({
  name: 'figure',
  group: 'standalone',
  content: 'figureCaption figureCredit',
  isolating: true,
  draggable: true,
  addAttributes() {
    return {
      src: { default: null, parseHTML: ofImage('src'), rendered: false },
      alt: { default: null, parseHTML: ofImage('alt'), rendered: false },
      width: { default: null, parseHTML: ofImage('width'), rendered: false },
      height: { default: null, parseHTML: ofImage('height'), rendered: false },
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
  content: '(text | hardBreak)*',
  parseHTML: () => [{ tag: 'div.caption', context: 'figure/' }],
  renderHTML: () => ['div', { class: 'caption' }, 0],
});

export const FigureCredit = Node.create({
  name: 'figureCredit',
  content: 'text*',
  marks: '',
  parseHTML: () => [{ tag: 'cite', context: 'figure/' }],
  renderHTML: () => ['cite', 0],
});

/** Of one picture it is written as a figure. */
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
  content: '(text | hardBreak)*',
  parseHTML: () => [{ tag: 'figcaption', context: 'gallery/' }],
  renderHTML: () => ['figcaption', { class: 'caption' }, 0],
});

function ofImage(name: string) {
  return (figure: HTMLElement) => figure.querySelector('img')?.getAttribute(name) ?? null;
}

/** Caption and credit side by side, as the nodes are. */
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
