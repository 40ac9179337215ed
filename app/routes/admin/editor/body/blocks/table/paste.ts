import { rename } from '../../paste/inert.ts';

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
