import type { Node } from '@tiptap/pm/model';
import { readBody } from '../body/read-html.ts';
import { writeHtml } from '../body/write-html.ts';

export function paragraphsOf(html: string): string[] {
  const texts: string[] = [];
  if (html === '') return texts;
  readBody(html).descendants((node) => {
    const isRow = node.type.name === 'tableRow';
    if (isRow) texts.push(node.children.map(textOf).join(' | '));
    else if (node.isTextblock) texts.push(textOf(node));
    else if (node.type.name === 'horizontalRule') texts.push('———');
    else if (node.type.name === 'figure') texts.push(leafText(node));
    return !node.isTextblock && !isRow;
  });
  return texts;
}

function textOf(node: Node): string {
  return node.textBetween(0, node.content.size, '\n', leafText);
}

/** Outermost blocks of a stored body, as HTML. */
export function blocksOf(html: string): string[] {
  if (html === '') return [];
  const doc = readBody(html);
  return doc.children.map((block) => writeHtml(doc.type.create(null, block)) || '<p><br></p>');
}

function leafText(node: Node): string {
  if (node.type.name === 'hardBreak') return '\n';
  return `[Картинка${node.attrs.alt ? `: ${node.attrs.alt}` : ''}]`;
}
