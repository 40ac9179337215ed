import { CELL_SEPARATOR, fillCell, type Row } from './rows.ts';
import type { Tag, Writer } from './writer.ts';

/** An element of the input that is open now, and what has become of it. */
export interface Entry {
  /**
   * `block`: holds what it holds; `text`: text inside needs a leaf; `line`: of a code block; `cell`: its text belongs to the row
   * around it; `gone`: leaves its content.
   */
  kind: 'block' | 'text' | 'line' | 'mark' | 'quote' | 'cell' | 'swallow' | 'gone';
  tag: string;
  attributes: string;
  /** Its block in the output while that is open. */
  block?: Tag;
  /** Its lines are elements of their own, and all of them one code block. */
  holdsCode?: boolean;
  /** The row of a table, of the row itself and of what is in its cells. */
  row?: Row;
  /** A format that the element gives to all that is in it. */
  mark?: Tag;
  isTable?: boolean;
  /** Its opening mark, its link or its loss has been written. */
  isBegun?: boolean;
}

/** The elements of the input that are open, and what text in them needs before it is written. */
export class Entries {
  readonly #writer: Writer;
  readonly #open: Entry[] = [];

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  push(entry: Entry): void {
    this.#open.push(entry);
  }

  /** Ends the innermost element. */
  pop(): Entry | undefined {
    const entry = this.#open.pop();
    if (entry?.kind === 'quote' && entry.isBegun) this.content(quoteMarks(this.#quotes().length)[1], false);
    return entry;
  }

  get innermost(): Entry | undefined {
    return this.#open.at(-1);
  }

  get table(): Entry | undefined {
    return this.#open.findLast(({ isTable }) => isTable);
  }

  /** The row whose cell the next element stands in, or whose cell it is. */
  get row(): Row | undefined {
    return this.#holder?.row;
  }

  /** White space here only sets the markup of a table. */
  get isBetweenCells(): boolean {
    const { row, kind } = this.#holder ?? {};
    return row !== undefined && (kind === 'text' || row.next !== 'nothing' || !row.isFilled);
  }

  get #holder(): Entry | undefined {
    return this.#open.findLast(({ kind }) => kind === 'block' || kind === 'text' || kind === 'cell');
  }

  /** Writes escaped text, or an element without an end tag, in the paragraph and the formats it stands in. */
  content(markup: string, blank: boolean): void {
    const owner = this.#open.findLast(({ kind }) => kind === 'block' || kind === 'text');
    if (owner?.row && !blank) this.#beginInRow(owner.row);
    const loose = this.#writer.inside === 'block';
    if (loose && !blank && owner?.kind === 'text') owner.block = this.#writer.open(owner.tag, owner.attributes);
    if (!blank) this.#beginQuotes();
    this.syncMarks(blank && loose);
    this.#writer.content(markup);
  }

  /** Makes the formats of the open elements, or of the outermost `count` of them, the open ones. */
  syncMarks(onlyClose = false, count = this.#open.length): void {
    const wanted: Tag[] = [];
    for (const entry of this.#open.slice(0, count)) {
      const mark = entry.kind === 'mark' ? entry : entry.mark;
      if (!mark || (this.#writer.inside === 'pre' && mark.tag !== 'code')) continue;
      const same = wanted.findIndex((other) => other.tag === mark.tag);
      if (same >= 0 && mark.tag !== 'a') continue;
      // A link inside a link takes its place, anything else inside its like adds nothing.
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
    fillCell(row);
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

/** «…», and „…“ inside it. */
function quoteMarks(depth: number): readonly [opening: string, closing: string] {
  return depth % 2 === 0 ? ['«', '»'] : ['„', '“'];
}
