import type { Node } from '@tiptap/pm/model';
import { attributesOf } from '../../../../../../../model/body/attributes.ts';
import { writeLine, written } from '../../write-line.ts';

export function writeFigure(node: Node): string {
  const [caption, credit] = node.children.map(wordsIn);
  const { size, ...image } = node.attrs;
  const attributes = attributesOf('img', written(image));
  if (attributes === null) return [caption, credit].map((words) => (words ? `<p>${words}</p>` : '')).join('');
  const words = (caption ?? '') + (credit && `<cite>${credit}</cite>`);
  return `<figure class="image${size ? ` ${size}` : ''}"><img${attributes}>${words && `<figcaption>${words}</figcaption>`}</figure>`;
}

export function writeGallery(node: Node): string {
  const figures = node.children.slice(0, -1);
  const words = node.lastChild ? wordsIn(node.lastChild) : '';
  const [only] = figures;
  if (figures.length === 1 && only) return writeFigure(only) + (words && `<p>${words}</p>`);
  const shown = figures.map((figure) => writeFigure(withSize(figure, null))).join('');
  const classes = node.attrs.downloadable ? 'gallery downloadable' : 'gallery';
  return `<figure class="${classes}">${shown}${words && `<figcaption>${words}</figcaption>`}</figure>`;
}

function withSize(figure: Node, size: string | null): Node {
  return figure.type.create({ ...figure.attrs, size }, figure.content);
}

function wordsIn(node: Node): string {
  const line = writeLine(node);
  return line === '<br>' ? '' : line;
}
