import type { Editor } from '@tiptap/core';
import { type Selection, TextSelection } from '@tiptap/pm/state';
import { addRowAfter, CellSelection, goToNextCell, isInTable, selectedRect } from '@tiptap/pm/tables';
import { blockAround } from './commands.ts';

/** Cells hold one run of text: Enter breaks the line. Tab walks through them, Ctrl+Enter and the arrows leave. */
export function tableKeys(editor: Editor) {
  const inCell = (act: () => boolean) => () => isInTable(editor.state) && act();
  return {
    Tab: inCell(() => toCell(editor, 1) || (addRowAfter(editor.state, editor.view.dispatch) && toCell(editor, 1))),
    'Shift-Tab': inCell(() => toCell(editor, -1)),
    Enter: () => (isInCaption(editor) ? intoTable(editor) : isInTable(editor.state) && editor.commands.setHardBreak()),
    'Mod-Enter': () => leave(editor),
    Backspace: () => isInCaption(editor) && dropCaption(editor),
    ArrowDown: () => isAtEnd(editor) && leave(editor),
  };
}

function toCell({ state, view }: Editor, by: 1 | -1): boolean {
  return goToNextCell(by)(state, view.dispatch);
}

function isInCaption({ state: { selection } }: Editor): boolean {
  return selection.$from.parent.type.name === 'tableCaption';
}

function intoTable({ state, view }: Editor): boolean {
  const after = state.selection.$from.after();
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(after + 3))).scrollIntoView());
  return true;
}

function dropCaption({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.content.size > 0) return false;
  const tr = state.tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + 3))));
  return true;
}

/** In the last row of a table that nothing follows. */
function isAtEnd({ state, view }: Editor): boolean {
  const { selection } = state;
  const block = blockAround(state);
  if (!block || !isInTable(state) || !isCursor(selection) || !view.endOfTextblock('down')) return false;
  const { bottom, map } = selectedRect(state);
  const $end = state.doc.resolve(block.pos + block.node.nodeSize);
  return bottom === map.height && $end.nodeAfter === null;
}

function isCursor(selection: Selection): boolean {
  return selection.empty && !(selection instanceof CellSelection);
}

/** Into the paragraph behind the table, a new one where there is none. */
function leave({ state, view, schema }: Editor): boolean {
  const block = blockAround(state);
  const paragraph = schema.nodes.paragraph?.create();
  if (!block || !paragraph) return false;
  const end = block.pos + block.node.nodeSize;
  const { tr } = state;
  if (tr.doc.resolve(end).nodeAfter?.type.name !== 'paragraph') tr.insert(end, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  view.focus();
  return true;
}
