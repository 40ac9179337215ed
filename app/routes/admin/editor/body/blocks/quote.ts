import { type Editor, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { type BodyBlock, LINE } from './block.ts';
import { around, dropText, goBehind, isInEmpty } from './put-block.ts';

/** Quotations end with their author. */
const Quote = Blockquote.extend({ content: 'block+ author?' });

const Author = Node.create({
  name: 'author',
  content: LINE,
  isolating: true,
  parseHTML: () => [{ tag: 'blockquote > footer' }],
  renderHTML: () => ['footer', 0],
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Enter: () => editor.isActive('author') && goBehind(editor, around(editor.state, 'blockquote')),
      'Mod-Enter': () => editor.isActive('blockquote') && goBehind(editor, around(editor.state, 'blockquote')),
      Backspace: () => isInEmpty(editor.state, 'author') && dropText(editor, -1),
    };
  },
});

/** Written with its quotation. */
export const author: BodyBlock = {
  name: 'author',
  extensions: [Quote, Author],
  write: { author: (node, { line }) => (node.content.size > 0 ? `<footer>${line(node)}</footer>` : '') },
  prepare: (body) => {
    for (const cite of body.querySelectorAll('blockquote > cite:last-child')) {
      const footer = body.ownerDocument.createElement('footer');
      footer.append(...cite.childNodes);
      cite.replaceWith(footer);
    }
  },
  tools: [
    {
      name: 'author',
      label: 'Цитата с автором',
      icon: 'author',
      keys: 'Mod-Alt-q',
      words: 'quote author цитата автор подпись',
      run: goToAuthor,
      isOn: (editor) => editor.isActive('author'),
    },
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
  return chain.command(({ tr }) => addAuthor(tr)).run();
}

function addAuthor(tr: Transaction): boolean {
  const { $from } = tr.selection;
  const { author: type } = tr.doc.type.schema.nodes;
  for (let depth = $from.depth; depth > 0 && type; depth -= 1) {
    const quote = $from.node(depth);
    if (quote.type.name !== 'blockquote') continue;
    const end = $from.end(depth);
    if (quote.lastChild?.type !== type) tr.insert(end, type.create());
    const inside = quote.lastChild?.type === type ? end - 1 : end + 1;
    tr.setSelection(TextSelection.create(tr.doc, inside)).scrollIntoView();
    return true;
  }
  return false;
}
