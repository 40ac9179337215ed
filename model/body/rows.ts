/** A row of a table becomes one paragraph. What has to come before the next text in it. */
export interface Row {
  next: 'nothing' | 'separator' | 'paragraph';
  cells: number;
  /** The present cell has brought something. */
  isFilled: boolean;
}

/** Between the cells of a row. */
export const CELL_SEPARATOR = ' — ';

export function newRow(): Row {
  return { next: 'nothing', cells: 0, isFilled: false };
}

export function enterCell(row: Row): void {
  row.cells += 1;
  row.next = 'separator';
  row.isFilled = false;
}

/** At both ends of a paragraph inside a cell: the second one in a cell begins a paragraph of its own. */
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

/** Whether a block inside a cell is only its paragraph, and not a structure of its own. */
export function isCellParagraph(tag: string, isLoose: boolean): boolean {
  return tag === 'p' || (isLoose && !/^(table|caption|thead|tbody|tfoot|tr|td|th)$/.test(tag));
}
