import type { Element as BodyElement, Content } from '../../../../../../../model/body/blocks/block.ts';
import { table as tableBlock } from '../../../../../../../model/body/blocks/table.ts';
import { contentAs, rename } from '../../paste/inert.ts';

const BOLD_RULE = /\.([\w-]+)\s*\{[^}]*font-weight:\s*(?:bold|[6-9]00)/gi;
const BOLD = /^(?:bold|bolder|[6-9]00)$/;

/** Only LibreOffice and web pages mark header cells: in Excel, Word and Google's they are a bold first row. */
export function pasteTables(body: HTMLElement, html: string): void {
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

/** Turns each row of a table that the server would refuse, or of one cell, into a paragraph. Returns the number of those refused. */
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
    if (!/[^\s\u00a0]/.test(cell.textContent ?? '') && !cell.querySelector('img')) continue;
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
