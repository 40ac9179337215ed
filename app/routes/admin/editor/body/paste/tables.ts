const CELL_SEPARATOR = ' — ';
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, hr';

/** Each row becomes a paragraph, as on the server. Returns the number of tables. */
export function replaceTables(body: HTMLElement): number {
  let count = 0;
  for (const table of [...body.querySelectorAll('table')].reverse()) {
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
