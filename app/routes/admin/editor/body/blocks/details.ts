import { type Editor, Node } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import { flattenToLine } from '../paste/inert.ts';
import { around, type BodyBlock, dropText, goBehind, isInEmpty, LINE, moveBehind, putBlock, tool } from './block.ts';

const Details = Node.create({
  name: 'details',
  content: 'summary (block | standalone)+',
  allowGapCursor: false,
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'div[data-block="details"]' }],
  renderHTML: () => ['div', { 'data-block': 'details' }, 0],
  addKeyboardShortcuts() {
    const { editor } = this;
    const leave = () => goBehind(editor, 'details');
    return {
      Enter: () =>
        editor.isActive('summary') ? moveBehind(editor) : isAtEnd(editor) && dropText(editor, -1) && leave(),
      'Mod-Enter': leave,
      Backspace: () => isInEmpty(editor.state, 'summary') && dropDetails(editor),
    };
  },
});

const Summary = Node.create({
  name: 'summary',
  content: LINE,
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-summary]' }],
  renderHTML: () => ['div', { 'data-summary': '' }, 0],
});

export const details: BodyBlock = {
  name: 'details',
  extensions: [Details, Summary],
  write: {
    details: (node, { blocks }) => `<details>${blocks(node)}</details>`,
    summary: (node, { line }) => `<summary>${line(node)}</summary>`,
  },
  prepare: (body) => {
    for (const element of [...body.querySelectorAll('details')].reverse()) prepareDetails(element);
  },
  tools: [
    tool('details', 'Свёрнутый текст', 'Mod-Alt-d', {
      words: 'details spoiler accordion спойлер подробнее раскрыть вопрос ответ',
      run: insertDetails,
      isOn: (editor) => editor.isActive('details'),
      isOff: (editor) => editor.isActive('details'),
    }),
  ],
};

function insertDetails(editor: Editor): boolean {
  const { details: type, summary, paragraph } = editor.schema.nodes;
  if (!type || !summary || !paragraph || editor.isActive('details')) return false;
  const made = type.create(null, [summary.create(), paragraph.create()]);
  return editor.commands.command(({ tr }) => putBlock(tr, made, 2));
}

function isAtEnd({ state }: Editor): boolean {
  const { $from } = state.selection;
  const block = isInEmpty(state, 'paragraph') && $from.depth === 2 ? $from.node(1) : undefined;
  return block?.type.name === 'details' && block.childCount > 2 && $from.index(1) === block.childCount - 1;
}

function dropDetails({ state, view }: Editor): boolean {
  const block = around(state, 'details');
  if (!block) return false;
  const texts = block.node.children.slice(1);
  const tr = state.tr.replaceWith(block.pos, block.pos + block.node.nodeSize, texts);
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(block.pos), 1)).scrollIntoView());
  return true;
}

/** Replaces details by their content where they are not allowed. */
function prepareDetails(element: HTMLElement): void {
  const { ownerDocument } = element;
  const summary = element.querySelector<HTMLElement>(':scope > summary');
  summary?.remove();
  const mayStand = !element.parentElement?.closest('li, blockquote, td, th, details');
  const block = ownerDocument.createElement('div');
  if (mayStand) block.dataset.block = 'details';
  const line = ownerDocument.createElement('div');
  if (mayStand) line.dataset.summary = '';
  line.append(...(summary?.childNodes ?? []));
  const images = mayStand ? flattenToLine(line) : [];
  block.append(line, ...images, ...element.childNodes);
  element.replaceWith(block);
}
