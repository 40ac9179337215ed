import type { Tag, Writer } from './writer.ts';

export interface Entry {
  /** `line`: of a code block; `gone`: dropped, its content stays. */
  kind: 'block' | 'text' | 'line' | 'mark' | 'quote' | 'swallow' | 'gone';
  tag: string;
  attributes: string;
  block?: Tag;
  holdsCode?: boolean;
  mark?: Tag;
  isTable?: boolean;
  cells?: number; // of a table row
  isTold?: boolean; // loss of the table or address of the embed has been reported
}

export class Entries {
  readonly #writer: Writer;
  readonly open: Entry[] = [];

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  get isInLink(): boolean {
    return this.open.some(({ kind, tag }) => kind === 'mark' && tag === 'a');
  }

  /** Counts a cell, which becomes a paragraph. True once per table, at a row with several: it is lost. */
  losesTable(): boolean {
    const row = this.open.findLast(({ cells }) => cells !== undefined);
    const table = this.open.findLast(({ isTable }) => isTable);
    if (!row || !table) return false;
    row.cells = (row.cells ?? 0) + 1;
    if (row.cells < 2 || table.isTold) return false;
    table.isTold = true;
    return true;
  }

  content(markup: string, blank: boolean): void {
    const owner = this.open.findLast(({ kind }) => kind === 'block' || kind === 'text');
    const loose = this.#writer.inside === 'block';
    if (loose && !blank && owner?.kind === 'text') owner.block = this.#writer.open(owner.tag, owner.attributes);
    this.syncMarks(blank && loose);
    this.#writer.content(markup);
  }

  syncMarks(onlyClose = false): void {
    const wanted: Tag[] = [];
    for (const entry of this.open) {
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
}
