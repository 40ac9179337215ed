import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node, Slice } from '@tiptap/pm/model';
import { AllSelection, type EditorState, Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What is typed or pasted over the whole text replaces it, frames of its first and last block included. Keys act before the browser's own event. */
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
      // Dictation, text expanders and screen keyboards press no keys.
      beforeinput: readSelection,
      compositionstart: readSelection,
    },
  },
});

const wholeText = new Plugin({
  props: {
    handleKeyDown: (view, { key, shiftKey }) =>
      (key === 'Backspace' || key === 'Enter' || (key === 'Delete' && !shiftKey)) && clearWhole(view),
    handleTextInput: (view, _from, _to, text) => clearWhole(view) && typeInto(view, text),
    handlePaste: (view, event, slice) => isWhole(view.state) && pasteOver(view, event, slice),
    handleDOMEvents: {
      beforeinput(view, event) {
        const isText = /^insert(?:Replacement)?Text$/.test(event.inputType);
        const isKey = /^(?:deleteContent|deleteWord|insertParagraph|insertLineBreak)/.test(event.inputType);
        if ((!isText && !isKey) || !clearWhole(view)) return false;
        event.preventDefault();
        return isText && event.data ? typeInto(view, event.data) : true;
      },
      compositionstart: (view) => void clearWhole(view),
      // Both act on the selection as it is then.
      cut: selectWhole,
      paste: selectWhole,
    },
  },
});

function readSelection({ composing, dom }: EditorView): void {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}

/** From the first block to the last, with nothing before and after; a single block of text is changed like any words. */
function isWhole({ doc, selection }: EditorState): boolean {
  if (doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph') return false;
  if (selection instanceof AllSelection) return true;
  const { $from, $to } = selection;
  const isAcross = selection instanceof TextSelection && !selection.empty && !$from.sameParent($to);
  const isFromEnd = $from.index(0) === 0 && $to.indexAfter(0) === doc.childCount;
  return isAcross && isFromEnd && isBlank(doc, 0, $from.pos) && isBlank(doc, $to.pos, doc.content.size);
}

function isBlank(doc: Node, from: number, to: number): boolean {
  let isEmpty = doc.textBetween(from, to) === '';
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isLeaf && !node.isText && pos >= from && pos + node.nodeSize <= to) isEmpty = false;
  });
  return isEmpty;
}

/** A step of its own in the history, which what is typed next joins. */
function clearWhole(view: EditorView): boolean {
  const { state } = view;
  const paragraph = state.schema.nodes.paragraph?.create();
  if (!paragraph || !isWhole(state)) return false;
  const tr = state.tr.replaceWith(0, state.doc.content.size, paragraph);
  view.dispatch(closeHistory(tr).setSelection(TextSelection.create(tr.doc, 1)).scrollIntoView());
  return true;
}

function typeInto(view: EditorView, text: string): true {
  const { from } = view.state.selection;
  const insert = () => view.state.tr.insertText(text, from).scrollIntoView();
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, from, text, insert))) view.dispatch(insert());
  return true;
}

function pasteOver(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  if (slice.size === 0 || !clearWhole(view)) return false;
  if (!view.someProp('handlePaste', (handle) => handle(view, event, slice)))
    view.dispatch(
      view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
    );
  return true;
}

function selectWhole(view: EditorView): void {
  const { state } = view;
  if (isWhole(state) && !(state.selection instanceof AllSelection))
    view.dispatch(state.tr.setSelection(new AllSelection(state.doc)));
}
