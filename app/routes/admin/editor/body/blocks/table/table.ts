import type { Node } from '@tiptap/pm/model';
import type { Element as BodyElement, Content } from '../../../../../../../model/body/blocks/block.ts';
import { table as tableBlock } from '../../../../../../../model/body/blocks/table.ts';
import { attributesOf } from '../../../../../../../model/body/vocabulary.ts';
import { alignmentOf } from '../../block-format.ts';
import { contentAs, flattenToLine, isBlank, rename } from '../../paste/inert.ts';
import { type BodyBlock, tool } from '../block.ts';
import { blockAround, insertTable, TABLE_TOOLS } from './commands.ts';
import { tableNodes } from './nodes.ts';

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

/** Nested tables were already converted to lines with their cells. */
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

const BOLD_RULE = /\.([\w-]+)\s*\{[^}]*font-weight:\s*(?:bold|[6-9]00)/gi;
const BOLD = /^(?:bold|bolder|[6-9]00)$/;

/** Only LibreOffice and web pages mark header cells: in Excel, Word and Google's they are a bold first row. */
function pasteTables(body: HTMLElement, html: string): void {
  const classes = new Set([...html.matchAll(BOLD_RULE)].map(([, name]) => name ?? ''));
  for (const table of body.querySelectorAll('table')) {
    const [first, second] = table.rows;
    if (!first || !second || first.querySelector('th') || !isBold(first, classes) || isBold(second, classes)) continue;
    for (const cell of [...first.cells]) {
      const { align, className, colSpan, rowSpan } = cell;
      for (const bold of cell.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes);
      const header = rename(cell, 'th') as HTMLTableCellElement;
      for (const element of [header, ...header.querySelectorAll<HTMLElement>('[style]')])
        element.style.removeProperty('font-weight');
      Object.assign(header, { align, className, ...(colSpan > 1 && { colSpan }), ...(rowSpan > 1 && { rowSpan }) });
    }
  }
}

function isBold(row: HTMLTableRowElement, classes: ReadonlySet<string>): boolean {
  const texts = row.ownerDocument.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let isAny = false;
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text;
    if (!/[^\s\u00a0]/.test(data)) continue;
    isAny = true;
    if (!isBoldIn(parentElement, row, classes)) return false;
  }
  return isAny;
}

function isBoldIn(element: HTMLElement | null, row: Element, classes: ReadonlySet<string>): boolean {
  if (!element || !row.contains(element)) return false;
  const isMarked = /^(?:B|STRONG)$/.test(element.tagName) || BOLD.test(element.style.fontWeight);
  return (
    isMarked ||
    [...element.classList].some((name) => classes.has(name)) ||
    isBoldIn(element.parentElement, row, classes)
  );
}

const CELL_SEPARATOR = ' — ';
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, hr';

/** Converts the rows of single-cell tables and of those that the server would refuse to paragraphs. Returns the number of the latter. */
export function replaceTables(body: HTMLElement): number {
  let count = 0;
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const mayStand = !table.parentElement?.closest('li, blockquote, td, th, caption');
    const isCell = table.querySelectorAll('td, th').length === 1;
    if (mayStand && !isCell && tableBlock.matches(toElement(table))) continue;
    const rows = [...table.querySelectorAll('tr')];
    if (rows.some((row) => row.querySelectorAll('td, th').length > 1)) count += 1;
    const caption = table.querySelector('caption');
    const lines = rows.flatMap(linesOf);
    table.replaceWith(...(caption ? [contentAs('p', caption)] : []), ...lines);
  }
  return count;
}

function linesOf(row: Element): HTMLElement[] {
  const lines: HTMLElement[] = [];
  let line: HTMLElement | undefined;
  for (const cell of row.querySelectorAll('td, th')) {
    const [only, ...others] = cell.querySelectorAll(BLOCKS);
    if (only?.matches('p, div') && others.length === 0) only.replaceWith(...only.childNodes);
    if (isBlank(cell)) continue;
    if (cell.querySelector(BLOCKS)) {
      lines.push(contentAs('div', cell));
      line = undefined;
      continue;
    }
    if (line) line.append(CELL_SEPARATOR, ...cell.childNodes);
    else {
      line = contentAs('p', cell);
      lines.push(line);
    }
  }
  return lines;
}

function toElement(element: Element): BodyElement {
  const children = [...element.childNodes].flatMap((child): Content[] => {
    if (child instanceof Element) return [toElement(child)];
    return child instanceof Text ? [child.data] : [];
  });
  return { name: element.localName, attribs: {}, children };
}
