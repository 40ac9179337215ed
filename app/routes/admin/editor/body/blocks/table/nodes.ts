import { type Extensions, Node } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { tableEditing } from '@tiptap/pm/tables';
import { MAX_SPAN } from '../../../../../../../model/body/blocks/table.ts';
import { alignmentOf } from '../../block-format.ts';
import { LINE } from '../block.ts';
import { tableKeys } from './keys.ts';

/** A table with its caption: `prosemirror-tables` takes each child of a `table` for a row. */
const TableBlock = Node.create({
  name: 'tableBlock',
  group: 'standalone',
  content: 'tableCaption? table',
  isolating: true,
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
  renderHTML: () => ['div', { 'data-caption': '' }, 0],
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
    addAttributes: () => ({ ...span('colspan'), ...span('rowspan'), align: ALIGN }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
}

const ALIGN = {
  default: null,
  parseHTML: alignmentOf,
  renderHTML: ({ align }: DocNode['attrs']) => (align ? { class: `ql-align-${align}` } : {}),
};

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
