import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node, ResolvedPos, Slice } from '@tiptap/pm/model';
import { AllSelection, type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep, Transform } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';

/** Typing or pasting over the whole text also replaces its isolating nodes; over the edge of one it keeps them. */
export const WholeText = Extension.create({
  name: 'wholeText',
  // Before the menu of blocks and the keys of figures and tables.
  priority: 1250,
  addProseMirrorPlugins: () => [promptSelection, wholeText],
});

const promptSelection = new Plugin({
  props: {
    handleDOMEvents: {
      keydown: readSelection,
      // Dictation, text expanders and screen keyboards send no key events.
      beforeinput: readSelection,
      compositionstart: readSelection,
    },
  },
});

const wholeText = new Plugin({
  props: {
    handleKeyDown: (view, { key, shiftKey }) =>
      (key === 'Backspace' || key === 'Enter' || (key === 'Delete' && !shiftKey)) && clearSelection(view),
    handleTextInput: (view, _from, _to, text) => clearSelection(view) && typeInto(view, text),
    handlePaste: pasteOver,
    handleDOMEvents: {
      beforeinput(view, event) {
        const isText = /^insert(?:Replacement)?Text$/.test(event.inputType);
        const isKey = /^(?:deleteContent|deleteWord|insertParagraph|insertLineBreak)/.test(event.inputType);
        if ((!isText && !isKey) || !clearSelection(view)) return false;
        event.preventDefault();
        return isText && event.data ? typeInto(view, event.data) : true;
      },
      compositionstart: (view) => void clearSelection(view),
      cut: cutOut,
      paste: prepareSelection,
    },
  },
});

function readSelection({ composing, dom }: EditorView): void {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}

function typeInto(view: EditorView, text: string): true {
  const { from } = view.state.selection;
  const insert = () => view.state.tr.insertText(text, from).scrollIntoView();
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, from, text, insert))) view.dispatch(insert());
  return true;
}

function pasteOver(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  if (slice.size === 0 || !clearSelection(view)) return false;
  if (!view.someProp('handlePaste', (handle) => handle(view, event, slice)))
    view.dispatch(
      view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
    );
  return true;
}

function cutOut(view: EditorView, event: ClipboardEvent): boolean {
  prepareSelection(view);
  const { dom, text } = view.serializeForClipboard(view.state.selection.content());
  if (!event.clipboardData || !clearSelection(view)) return false;
  event.clipboardData.setData('text/html', dom.innerHTML);
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
  return true;
}

function clearSelection(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection;
  const tr = closeHistory(state.tr).setMeta('cleared', true);
  if (isWhole(state)) tr.replaceWith(0, state.doc.content.size, state.schema.nodes.paragraph?.create() ?? []);
  else if (crossesFrame(state)) emptyRange(tr, from, to);
  else return false;
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, isWhole(state) ? 1 : from)).scrollIntoView());
  return true;
}

/** Of a whole text selects the outer blocks, too. A selection that leaves its cell or caption gets its head where the cursor will be: a paste is fitted to it. */
function prepareSelection(view: EditorView): void {
  const { state } = view;
  const { from, to } = state.selection;
  if (isWhole(state)) view.dispatch(state.tr.setSelection(new AllSelection(state.doc)));
  else if (crossesFrame(state)) view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, to, from)));
}

/** From the first block to the last, with nothing before and after; a single block of text is changed like any words. */
function isWhole({ doc, selection }: EditorState): boolean {
  if (doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph') return false;
  if (selection instanceof AllSelection) return true;
  const { $from, $to } = selection;
  const isBlank = (from: number, to: number) => doc.textBetween(from, to, null, '\ufffc') === '';
  const isAcross = selection instanceof TextSelection && !selection.empty && !$from.sameParent($to);
  const isFromEnd = $from.index(0) === 0 && $to.indexAfter(0) === doc.childCount;
  return isAcross && isFromEnd && isBlank(0, $from.pos) && isBlank($to.pos, doc.content.size);
}

function crossesFrame({ selection }: EditorState): boolean {
  return selection instanceof TextSelection && frameOf(selection.$from) !== frameOf(selection.$to);
}

/** Start of the innermost isolating node: a cell, a caption, a fold. */
function frameOf($pos: ResolvedPos): number {
  let { depth } = $pos;
  while (depth > 0 && !$pos.node(depth).type.spec.isolating) depth -= 1;
  return $pos.start(depth);
}

/** As one step that begins at the cursor: the undo history joins it only with changes that touch it. */
function emptyRange(tr: Transaction, from: number, to: number): void {
  const emptied = new Transform(tr.doc);
  emptyContent(emptied, tr.doc, 0, from, to);
  tr.step(new ReplaceStep(from, to, emptied.doc.slice(from, emptied.mapping.map(to))));
}

/** From the end to the beginning: a deletion moves no position that is still to be visited. */
function emptyContent(tr: Transform, node: Node, start: number, from: number, to: number): void {
  let end = start + node.content.size;
  if (node.isTextblock) tr.delete(Math.max(from, start), Math.min(to, end));
  else
    for (const child of node.children.toReversed()) {
      const pos = end - child.nodeSize;
      const isWithin = from <= pos && end <= to;
      if (pos < to && from < end && !(isWithin && dropBlock(tr, pos, end))) emptyContent(tr, child, pos + 1, from, to);
      end = pos;
    }
}

/** The only block of its parent becomes a paragraph. Rows, cells and words that a frame has to have are left. */
function dropBlock(tr: Transform, pos: number, end: number): boolean {
  const $pos = tr.doc.resolve(pos);
  const { parent } = $pos;
  const [at, after] = [$pos.index(), $pos.index() + 1];
  const { paragraph } = tr.doc.type.schema.nodes;
  if (parent.type.spec.tableRole) return false;
  if (parent.canReplace(at, after)) tr.delete(pos, end);
  else if (paragraph && parent.canReplaceWith(at, after, paragraph)) tr.replaceWith(pos, end, paragraph.create());
  else return false;
  return true;
}
