import { type Editor, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { contentAs } from '../paste/inert.ts';
import { ancestor, around, type BodyBlock, dropText, goBehind, isInEmpty, LINE, tool } from './block.ts';

const Quote = Blockquote.extend({
  content: 'block+ author?',
  addKeyboardShortcuts() {
    const keys = this.parent?.() ?? {};
    const isWords = () => ['paragraph', 'heading'].includes(this.editor.state.selection.$from.parent.type.name);
    // Tiptap's handler merges any textblock into a preceding quotation: a file's title, a button, code.
    return { ...keys, Backspace: (key) => isWords() && (keys.Backspace?.(key) ?? false) };
  },
});

const Author = Node.create({
  name: 'author',
  content: LINE,
  isolating: true,
  parseHTML: () => [{ tag: 'blockquote > footer' }],
  renderHTML: () => ['footer', { 'data-hint': '— Кто это сказал' }, 0],
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Enter: () => editor.isActive('author') && goBehind(editor, 'blockquote'),
      'Mod-Enter': () => goBehind(editor, 'blockquote'),
      Backspace: () => isInEmpty(editor.state, 'author') && dropText(editor, -1),
    };
  },
});

export const author: BodyBlock = {
  name: 'author',
  extensions: [Quote, Author],
  write: { author: (node, { line }) => (node.content.size > 0 ? `<footer>${line(node)}</footer>` : '') },
  prepare: (body) => {
    for (const cite of body.querySelectorAll('blockquote > cite:last-child'))
      cite.replaceWith(contentAs('footer', cite));
  },
  tools: [
    tool('author', 'Цитата с автором', 'Mod-Alt-q', {
      words: 'quote author цитата автор подпись',
      run: goToAuthor,
      isOn: (editor) => editor.isActive('author'),
    }),
  ],
};

/** Unwraps a quotation whole: its author becomes a paragraph. */
export function toggleQuote(editor: Editor): boolean {
  const quote = around(editor.state, 'blockquote');
  const last = quote?.node.lastChild;
  return editor
    .chain()
    .command(({ tr, state }) => {
      if (quote && last?.type.name === 'author')
        tr.setNodeMarkup(quote.pos + quote.node.nodeSize - 1 - last.nodeSize, state.schema.nodes.paragraph);
      return true;
    })
    .toggleBlockquote()
    .run();
}

function goToAuthor(editor: Editor): boolean {
  const chain = editor.chain();
  if (!editor.isActive('blockquote')) chain.toggleBlockquote();
  const isDone = chain.command(({ tr }) => addAuthor(tr)).run();
  const quote = around(editor.state, 'blockquote');
  // The words come first; the line of the author has been scrolled into view.
  if (quote?.node.textContent === '') editor.commands.setTextSelection(quote.pos + 2);
  return isDone;
}

function addAuthor(tr: Transaction): boolean {
  const quote = ancestor(tr.selection.$from, 'blockquote');
  const { author: type } = tr.doc.type.schema.nodes;
  if (!quote || !type) return false;
  const end = quote.pos + quote.node.nodeSize - 1;
  const hasAuthor = quote.node.lastChild?.type === type;
  if (!hasAuthor) tr.insert(end, type.create());
  tr.setSelection(TextSelection.create(tr.doc, hasAuthor ? end - 1 : end + 1)).scrollIntoView();
  return true;
}
