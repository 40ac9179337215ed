import { Counter, MAX_BODY_BYTES, tooLong } from './markup.ts';
import { CONTAINERS } from './vocabulary.ts';

export interface Tag {
  tag: string;
  attributes: string;
}

export class Writer {
  readonly #pieces: string[] = [];
  readonly #blocks: Tag[] = [];
  readonly #marks: Tag[] = [];
  readonly #counter = new Counter();
  #length = 0;

  get inside(): 'pre' | 'leaf' | 'block' {
    const tag = this.#blocks.at(-1)?.tag;
    if (tag === 'pre') return 'pre';
    return tag === undefined || CONTAINERS.includes(tag) ? 'block' : 'leaf';
  }

  open(tag: string, attributes: string): Tag {
    this.marks([]);
    const block = { tag, attributes };
    this.#start(block);
    this.#blocks.push(block);
    return block;
  }

  close(block: Tag): void {
    const at = this.#blocks.indexOf(block);
    if (at >= 0) this.#closeBlocks(at);
  }

  endLeaf(): void {
    this.marks([]);
    if (this.inside !== 'block') this.#closeBlocks(this.#blocks.length - 1);
  }

  /** Closes up to the nearest list; false when a quotation is nearer. */
  closeToList(): boolean {
    const at = this.#blocks.findLastIndex(({ tag }) => tag !== 'li');
    if (at < 0 || this.#blocks[at]?.tag === 'blockquote') return false;
    this.#closeBlocks(at + 1);
    return true;
  }

  /** Makes exactly these formats open; `onlyClose` opens none. */
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

  content(markup: string): void {
    this.#counter.node();
    this.#write(markup);
  }

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

  /** A long link around many paragraphs is repeated in each: output can far exceed input. */
  #write(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_BODY_BYTES) throw tooLong();
    this.#pieces.push(piece);
  }
}
