import { attributesOf } from '../attributes.ts';
import { type Block, type Content, type Element, hasText, hasWords, isBlank } from './block.ts';
import { classesOf, type Picture, pictureIn, writePicture } from './image.ts';

/** Several pictures, each with its caption; of one it is an image. */
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

interface Parts {
  pictures: Picture[];
  caption: Content[];
  others: Content[];
}

/** No pictures where something stands among them that a gallery cannot hold. */
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
