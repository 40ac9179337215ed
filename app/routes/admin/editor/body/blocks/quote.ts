import { Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import type { BodyBlock } from './block.ts';

/** Quotations end with their author. */
const Quote = Blockquote.extend({ content: 'block+ author?' });

const Author = Node.create({
  name: 'author',
  content: 'inline*',
  isolating: true,
  parseHTML: () => [{ tag: 'blockquote > footer' }],
  renderHTML: () => ['footer', 0],
});

/** Written with its quotation. */
export const author: BodyBlock = {
  name: 'author',
  extensions: [Quote, Author],
  write: { author: (node, { line }) => (node.content.size > 0 ? `<footer>${line(node)}</footer>` : '') },
};
