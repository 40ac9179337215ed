import type { Node } from '@tiptap/pm/model';
import { pageOf } from '../../../../../model/embeds/embeds.ts';
import { readBody } from '../body/read-html.ts';
import { writeHtml } from '../body/write-html.ts';

const LINES: Readonly<Record<string, (attrs: Node['attrs']) => string>> = {
  hardBreak: () => '\n',
  horizontalRule: () => '———',
  image: pictureLine,
  figure: pictureLine,
  // The address too: another video may have the same title.
  embed: ({ provider, code, title }) => `[Видео или запись: ${title && `${title}, `}${pageOf({ provider, id: code })}]`,
};

export function paragraphsOf(html: string): string[] {
  const texts: string[] = [];
  if (html === '') return texts;
  readBody(html).descendants((node) => {
    const isRow = node.type.name === 'tableRow';
    const line = lineOf(node);
    if (isRow) texts.push(node.children.map(textOf).join(' | '));
    else if (node.isTextblock) texts.push(textOf(node));
    else if (line !== '') texts.push(line);
    return !node.isTextblock && !isRow;
  });
  return texts;
}

function textOf(node: Node): string {
  return node.textBetween(0, node.content.size, '\n', lineOf);
}

function lineOf({ type, attrs }: Node): string {
  return LINES[type.name]?.(attrs) ?? '';
}

function pictureLine({ alt }: Node['attrs']): string {
  return `[Картинка${alt ? `: ${alt}` : ''}]`;
}

/** Outermost blocks of a stored body, as HTML. */
export function blocksOf(html: string): string[] {
  if (html === '') return [];
  const doc = readBody(html);
  return doc.children.map((block) => writeHtml(doc.type.create(null, block)) || '<p><br></p>');
}
