import { type Editor, type Extensions, Node } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { addRowAfter, CellSelection, goToNextCell, isInTable, selectedRect, tableEditing } from '@tiptap/pm/tables';
import { MAX_SPAN } from '../../../../../../../model/body/blocks/table.ts';
import { dropText, goBehind, isInEmpty, LINE, moveBehind } from '../block.ts';
import { blockAround } from './commands.ts';

/** A table with its caption: `prosemirror-tables` takes each child of a `table` for a row. */
const TableBlock = Node.create({
  name: 'tableBlock',
  group: 'standalone',
  content: 'tableCaption? table',
  isolating: true,
  allowGapCursor: false,
  parseHTML: () => [{ tag: 'div[data-block="table"]' }],
  renderHTML: () => ['div', { 'data-block': 'table' }, 0],
  extendNodeSchema: (extension) => {
    const { tableRole } = extension.config;
    return tableRole ? { tableRole } : {};
  },
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return tableKeys(this.editor);
  },
});

const TableCaption = Node.create({
  name: 'tableCaption',
  content: LINE,
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-caption]' }],
  renderHTML: () => ['div', { 'data-caption': '', 'data-hint': 'Подпись таблицы' }, 0],
});

const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  isolating: true,
  tableRole: 'table',
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  allowGapCursor: false,
  tableRole: 'row',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

export const tableNodes: Extensions = [
  TableBlock,
  TableCaption,
  Table,
  TableRow,
  cell('tableCell', 'td', 'cell'),
  cell('tableHeader', 'th', 'header_cell'),
];

function cell(name: string, tag: string, tableRole: string) {
  return Node.create({
    name,
    content: LINE,
    isolating: true,
    tableRole,
    addAttributes: () => ({ ...span('colspan'), ...span('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
}

function span(name: 'colspan' | 'rowspan') {
  return {
    [name]: {
      default: 1,
      parseHTML: (element: HTMLElement) => {
        const count = Number(element.getAttribute(name));
        return Number.isInteger(count) && count > 1 ? Math.min(count, MAX_SPAN) : 1;
      },
      renderHTML: (attrs: DocNode['attrs']) => (attrs[name] > 1 ? { [name]: attrs[name] } : {}),
    },
  };
}

declare module '@tiptap/core' {
  interface NodeConfig {
    tableRole?: string;
  }
}

/** Cells hold one run of text: Enter breaks the line. Tab walks through them, Ctrl+Enter and the arrows leave. */
function tableKeys(editor: Editor) {
  const inCell = (act: () => boolean) => () => isInTable(editor.state) && act();
  const toCell = (by: 1 | -1) => goToNextCell(by)(editor.state, editor.view.dispatch);
  return {
    Tab: inCell(() => toCell(1) || (addRowAfter(editor.state, editor.view.dispatch) && toCell(1))),
    'Shift-Tab': inCell(() => toCell(-1)),
    Enter: () => (editor.isActive('tableCaption') ? moveBehind(editor) : isInTable(editor.state) && breakLine(editor)),
    'Shift-Enter': inCell(() => breakLine(editor)),
    'Mod-Enter': () => goBehind(editor, 'tableBlock'),
    Backspace: () => isInEmpty(editor.state, 'tableCaption') && dropText(editor, 1),
    ArrowDown: () => isAtEnd(editor) && goBehind(editor, 'tableBlock'),
  };
}

/** TipTap's own command refuses in isolating nodes. */
function breakLine({ state, view, schema }: Editor): boolean {
  const lineBreak = schema.nodes.hardBreak?.create();
  if (lineBreak) view.dispatch(state.tr.replaceSelectionWith(lineBreak).scrollIntoView());
  return true;
}

/** Whether the cursor is in the last row of a table at the end of the text. */
function isAtEnd({ state, view }: Editor): boolean {
  const block = blockAround(state);
  const isCursor = state.selection.empty && !(state.selection instanceof CellSelection);
  if (!block || !isCursor || !isInTable(state) || !view.endOfTextblock('down')) return false;
  const { bottom, map } = selectedRect(state);
  return bottom === map.height && state.doc.resolve(block.pos + block.node.nodeSize).nodeAfter === null;
}
