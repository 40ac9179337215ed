import type { Tag, Writer } from './writer.ts';

export interface Entry {
  /** `line`: of a code block; `cell`: its text joins the row; `gone`: dropped, its content stays. */
  kind: 'block' | 'text' | 'line' | 'mark' | 'quote' | 'cell' | 'swallow' | 'gone';
  tag: string;
  attributes: string;
  block?: Tag;
  holdsCode?: boolean;
  row?: Row;
  mark?: Tag;
  isTable?: boolean;
  isBegun?: boolean;
}

export class Entries {
  readonly #writer: Writer;
  readonly #open: Entry[] = [];

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  push(entry: Entry): void {
    this.#open.push(entry);
  }

  pop(): Entry | undefined {
    const entry = this.#open.pop();
    if (entry?.kind === 'quote' && entry.isBegun) this.content(quoteMarks(this.#quotes().length)[1], false);
    return entry;
  }

  get innermost(): Entry | undefined {
    return this.#open.at(-1);
  }

  get isInLink(): boolean {
    return this.#open.some(({ kind, tag }) => kind === 'mark' && tag === 'a');
  }

  get table(): Entry | undefined {
    return this.#open.findLast(({ isTable }) => isTable);
  }

  get row(): Row | undefined {
    return this.#holder?.row;
  }

  get isBetweenCells(): boolean {
    const { row, kind } = this.#holder ?? {};
    return row !== undefined && (kind === 'text' || row.next !== 'nothing' || !row.isFilled);
  }

  get #holder(): Entry | undefined {
    return this.#open.findLast(({ kind }) => kind === 'block' || kind === 'text' || kind === 'cell');
  }

  content(markup: string, blank: boolean): void {
    const owner = this.#open.findLast(({ kind }) => kind === 'block' || kind === 'text');
    if (owner?.row && !blank) this.#beginInRow(owner.row);
    const loose = this.#writer.inside === 'block';
    if (loose && !blank && owner?.kind === 'text') owner.block = this.#writer.open(owner.tag, owner.attributes);
    if (!blank) this.#beginQuotes();
    this.syncMarks(blank && loose);
    this.#writer.content(markup);
  }

  syncMarks(onlyClose = false, count = this.#open.length): void {
    const wanted: Tag[] = [];
    for (const entry of this.#open.slice(0, count)) {
      const mark = entry.kind === 'mark' ? entry : entry.mark;
      if (!mark || (this.#writer.inside === 'pre' && mark.tag !== 'code')) continue;
      const same = wanted.findIndex((other) => other.tag === mark.tag);
      if (same >= 0 && mark.tag !== 'a') continue;
      // A nested link replaces the outer one; other nested duplicates add nothing.
      if (same >= 0) wanted.splice(same, 1);
      wanted.push(mark);
    }
    this.#writer.marks(wanted, onlyClose);
  }

  #beginInRow(row: Row): void {
    if (row.next === 'paragraph') this.#writer.endLeaf();
    if (row.next === 'separator' && this.#writer.inside === 'leaf') {
      this.#writer.marks([]);
      this.#writer.content(CELL_SEPARATOR);
    }
    row.next = 'nothing';
    row.isFilled = true;
  }

  #beginQuotes(): void {
    for (const [depth, quote] of this.#quotes().entries()) {
      if (quote.isBegun) continue;
      quote.isBegun = true;
      this.syncMarks(false, this.#open.indexOf(quote));
      this.#writer.content(quoteMarks(depth)[0]);
    }
  }

  #quotes(): Entry[] {
    return this.#open.filter(({ kind }) => kind === 'quote');
  }
}

function quoteMarks(depth: number): readonly [opening: string, closing: string] {
  return depth % 2 === 0 ? ['«', '»'] : ['„', '“'];
}

/** Table row, written as one paragraph; `next` precedes the next text. */
export interface Row {
  next: 'nothing' | 'separator' | 'paragraph';
  cells: number;
  isFilled: boolean;
}

const CELL_SEPARATOR = ' — ';

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

export function isCell(tag: string): boolean {
  return tag === 'td' || tag === 'th';
}

export function isCellParagraph(tag: string, isLoose: boolean): boolean {
  return tag === 'p' || (isLoose && !/^(table|caption|thead|tbody|tfoot|tr|td|th)$/.test(tag));
}
