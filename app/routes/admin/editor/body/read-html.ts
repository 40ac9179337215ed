import { getSchema } from '@tiptap/core';
import { DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model';
import { pageOf } from '../../../../../model/embeds/embeds.ts';
import { alignmentOf } from './block-format.ts';
import { BODY_BLOCKS } from './blocks/blocks.ts';
import { bodyExtensions } from './extensions.ts';
import { writeHtml } from './write-html.ts';

let ownSchema: Schema | undefined;

export function readBody(html: string): Node {
  ownSchema ??= getSchema(bodyExtensions);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  prepare(body);
  return DocumentParser.fromSchema(ownSchema).parse(body);
}

/** Canonical form: bodies differ only when this differs. */
export function canonicalHtml(html: string): string {
  return html === '' ? '' : writeHtml(readBody(html));
}

export function prepare(body: HTMLElement): void {
  for (const { prepare } of BODY_BLOCKS) prepare?.(body);
  for (const mark of body.querySelectorAll('.ql-ui')) mark.remove();
  for (const lines of body.querySelectorAll<HTMLElement>('.ql-code-block-container')) joinCodeLines(lines);
  for (const code of body.querySelectorAll('pre')) dropLastBreak(code);
  for (const block of body.querySelectorAll('p, h1, h2, h3, li, blockquote')) emptyBlankLine(block);
  for (const holder of body.querySelectorAll<HTMLElement>('li, blockquote')) handDownAlignment(holder);
}

/** Quill 2 has an element per line of code. */
function joinCodeLines(container: HTMLElement): void {
  const lines = [...container.querySelectorAll<HTMLElement>('.ql-code-block')];
  const pre = container.ownerDocument.createElement('pre');
  pre.dataset.language = lines[0]?.dataset.language ?? 'plain';
  pre.textContent = lines.map((line) => line.textContent).join('\n');
  container.replaceWith(pre);
}

/** Quill ends code with a line break that is not displayed. */
function dropLastBreak(pre: Element): void {
  const code = pre.querySelector('code') ?? pre;
  const text = code.textContent ?? '';
  if (text.endsWith('\n')) code.textContent = text.slice(0, -1);
}

function emptyBlankLine(block: Element): void {
  const [only] = block.childNodes;
  if (block.childNodes.length === 1 && only instanceof HTMLBRElement) only.remove();
}

/** Alignment of an item or quotation moves to the texts in it. */
function handDownAlignment(holder: HTMLElement): void {
  const align = alignmentOf(holder);
  if (!align) return;
  holder.classList.remove(`ql-align-${align}`);
  holder.removeAttribute('align');
  holder.style.removeProperty('text-align');
  wrapLooseText(holder);
  for (const text of holder.querySelectorAll<HTMLElement>('p, h1, h2, h3'))
    if (!alignmentOf(text)) text.classList.add(`ql-align-${align}`);
}

const BLOCKS = 'p, h1, h2, h3, ul, ol, li, blockquote, pre, hr, div, table';

function wrapLooseText(holder: HTMLElement): void {
  let paragraph: HTMLParagraphElement | undefined;
  for (const node of [...holder.childNodes]) {
    if (node instanceof HTMLElement && node.matches(BLOCKS)) {
      paragraph = undefined;
      continue;
    }
    if (!paragraph) {
      paragraph = holder.ownerDocument.createElement('p');
      node.before(paragraph);
    }
    paragraph.append(node);
  }
}

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
