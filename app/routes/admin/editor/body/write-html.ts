import type { Node } from '@tiptap/pm/model';
import { attributesOf, escapeText } from '../../../../../model/body/attributes.ts';
import { CODE_CLASS, LANGUAGES } from '../../../../../model/body/vocabulary.ts';
import type { BodyBlock } from './blocks/block.ts';
import { BODY_BLOCKS } from './blocks/blocks.ts';
import { writeLine } from './write-line.ts';

/** Same form as the server's: Quill's classes, bare single texts in items and quotations, `<br>` in empty lines. */
export function writeHtml(doc: Node): string {
  const only = doc.childCount === 1 ? doc.firstChild : null;
  if (only?.type.name === 'paragraph' && only.content.size === 0) return '';
  return blocks(doc);
}

function blocks(parent: Node): string {
  const pieces: string[] = [];
  for (const block of parent.children) pieces.push(writeBlock(block));
  return pieces.join('');
}

function writeBlock(node: Node): string {
  switch (node.type.name) {
    case 'paragraph':
      return `<p${formatOf(node)}>${writeLine(node)}</p>`;
    case 'heading':
      return `<h${node.attrs.level}${formatOf(node)}>${writeLine(node)}</h${node.attrs.level}>`;
    case 'bulletList':
      return `<ul>${blocks(node)}</ul>`;
    case 'orderedList':
      return `<ol${attributesOf('ol', node.attrs.start > 1 ? { start: String(node.attrs.start) } : {})}>${blocks(node)}</ol>`;
    case 'listItem':
      return writeHolder('li', node, node.attrs.kind ? { 'data-list': node.attrs.kind } : {});
    case 'blockquote':
      return writeHolder('blockquote', node, {});
    case 'codeBlock':
      return writeCode(node);
    case 'horizontalRule':
      return '<hr>';
    default:
      return writeOther(node);
  }
}

const WRITERS = Object.assign({}, ...BODY_BLOCKS.map(({ write }) => write)) as BodyBlock['write'];

function writeOther(node: Node): string {
  const write = WRITERS[node.type.name];
  if (!write) throw new Error(`An article has no place for ${node.type.name}.`);
  return write(node, { line: (line) => (line.content.size > 0 ? writeLine(line) : ''), blocks });
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

/** HTML parsers drop the first line break in `pre`, readHtml the last one: doubled there. */
function writeCode(node: Node): string {
  const { spelling, quill } = node.attrs;
  const language: string | null =
    node.attrs.language === null || LANGUAGES.has(node.attrs.language) ? node.attrs.language : 'plain';
  const text = escapeText(node.textContent);
  const code = `${text.startsWith('\n') ? '\n' : ''}${text}${text.endsWith('\n') ? '\n' : ''}`;
  const named: Record<string, string> = language === null ? {} : { class: `language-${language}` };
  if (spelling === 'code') return `<pre><code${attributesOf('code', named)}>${code}</code></pre>`;
  if (spelling === 'class') return `<pre${attributesOf('pre', named)}>${code}</pre>`;
  const attribs = { ...(quill && { class: CODE_CLASS }), ...(language !== null && { 'data-language': language }) };
  return `<pre${attributesOf('pre', attribs)}>${code}</pre>`;
}
