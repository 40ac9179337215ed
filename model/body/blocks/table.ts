import { ALIGNMENT_CLASSES, type Attributes, alignmentClass, wholeNumber } from '../vocabulary.ts';
import { type Block, type Content, type Element, hasText, hasWords, isBlank, someElement } from './block.ts';
import type { BlockWriting } from './writing.ts';

/** Maximum number of columns with spans: the editor creates a cell for each. */
export const MAX_SPAN = 100;

const SPANS = Array.from({ length: MAX_SPAN - 1 }, (_, at) => String(at + 2));
const CELL = {
  classes: ALIGNMENT_CLASSES,
  attributes: ['colspan', 'rowspan'].map((name) => ({ name, values: SPANS })),
};

export const table: Block = {
  name: 'table',
  root: 'table',
  elements: { table: {}, caption: {}, thead: {}, tbody: {}, tr: {}, th: CELL, td: CELL },
  matches: (element) => !isLayout(element),
  write(element, writer) {
    const { caption, rows, others } = read(element);
    writer.open('table');
    if (caption?.some(hasWords)) writeInline(writer, 'caption', '', caption);
    writeRows(
      writer,
      rows.filter(({ cells }) => cells.length > 0),
      rows,
    );
    writer.close();
    writer.after(others);
  },
  // A wide table scrolls and is focusable for keyboard scrolling. Short cells do not wrap.
  show: (html) =>
    html
      .replace(
        /(<t[dh][^>]*>)([^<]{1,14})(?=<\/t[dh]>)/g,
        (_cell, opening, words) => opening + words.replaceAll(' ', '\u00a0'),
      )
      .replace(/<table>(?:<caption>(.*?)<\/caption>)?/gs, (opening, caption = 'Таблица') => {
        const name = caption.replace(/<[^>]*>/g, ' ').replaceAll('"', '&quot;');
        return `<div class="table" role="region" tabindex="0" aria-label="${name}">${opening}`;
      })
      .replaceAll('</table>', '</table></div>'),
};

interface Cell {
  isHeader: boolean;
  element: Element;
}

interface Row {
  cells: Cell[];
  section: string;
}

interface Parts {
  caption: Content[] | undefined;
  rows: Row[];
  others: Content[];
}

const PARTS = /^(?:thead|tbody|tfoot|tr|td|th|caption)$/;
const isCell = ({ name }: Element) => name === 'td' || name === 'th';

/** Whether a table has no cells or is a layout table: contains tables or images, or has one column. */
function isLayout(root: Element): boolean {
  const { rows } = read(root);
  const cells = rows.flatMap((row) => row.cells.map(({ element }) => element));
  if (cells.length === 0) return true;
  const inCells = (test: (element: Element) => boolean) =>
    cells.some(({ children }) => children.some((child) => someElement(child, test)));
  if (inCells(({ name }) => name === 'table')) return true;
  const isPicture = ({ name }: Element) => name === 'img' || name === 'figure';
  if (inCells(isPicture) && !cells.some(hasText)) return true;
  const isColumn = rows.every((row) => row.cells.length < 2);
  return isColumn && inCells((inner) => isPicture(inner) || /^(?:h[1-6]|ul|ol|blockquote|pre|hr)$/.test(inner.name));
}

function read(root: Element): Parts {
  const parts: Parts = { caption: undefined, rows: [], others: [] };
  let loose: Row | undefined;
  const visit = (content: Content, section: string, row: Row | undefined): void => {
    if (typeof content === 'string' || !hasParts(content)) {
      if (!isBlank(content) && !isColumn(content)) parts.others.push(content);
      return;
    }
    const { name, children } = content;
    if (isCell(content)) {
      loose = row ?? loose ?? addRow(section);
      loose.cells.push({ isHeader: name === 'th' || section === 'thead', element: content });
      if (row) loose = undefined;
      return;
    }
    if (name === 'caption' && !parts.caption) parts.caption = children;
    else if (name === 'caption') parts.others.push(...children);
    else {
      loose = undefined;
      const inner = name === 'tr' ? addRow(section) : row;
      for (const child of children) visit(child, /^t(head|body|foot)$/.test(name) ? name : section, inner);
    }
  };
  const addRow = (section: string): Row => {
    const row: Row = { cells: [], section };
    parts.rows.push(row);
    return row;
  };
  for (const child of root.children) visit(child, 'tbody', undefined);
  return {
    ...parts,
    rows: ['thead', 'tbody', 'tfoot'].flatMap((name) => parts.rows.filter((row) => row.section === name)),
  };
}

function hasParts(content: Content): boolean {
  if (typeof content === 'string' || content.name === 'table') return false;
  return PARTS.test(content.name) || content.children.some(hasParts);
}

const isColumn = (content: Content) => typeof content !== 'string' && /^col(?:group)?$/.test(content.name);

/** The first row is the header if all its cells are header cells without a row span. */
function writeRows(writer: BlockWriting, filled: readonly Row[], all: readonly Row[]): void {
  const heights = heightsOf(filled, all);
  const [first, ...others] = filled;
  const hasHeader =
    first !== undefined && others.length > 0 && first.cells.every((cell) => cell.isHeader && !heights.get(cell));
  if (hasHeader) writeSection(writer, 'thead', [first], heights);
  writeSection(writer, 'tbody', hasHeader ? others : filled, heights);
}

/** Row spans of cells: counts rows with own cells in the section. Omits cells of one row. */
function heightsOf(filled: readonly Row[], all: readonly Row[]): Map<Cell, number> {
  const before = new Map<Row, number>();
  const ends = new Map<string, number>();
  let count = 0;
  const counts = all.map((row) => {
    before.set(row, count);
    count += row.cells.length > 0 ? 1 : 0;
    ends.set(row.section, count);
    return count;
  });
  const places = new Map(all.map((row, at) => [row, at]));
  const heights = new Map<Cell, number>();
  for (const row of filled)
    for (const cell of row.cells) {
      const last = (places.get(row) ?? 0) + spanOf(cell.element.attribs.rowspan) - 1;
      const end = Math.min(counts[Math.min(last, counts.length - 1)] ?? 0, ends.get(row.section) ?? 0);
      const height = end - (before.get(row) ?? 0);
      if (height > 1) heights.set(cell, height);
    }
  return heights;
}

function writeSection(writer: BlockWriting, tag: string, rows: readonly Row[], heights: Map<Cell, number>): void {
  writer.open(tag);
  for (const { cells } of rows) {
    writer.open('tr');
    let free = MAX_SPAN - cells.length;
    for (const cell of cells) {
      const { attribs, children } = cell.element;
      const width = Math.min(spanOf(attribs.colspan), Math.max(0, free) + 1);
      free -= width - 1;
      const attributes = span('colspan', width) + span('rowspan', heights.get(cell)) + alignment(attribs, children);
      writeInline(writer, cell.isHeader ? 'th' : 'td', attributes, children);
    }
    writer.close();
  }
  writer.close();
}

function writeInline(writer: BlockWriting, tag: string, attributes: string, contents: readonly Content[]): void {
  writer.open(tag, attributes);
  writer.inline(contents);
  writer.close();
}

function spanOf(value: string | undefined): number {
  return Math.min(MAX_SPAN, Number(wholeNumber(value) ?? 1));
}

function span(name: string, count = 1): string {
  return count > 1 ? ` ${name}="${count}"` : '';
}

/** Alignment of the cell, or of its first paragraph. */
function alignment(attribs: Attributes, children: readonly Content[]): string {
  const first = children.find((child) => !isBlank(child));
  const own = alignmentClass(attribs) ?? (typeof first === 'object' ? alignmentClass(first.attribs) : undefined);
  return own ? ` class="${own}"` : '';
}
