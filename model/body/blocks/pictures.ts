import { attributesOf } from '../vocabulary.ts';
import { type Block, type Content, type Element, hasText, hasWords, isBlank, someElement } from './block.ts';
import type { BlockWriting } from './writing.ts';

const SIZES = ['wide', 'full'];

/** One picture with its caption and, last in it, its credit. */
export const image: Block = {
  name: 'image',
  root: 'figure',
  elements: { figure: { classes: ['image', ...SIZES] }, figcaption: {}, cite: {} },
  matches: (element) => pictureIn(element) !== undefined,
  write(element, writer) {
    const picture = pictureIn(element);
    const size = SIZES.find((name) => classesOf(element).includes(name) || classesOf(element).includes(`align${name}`));
    if (picture) writePicture(writer, picture, size);
    writer.after(picture?.others ?? []);
  },
};

interface Picture {
  attributes: string;
  caption: Content[];
  credit: Content[];
  others: Content[]; // Content beside picture and caption
}

/** Undefined if a figure has several pictures, a picture linked elsewhere, or other content. */
function pictureIn(element: Element): Picture | undefined {
  const images: Element[] = [];
  let isOther = false;
  const others: Content[] = [];
  let words: Content[] | undefined;
  const visit = (content: Content): void => {
    if (typeof content === 'string') {
      if (!isBlank(content)) others.push(content);
    } else if (content.name === 'img') images.push(content);
    else if (content.name === 'figcaption' && !words) words = content.children;
    else if (OTHERS.has(content.name) || (content.name === 'a' && !isToImage(content))) isOther = true;
    else if (someElement(content, isPart)) content.children.forEach(visit);
    else if (hasText(content)) others.push(content);
  };
  element.children.forEach(visit);
  const [only] = images;
  const attributes = only && images.length === 1 && !isOther ? attributesOf('img', only.attribs) : null;
  if (attributes === null) return undefined;
  return { attributes, ...wordsOf(words ?? []), others };
}

function writePicture(writer: BlockWriting, { attributes, caption, credit }: Picture, size?: string): void {
  writer.open('figure', ` class="image${size ? ` ${size}` : ''}"`);
  writer.single('img', attributes);
  if ([...caption, ...credit].some(hasWords)) {
    writer.open('figcaption');
    writer.inline(caption);
    if (credit.some(hasWords)) {
      writer.open('cite');
      writer.text(credit);
      writer.close();
    }
    writer.close();
  }
  writer.close();
}

function classesOf({ attribs }: Element): string[] {
  return (attribs.class ?? '').toLowerCase().split(/\s+/);
}

const OTHERS = new Set('table iframe embed object audio video svg canvas ul ol dl pre details form figure'.split(' '));
const isPart = ({ name }: Element) => name === 'img' || name === 'figcaption' || OTHERS.has(name);

/** Whether a link leads to the picture itself; dropped, as pages add such links anyway. */
function isToImage({ attribs, children }: Element): boolean {
  const isAround = children.some((child) => someElement(child, isPart));
  return !isAround || /\.(?:jpe?g|png|webp|gif)(?:[?#]|$)/i.test(attribs.href ?? '.png');
}

/** Splits caption and credit: a final `cite` is the credit. */
function wordsOf(words: Content[]): { caption: Content[]; credit: Content[] } {
  const last = words.findLastIndex((content) => !isBlank(content));
  const credit = words[last];
  if (typeof credit !== 'object' || credit.name !== 'cite') return { caption: words, credit: [] };
  return { caption: words.slice(0, last), credit: credit.children };
}

/** Several pictures, each with its caption; with one it becomes an image. */
export const gallery: Block = {
  name: 'gallery',
  root: 'figure',
  elements: { figure: { classes: ['gallery', 'downloadable'] }, figcaption: {} },
  matches: (element) => {
    const { pictures } = read(element);
    return pictures.length > 1 || (pictures.length === 1 && classesOf(element).includes('gallery'));
  },
  write(element, writer) {
    const { pictures, caption, others } = read(element);
    const [only] = pictures;
    const beside = [...pictures.flatMap((picture) => picture.others), ...others];
    if (only && pictures.length === 1) {
      writePicture(writer, only);
      return writer.after([...caption, ...beside]);
    }
    writer.open('figure', ` class="gallery${classesOf(element).includes('downloadable') ? ' downloadable' : ''}"`);
    for (const picture of pictures) writePicture(writer, picture);
    if (caption.some(hasWords)) {
      writer.open('figcaption');
      writer.inline(caption);
      writer.close();
    }
    writer.close();
    writer.after(beside);
  },
};

type Parts = Pick<Picture, 'caption' | 'others'> & { pictures: Picture[] };

/** Empty if there is content between the pictures that a gallery cannot contain. */
function read(element: Element): Parts {
  const parts: Parts = { pictures: [], caption: [], others: [] };
  return visitAll(element, parts) ? parts : { pictures: [], caption: [], others: [] };
}

function visitAll({ children }: Element, parts: Parts): boolean {
  return children.every((child) => {
    if (typeof child === 'string') {
      if (!isBlank(child)) parts.others.push(child);
      return true;
    }
    if (child.name === 'figcaption' && parts.caption.length === 0) parts.caption = child.children;
    else if (child.name === 'figure' || child.name === 'img') return addPicture(child, parts);
    else if (AROUND.has(child.name)) return visitAll(child, parts);
    else if (hasText(child)) return false;
    return true;
  });
}

const AROUND = new Set(['div', 'ul', 'li', 'p', 'span', 'section']);

function addPicture(element: Element, parts: Parts): boolean {
  if (element.name === 'img') {
    const attributes = attributesOf('img', element.attribs);
    if (attributes !== null) parts.pictures.push({ attributes, caption: [], credit: [], others: [] });
    return attributes !== null;
  }
  const picture = pictureIn(element);
  if (picture) parts.pictures.push(picture);
  return picture !== undefined;
}
