import type { Mark, Node } from '@tiptap/pm/model';
import { attributesOf, CODE_CLASS, LANGUAGES, safeText } from '../../../../../model/body/vocabulary.ts';
import { type BodyBlock, written } from './blocks/block.ts';
import { BODY_BLOCKS } from './blocks/blocks.ts';

/** Same form as the server's: Quill's classes, bare single texts in items and quotations, `<br>` in empty lines. */
export function writeHtml(doc: Node): string {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  if (only?.type.name === 'paragraph' && only.content.size === 0) return '';
  return blocks(doc);
}

function blocks(parent: Node): string {
  return parent.children.map(writeBlock).join('');
}

const WRITERS: BodyBlock['write'] = {
  paragraph: (node) => `<p${formatOf(node)}>${writeLine(node)}</p>`,
  heading: (node) => `<h${node.attrs.level}${formatOf(node)}>${writeLine(node)}</h${node.attrs.level}>`,
  bulletList: (node) => `<ul>${blocks(node)}</ul>`,
  orderedList: (node) =>
    `<ol${attributesOf('ol', node.attrs.start > 1 ? { start: String(node.attrs.start) } : {})}>${blocks(node)}</ol>`,
  listItem: (node) => writeHolder('li', node, node.attrs.kind ? { 'data-list': node.attrs.kind } : {}),
  blockquote: (node) => writeHolder('blockquote', node, {}),
  codeBlock: writeCode,
  horizontalRule: () => '<hr>',
  ...Object.assign({}, ...BODY_BLOCKS.map(({ write }) => write)),
};

function writeBlock(node: Node): string {
  const write = WRITERS[node.type.name];
  if (!write) throw new Error(`An article has no place for ${node.type.name}.`);
  return write(node, { line: (line) => writeLine(line, true), blocks });
}

/** A single paragraph is unwrapped; in an item only lists may follow it, in a quotation its author. */
function writeHolder(tag: string, node: Node, attribs: Record<string, string>): string {
  const [first, ...others] = node.children;
  const isBare =
    first?.type.name === 'paragraph' &&
    first.attrs.indent === 0 &&
    others.every(({ type }) => (tag === 'li' ? type.name.endsWith('List') : type.name === 'author'));
  const classes = classesOf(isBare ? first.attrs.align : null, node.attrs.indent);
  const opening = `<${tag}${attributesOf(tag, { ...attribs, ...(classes && { class: classes }) })}>`;
  return isBare
    ? `${opening}${writeLine(first)}${others.map(writeBlock).join('')}</${tag}>`
    : `${opening}${blocks(node)}</${tag}>`;
}

function formatOf(node: Node): string {
  const classes = classesOf(node.attrs.align, node.attrs.indent);
  return classes ? ` class="${classes}"` : '';
}

function classesOf(align: string | null, indent: number): string {
  return [align && `ql-align-${align}`, indent && `ql-indent-${indent}`].filter(Boolean).join(' ');
}

/** HTML parsers drop the first line break in `pre`, readBody the last one: doubled there. */
function writeCode(node: Node): string {
  const language: string | null =
    node.attrs.language === null || LANGUAGES.has(node.attrs.language) ? node.attrs.language : 'plain';
  const text = safeText(node.textContent);
  const code = `${text.startsWith('\n') ? '\n' : ''}${text}${text.endsWith('\n') ? '\n' : ''}`;
  const attribs = {
    ...(node.attrs.quill && { class: CODE_CLASS }),
    ...(language !== null && { 'data-language': language }),
  };
  return `<pre${attributesOf('pre', attribs)}>${code}</pre>`;
}

const TAGS: Record<string, string> = {
  link: 'a',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
};

/** White space as rendered: collapsed and trimmed; an empty line is `<br>`, but in the `line` of a cell or a caption nothing. */
function writeLine(parent: Node, isLine = false): string {
  const pieces: string[] = [];
  let open: readonly Mark[] = [];
  const switchTo = (marks: readonly Mark[]) => {
    let same = 0;
    while (same < open.length && same < marks.length && open[same]?.eq(marks[same] as Mark)) same += 1;
    const closed = open.slice(same).reverse();
    pieces.push(...closed.map(({ type }) => `</${TAGS[type.name]}>`), ...marks.slice(same).map(openMark));
    open = marks;
  };
  for (const { markup, marks } of inlinePieces(parent, isLine)) {
    switchTo(marks.filter(isWritten));
    pieces.push(markup);
  }
  switchTo([]);
  return pieces.join('') || (isLine ? '' : '<br>');
}

interface InlinePiece {
  markup: string;
  marks: readonly Mark[];
}

/** `isLine`: without breaks at the ends, as the server stores it. A difference would replace the text, and breaks just typed, after each save. */
function inlinePieces(parent: Node, isLine: boolean): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let afterSpace = true;
  for (const node of parent.children) {
    if (!node.isText) {
      const markup = writeLeaf(node);
      afterSpace = markup === '<br>';
      if (afterSpace && isLine) trimEnd(pieces);
      if (markup && !(isLine && pieces.length === 0)) pieces.push({ markup, marks: node.marks });
      continue;
    }
    const single = (node.text ?? '').replace(/[ \t\n\r\f]+/g, ' ');
    const text = afterSpace && single.startsWith(' ') ? single.slice(1) : single;
    if (text === '') continue;
    afterSpace = text.endsWith(' ');
    pieces.push({ markup: safeText(text), marks: node.marks });
  }
  trimEnd(pieces);
  while (isLine && pieces.at(-1)?.markup === '<br>') pieces.pop();
  return pieces;
}

function trimEnd(pieces: InlinePiece[]): void {
  const last = pieces.at(-1);
  if (last?.markup.endsWith(' ') && pieces.pop() && last.markup !== ' ')
    pieces.push({ ...last, markup: last.markup.slice(0, -1) });
}

function writeLeaf(node: Node): string {
  if (node.type.name === 'hardBreak') return '<br>';
  const attributes = attributesOf('img', written(node.attrs));
  return attributes === null ? '' : `<img${attributes}>`;
}

function isWritten(mark: Mark): boolean {
  return mark.type.name !== 'link' || attributesOf('a', written(mark.attrs)) !== null;
}

function openMark(mark: Mark): string {
  const tag = TAGS[mark.type.name] ?? '';
  return `<${tag}${tag === 'a' ? attributesOf('a', written(mark.attrs)) : ''}>`;
}
