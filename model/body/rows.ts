/** Table row, written as one paragraph; `next` precedes the next text. */
export interface Row {
  next: 'nothing' | 'separator' | 'paragraph';
  cells: number;
  isFilled: boolean;
}

export const CELL_SEPARATOR = ' — ';

/** State of a row before its first cell. */
export function newRow(): Row {
  return { next: 'nothing', cells: 0, isFilled: false };
}

/** The next text follows a separator. */
export function enterCell(row: Row): void {
  row.cells += 1;
  row.next = 'separator';
  row.isFilled = false;
}

/** Boundary of a paragraph in a cell: text after it starts a new paragraph. */
export function edgeInCell(row: Row): void {
  if (row.isFilled) row.next = 'paragraph';
}

/** Text was written into the current cell. */
export function fillCell(row: Row): void {
  row.next = 'nothing';
  row.isFilled = true;
}

/** `td` or `th`. */
export function isCell(tag: string): boolean {
  return tag === 'td' || tag === 'th';
}

/** True when a block in a cell is only a paragraph. */
export function isCellParagraph(tag: string, isLoose: boolean): boolean {
  return tag === 'p' || (isLoose && !/^(table|caption|thead|tbody|tfoot|tr|td|th)$/.test(tag));
}
