import { Counter, MAX_BODY_BYTES, tooLong } from './markup.ts';
import { CONTAINERS } from './vocabulary.ts';

/** An element as it is opened; `attributes` are ready to stand in the tag. */
export interface Tag {
  tag: string;
  attributes: string;
}

/** Writes a body and knows what is open in it: blocks, and in the innermost of them formats. Throws BodyTooComplex when it grows too big. */
export class Writer {
  readonly #pieces: string[] = [];
  readonly #blocks: Tag[] = [];
  readonly #marks: Tag[] = [];
  readonly #counter = new Counter();
  #length = 0;

  /** What text would stand in: a code block, a paragraph or heading, or straight in a block or the body. */
  get inside(): 'pre' | 'leaf' | 'block' {
    const tag = this.#blocks.at(-1)?.tag;
    if (tag === 'pre') return 'pre';
    return tag === undefined || CONTAINERS.includes(tag) ? 'block' : 'leaf';
  }

  /** Opens a block; what comes back is for `close`. */
  open(tag: string, attributes: string): Tag {
    this.marks([]);
    const block = { tag, attributes };
    this.#start(block);
    this.#blocks.push(block);
    return block;
  }

  /** Closes a block and everything in it; one that is closed already is none of its business. */
  close(block: Tag): void {
    const at = this.#blocks.indexOf(block);
    if (at >= 0) this.#closeBlocks(at);
  }

  endLeaf(): void {
    this.marks([]);
    if (this.inside !== 'block') this.#closeBlocks(this.#blocks.length - 1);
  }

  /** Closes what is open inside the nearest list; false when there is none in the nearest quotation. */
  closeToList(): boolean {
    const at = this.#blocks.findLastIndex(({ tag }) => tag !== 'li');
    if (at < 0 || this.#blocks[at]?.tag === 'blockquote') return false;
    this.#closeBlocks(at + 1);
    return true;
  }

  /** Makes exactly these formats the open ones; with `onlyClose` those not open yet stay closed. */
  marks(wanted: readonly Tag[], onlyClose = false): void {
    let same = 0;
    while (same < this.#marks.length && this.#marks[same] === wanted[same]) same += 1;
    for (const { tag } of this.#marks.splice(same).reverse()) this.#end(tag);
    if (onlyClose) return;
    for (const mark of wanted.slice(same)) {
      this.#start(mark);
      this.#marks.push(mark);
    }
  }

  /** Escaped text, or an element without an end tag. */
  content(markup: string): void {
    this.#counter.node();
    this.#write(markup);
  }

  /** In a code block: what follows stands on a new line. */
  newLine(): void {
    const last = this.#pieces.at(-1) ?? '';
    if (!last.startsWith('<pre') && !last.endsWith('\n')) this.content('\n');
  }

  finish(): string {
    this.#closeBlocks(0);
    return this.#pieces.join('');
  }

  #closeBlocks(from: number): void {
    this.marks([]);
    for (const { tag } of this.#blocks.splice(from).reverse()) this.#end(tag);
  }

  #start({ tag, attributes }: Tag): void {
    this.#counter.enter();
    this.#write(`<${tag}${attributes}>`);
  }

  #end(tag: string): void {
    this.#counter.leave();
    this.#write(`</${tag}>`);
  }

  /** A long link around many paragraphs is written in each of them: a small input can make a big output. */
  #write(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_BODY_BYTES) throw tooLong();
    this.#pieces.push(piece);
  }
}
