import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { type Command, type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  isInTable,
  selectedRect,
  splitCell,
} from '@tiptap/pm/tables';
import type { ToolIcon } from '../../../toolbar/icons.tsx';
import type { Tool } from '../../../toolbar/tools.ts';
import { around, putBlock } from '../block.ts';

export const TABLE_TOOLS: readonly Tool[] = [
  tool('headerRow', 'Строка заголовков', toggleHeaderRow, { isOn: ({ state }) => hasHeaderRow(state) }),
  tool('rowBefore', 'Строка выше', addRowBefore),
  tool('rowAfter', 'Строка ниже', addRowAfter),
  tool(
    'rowOut',
    'Удалить строку',
    orWhole(deleteRow, ({ top, bottom, map }) => bottom - top === map.height),
  ),
  tool('columnBefore', 'Столбец слева', addColumnBefore),
  tool('columnAfter', 'Столбец справа', addColumnAfter),
  tool(
    'columnOut',
    'Удалить столбец',
    orWhole(deleteColumn, ({ left, right, map }) => right - left === map.width),
  ),
  tool('splitCell', 'Разделить ячейку', splitCell, { isOff: ({ state }) => !isInTable(state) || !splitCell(state) }),
  tool('caption', 'Подпись таблицы', goToCaption, { isOff: () => false }),
  tool('tableOut', 'Удалить таблицу', deleteWhole, { isOff: () => false }),
];

export function insertTable({ schema, commands }: Editor): boolean {
  const { tableBlock, table, tableRow, tableCell, tableHeader } = schema.nodes;
  if (!tableBlock || !table || !tableRow || !tableCell || !tableHeader) return false;
  const rows = [tableHeader, tableCell, tableCell].map((cell) =>
    tableRow.create(null, [cell.create(), cell.create(), cell.create()]),
  );
  return commands.command(({ tr }) => putBlock(tr, tableBlock.create(null, table.create(null, rows)), 3));
}

function tool(icon: ToolIcon, label: string, command: Command, more: Partial<Tool> = {}): Tool {
  return {
    name: icon,
    label,
    icon,
    // A separate undo step: undoing it does not revert what was typed before.
    run: ({ view, state }) => command(state, (tr) => view.dispatch(closeHistory(tr)), view),
    isOff: ({ state }) => !isInTable(state),
    ...more,
  };
}

function orWhole(command: Command, isWhole: (rect: ReturnType<typeof selectedRect>) => boolean): Command {
  return (state, dispatch) =>
    isInTable(state) && (isWhole(selectedRect(state)) ? deleteWhole(state, dispatch) : command(state, dispatch));
}

export const blockAround = (state: EditorState) => around(state, 'tableBlock');

function deleteWhole(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  const block = blockAround(state);
  const paragraph = state.schema.nodes.paragraph?.create();
  if (!block || !paragraph) return false;
  const tr = state.tr.replaceWith(block.pos, block.pos + block.node.nodeSize, paragraph);
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, block.pos + 1)).scrollIntoView());
  return true;
}

function goToCaption(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  const block = blockAround(state);
  const caption = state.schema.nodes.tableCaption?.create();
  if (!block || !caption) return false;
  const tr = state.tr;
  if (block.node.childCount === 1) tr.insert(block.pos + 1, caption);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(block.pos + 2))).scrollIntoView());
  return true;
}

function hasHeaderRow(state: EditorState): boolean {
  const row = isInTable(state) ? selectedRect(state).table.firstChild : null;
  return row?.children.every(({ type }) => type.name === 'tableHeader') ?? false;
}

function toggleHeaderRow(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  if (!isInTable(state)) return false;
  const { table, tableStart, map } = selectedRect(state);
  const { tableCell, tableHeader } = state.schema.nodes;
  const type = hasHeaderRow(state) ? tableCell : tableHeader;
  const tr = state.tr;
  for (const pos of map.cellsInRect({ left: 0, right: map.width, top: 0, bottom: 1 }))
    tr.setNodeMarkup(tableStart + pos, type, table.nodeAt(pos)?.attrs);
  dispatch?.(tr);
  return true;
}
