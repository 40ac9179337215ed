import type { BodyBlock } from '../block.ts';
import { foundAt, inlineImageAt } from './commands.ts';
import { FigureKeys } from './keys.ts';
import { Figure, FigureCaption, FigureCredit, Gallery, GalleryCaption } from './nodes.ts';
import { pasteFigures } from './paste.ts';
import { FIGURE_TOOLS, GALLERY_TOOL, GALLERY_TOOLS, INLINE_TOOLS } from './tools.ts';
import { writeFigure, writeGallery } from './write.ts';

/** No block: a letter of the text that can become one. */
export const INLINE_IMAGE: BodyBlock['context'] & {} = {
  label: 'Картинка в строке',
  isIn: ({ state }) => inlineImageAt(state) !== undefined,
  tools: INLINE_TOOLS,
};

export const gallery: BodyBlock = {
  name: 'gallery',
  extensions: [Gallery, GalleryCaption],
  write: { gallery: writeGallery },
  tools: [GALLERY_TOOL],
  context: { label: 'Галерея', isIn: ({ state }) => foundAt(state, 'gallery') !== undefined, tools: GALLERY_TOOLS },
};

export const figure: BodyBlock = {
  name: 'image',
  extensions: [Figure, FigureCaption, FigureCredit, FigureKeys],
  write: { figure: writeFigure },
  paste: pasteFigures,
  context: { label: 'Картинка', isIn: ({ state }) => foundAt(state, 'figure') !== undefined, tools: FIGURE_TOOLS },
};
