import type { Editor } from '@tiptap/core';
import type { Tool } from '../../../toolbar/tools.ts';
import { chooseFiles, uploadAt, uploadInto } from '../../uploads/uploads.ts';
import { type BodyBlock, tool } from '../block.ts';
import { change, foundAt, moveFigure, removeFigure, toGallery } from './commands.ts';
import { FigureKeys } from './keys.ts';
import {
  Figure,
  FigureCaption,
  FigureCredit,
  type FigureSize,
  Gallery,
  GalleryCaption,
  pasteFigures,
  writeFigure,
  writeGallery,
} from './nodes.ts';

const CHANGE: Tool = { name: 'changePicture', label: 'Описание и замена', icon: 'picture', opens: 'picture' };

const FIGURE_TOOLS: readonly Tool[] = [
  size(null, 'По ширине текста', 'narrow'),
  size('wide', 'Шире текста', 'wide'),
  size('full', 'Во всю ширину страницы', 'full'),
  CHANGE,
  { name: 'addToGallery', label: 'Добавить фото: получится галерея', icon: 'plus', run: addPictures },
  { name: 'removeFigure', label: 'Удалить картинку', icon: 'remove', run: removeFigure },
];

const GALLERY_TOOLS: readonly Tool[] = [
  { name: 'earlier', label: 'Раньше', icon: 'earlier', run: (editor) => moveFigure(editor, -1) },
  { name: 'later', label: 'Позже', icon: 'later', run: (editor) => moveFigure(editor, 1) },
  { ...CHANGE, isOff: ({ state }) => foundAt(state, 'figure') === undefined },
  { name: 'addPictures', label: 'Добавить фото', icon: 'plus', run: addPictures },
  { name: 'removePicture', label: 'Удалить выбранное', icon: 'remove', run: removeFigure },
  {
    name: 'download',
    label: 'Читатели могут скачать все фото',
    icon: 'download',
    run: (editor) => change(editor, 'gallery', { downloadable: !isDownloadable(editor) }),
    isOn: isDownloadable,
  },
];

function isDownloadable({ state }: Editor): boolean {
  return Boolean(foundAt(state, 'gallery')?.node.attrs.downloadable);
}

function size(value: FigureSize | null, label: string, icon: 'narrow' | 'wide' | 'full'): Tool {
  return {
    name: icon,
    label,
    icon,
    run: (editor) => change(editor, 'figure', { size: value }),
    isOn: ({ state }) => foundAt(state, 'figure')?.node.attrs.size === value,
  };
}

/** Several files become a gallery, one a figure. */
export const gallery: BodyBlock = {
  name: 'gallery',
  extensions: [Gallery, GalleryCaption],
  write: { gallery: writeGallery },
  tools: [
    tool('gallery', 'Галерея', 'Mod-Alt-s', {
      words: 'gallery photos фото фотографии картинки',
      run: (editor) => chooseFiles('image/*', (files) => uploadInto(editor, files)),
    }),
  ],
  context: { label: 'Галерея', isIn: ({ state }) => foundAt(state, 'gallery') !== undefined, tools: GALLERY_TOOLS },
};

export const figure: BodyBlock = {
  name: 'image',
  extensions: [Figure, FigureCaption, FigureCredit, FigureKeys],
  write: { figure: writeFigure },
  paste: pasteFigures,
  context: { label: 'Картинка', isIn: ({ state }) => foundAt(state, 'figure') !== undefined, tools: FIGURE_TOOLS },
};

function addPictures(editor: Editor): boolean {
  return chooseFiles('image/*', (files) => {
    const pos = toGallery(editor);
    if (pos !== undefined) uploadAt(editor, files, pos);
  });
}
