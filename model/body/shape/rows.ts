/** Table row, written as one paragraph; `next` precedes the next text. */
export interface Row {
  next: 'nothing' | 'separator' | 'paragraph';
  cells: number;
  isFilled: boolean;
}

export const CELL_SEPARATOR = ' — ';

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

export function fillCell(row: Row): void {
  row.next = 'nothing';
  row.isFilled = true;
}

export function isCell(tag: string): boolean {
  return tag === 'td' || tag === 'th';
}

export function isCellParagraph(tag: string, isLoose: boolean): boolean {
  return tag === 'p' || (isLoose && !/^(table|caption|thead|tbody|tfoot|tr|td|th)$/.test(tag));
}
