import type { Node } from '@tiptap/pm/model';
import { attributesOf } from '../../../../../../../model/body/vocabulary.ts';
import { alignmentOf } from '../../block-format.ts';
import { contentAs } from '../../paste/inert.ts';
import { flattenToLine } from '../as-line.ts';
import { type BodyBlock, tool } from '../block.ts';
import { blockAround, insertTable, TABLE_TOOLS } from './commands.ts';
import { tableNodes } from './nodes.ts';
import { pasteTables } from './paste.ts';

export const table: BodyBlock = {
  name: 'table',
  extensions: tableNodes,
  write: {
    tableBlock: (node, { line }) => {
      const caption = node.firstChild?.type.name === 'tableCaption' ? line(node.firstChild) : '';
      return `<table>${caption && `<caption>${caption}</caption>`}${writeRows(node.lastChild?.children ?? [], line)}</table>`;
    },
  },
  prepare: (body) => {
    for (const element of body.querySelectorAll('table')) prepareTable(element);
  },
  paste: pasteTables,
  tools: [tool('table', 'Таблица', 'Mod-Alt-t', { words: 'table grid баллы', run: insertTable })],
  context: { label: 'Таблица', isIn: ({ state }) => blockAround(state) !== undefined, tools: TABLE_TOOLS },
};

function writeRows(rows: readonly Node[], line: (node: Node) => string): string {
  const [first, ...others] = rows.filter(({ childCount }) => childCount > 0);
  const hasHeader =
    first?.children.every(({ type, attrs }) => type.name === 'tableHeader' && attrs.rowspan === 1) && others.length > 0;
  const write = (list: readonly Node[]) => list.map((row) => writeRow(row, line)).join('');
  if (!first) return '';
  return hasHeader
    ? `<thead>${write([first])}</thead><tbody>${write(others)}</tbody>`
    : `<tbody>${write([first, ...others])}</tbody>`;
}

function writeRow(row: Node, line: (node: Node) => string): string {
  const cells = row.children.map((cell) => {
    const { colspan, rowspan, align } = cell.attrs;
    const tag = cell.type.name === 'tableHeader' ? 'th' : 'td';
    return `<${tag}${span('colspan', colspan)}${span('rowspan', rowspan)}${align ? attributesOf('h1', { class: `ql-align-${align}` }) : ''}>${line(cell)}</${tag}>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}

function span(name: string, count: number): string {
  return count > 1 ? ` ${name}="${count}"` : '';
}

/** Tables inside cells have become lines with them. */
function prepareTable(element: HTMLTableElement): void {
  if (!element.parentElement || element.parentElement.dataset.block) return;
  const { ownerDocument } = element;
  const block = ownerDocument.createElement('div');
  block.dataset.block = 'table';
  const caption = element.querySelector<HTMLElement>(':scope > caption');
  element.replaceWith(block);
  if (caption) {
    const line = contentAs('div', caption);
    line.dataset.caption = '';
    caption.remove();
    block.append(line);
  }
  block.append(element);
  fillShortRows(element);
  for (const line of [...element.querySelectorAll<HTMLElement>('td, th')].filter(
    (cell) => cell.closest('table') === element,
  )) {
    alignByParagraph(line);
    for (const image of flattenToLine(line).reverse()) {
      const paragraph = ownerDocument.createElement('p');
      paragraph.append(image);
      block.after(paragraph);
    }
  }
}

/** Appends missing cells: ProseMirror would prepend them. Tables with row spans are left to it. */
function fillShortRows({ rows, ownerDocument }: HTMLTableElement): void {
  const all = [...rows];
  if (all.some(({ cells }) => [...cells].some(({ rowSpan }) => rowSpan !== 1))) return;
  const widthOf = ({ cells }: HTMLTableRowElement) => [...cells].reduce((width, { colSpan }) => width + colSpan, 0);
  const width = Math.max(0, ...all.map(widthOf));
  for (const row of all) {
    const tag = row.lastElementChild?.localName ?? 'td';
    for (let missing = width - widthOf(row); missing > 0; missing -= 1) row.append(ownerDocument.createElement(tag));
  }
}

function alignByParagraph(cell: HTMLElement): void {
  const align = alignmentOf(cell) ?? (cell.firstElementChild && alignmentOf(cell.firstElementChild as HTMLElement));
  if (align) cell.classList.add(`ql-align-${align}`);
}
