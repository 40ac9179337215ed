import type { Editor } from '@tiptap/core';
import { type Selection, TextSelection } from '@tiptap/pm/state';
import {
  addRowAfter,
  CellSelection,
  cellAround,
  goToNextCell,
  isInTable,
  nextCell,
  selectedRect,
} from '@tiptap/pm/tables';
import { goBehind, isInEmpty } from '../put-block.ts';
import { blockAround } from './commands.ts';

/** Cells hold one run of text: Enter breaks the line. Tab walks through them, Ctrl+Enter and the arrows leave. */
export function tableKeys(editor: Editor) {
  const inCell = (act: () => boolean) => () => isInTable(editor.state) && act();
  return {
    Tab: inCell(() => toCell(editor, 1) || (addRowAfter(editor.state, editor.view.dispatch) && toCell(editor, 1))),
    'Shift-Tab': inCell(() => toCell(editor, -1)),
    Enter: () => (isInCaption(editor) ? intoTable(editor) : isInTable(editor.state) && breakLine(editor)),
    'Shift-ArrowRight': () => selectBeside(editor, 'horiz', 1),
    'Shift-ArrowLeft': () => selectBeside(editor, 'horiz', -1),
    'Shift-ArrowDown': () => selectBeside(editor, 'vert', 1),
    'Shift-ArrowUp': () => selectBeside(editor, 'vert', -1),
    'Shift-Enter': inCell(() => breakLine(editor)),
    'Mod-Enter': () => goBehind(editor, blockAround(editor.state)),
    Backspace: () => isInEmpty(editor.state, 'tableCaption') && dropCaption(editor),
    ArrowDown: () => isAtEnd(editor) && goBehind(editor, blockAround(editor.state)),
  };
}

/** TipTap's own command refuses in isolating nodes. */
function breakLine({ state, view, schema }: Editor): boolean {
  const lineBreak = schema.nodes.hardBreak?.create();
  if (lineBreak) view.dispatch(state.tr.replaceSelectionWith(lineBreak).scrollIntoView());
  return true;
}

function toCell({ state, view }: Editor, by: 1 | -1): boolean {
  return goToNextCell(by)(state, view.dispatch);
}

/** Selects cells from the edge of a cell on; `prosemirror-tables` does so only where cells hold paragraphs. */
function selectBeside({ state, view }: Editor, axis: 'horiz' | 'vert', by: 1 | -1): boolean {
  const { $head, anchor } = state.selection;
  const direction = axis === 'vert' ? (by > 0 ? 'down' : 'up') : by > 0 ? 'right' : 'left';
  if (!isInTable(state) || isCellSelection(state.selection) || !view.endOfTextblock(direction)) return false;
  const $cell = cellAround($head);
  const $next = $cell && nextCell($cell, axis, by);
  if (!$next || anchor < $cell.pos) return false;
  view.dispatch(state.tr.setSelection(new CellSelection($cell, $next)));
  return true;
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
  const { $from } = state.selection;
  const tr = state.tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + 3))));
  return true;
}

/** In the last row of a table that nothing follows. */
function isAtEnd({ state, view }: Editor): boolean {
  const { selection } = state;
  const block = blockAround(state);
  if (!block || !isInTable(state) || !selection.empty || isCellSelection(selection) || !view.endOfTextblock('down'))
    return false;
  const { bottom, map } = selectedRect(state);
  const $end = state.doc.resolve(block.pos + block.node.nodeSize);
  return bottom === map.height && $end.nodeAfter === null;
}

function isCellSelection(selection: Selection): boolean {
  return selection instanceof CellSelection;
}
