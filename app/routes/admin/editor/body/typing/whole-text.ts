import { Extension } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { clearSelection, prepareSelection } from './clear-selection.ts';

/** What is typed or pasted over the whole text replaces it with its frames; over the edge of an isolating node it leaves them. */
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
