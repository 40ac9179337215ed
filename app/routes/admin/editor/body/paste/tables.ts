import type { Element as BodyElement, Content } from '../../../../../../model/body/blocks/block.ts';
import { table as tableBlock } from '../../../../../../model/body/blocks/table.ts';

const CELL_SEPARATOR = ' — ';
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, hr';

/** Tables that cannot stand, by the server's rule: each row becomes a paragraph. Returns their number. */
export function replaceTables(body: HTMLElement): number {
  let count = 0;
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    if (!table.parentElement?.closest('li, blockquote, td, th, caption') && tableBlock.matches(toElement(table)))
      continue;
    const rows = [...table.querySelectorAll('tr')];
    if (rows.some((row) => row.querySelectorAll('td, th').length > 1)) count += 1;
    const caption = table.querySelector('caption');
    const lines = rows.flatMap((row) => linesOf(row, body.ownerDocument));
    table.replaceWith(...(caption ? [within('p', caption.childNodes, body.ownerDocument)] : []), ...lines);
  }
  return count;
}

function linesOf(row: Element, inert: Document): HTMLElement[] {
  const lines: HTMLElement[] = [];
  let line: HTMLElement | undefined;
  for (const cell of row.querySelectorAll('td, th')) {
    const [only, ...others] = cell.querySelectorAll(BLOCKS);
    if (only?.matches('p, div') && others.length === 0) only.replaceWith(...only.childNodes);
    if (!/[^\s\u00a0]/.test(cell.textContent ?? '') && !cell.querySelector('img')) continue;
    if (cell.querySelector(BLOCKS)) {
      lines.push(within('div', cell.childNodes, inert));
      line = undefined;
      continue;
    }
    if (line) line.append(CELL_SEPARATOR);
    else {
      line = inert.createElement('p');
      lines.push(line);
    }
    line.append(...cell.childNodes);
  }
  return lines;
}

function within(tag: string, nodes: Iterable<Node>, inert: Document): HTMLElement {
  const element = inert.createElement(tag);
  element.append(...nodes);
  return element;
}

function toElement(element: Element): BodyElement {
  const children = [...element.childNodes].flatMap((child): Content[] => {
    if (child instanceof Element) return [toElement(child)];
    return child instanceof Text ? [child.data] : [];
  });
  return { name: element.localName, attribs: {}, children };
}
