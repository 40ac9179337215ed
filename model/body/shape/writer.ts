import { Counter, MAX_BODY_BYTES, tooLong } from '../markup.ts';
import { BUTTON_CLASS, CONTAINERS } from '../vocabulary.ts';

export interface Tag {
  tag: string;
  attributes: string;
  author?: string[]; // For a quotation: its author, written at its end
}

interface OpenBlock extends Tag {
  start: number;
}

export class Writer {
  readonly #pieces: string[] = [];
  readonly #blocks: OpenBlock[] = [];
  readonly #marks: Tag[] = [];
  readonly #counter: Counter;
  readonly #holdsFigures: boolean;
  #length = 0;

  /** `holdsFigures`: false for a line of text in a block. */
  constructor(depth = 0, holdsFigures = true) {
    this.#holdsFigures = holdsFigures;
    this.#counter = new Counter(depth);
  }

  get depth(): number {
    return this.#counter.depth;
  }

  get isAtTop(): boolean {
    return this.#holdsFigures && this.inside !== 'pre' && this.#blocks.every(({ tag }) => !CONTAINERS.includes(tag));
  }

  /** True where a quotation has no author yet. */
  get takesAuthor(): boolean {
    const quote = this.#blocks.at(-1);
    return quote?.tag === 'blockquote' && !quote.author;
  }

  get inside(): 'pre' | 'leaf' | 'block' {
    const tag = this.#blocks.at(-1)?.tag;
    if (tag === 'pre') return 'pre';
    return tag === undefined || CONTAINERS.includes(tag) ? 'block' : 'leaf';
  }

  open(tag: string, attributes: string): Tag {
    this.marks([]);
    const shown = tag === AUTHOR && !this.takesAuthor ? 'p' : tag;
    const block: OpenBlock = { tag: shown, attributes, start: this.#pieces.length };
    this.#start(block);
    this.#blocks.push(block);
    return block;
  }

  close(block: Tag): void {
    const at = this.#blocks.indexOf(block as OpenBlock);
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

  /** Opens and closes marks until exactly these are open; `onlyClose` opens none. */
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

  add(pieces: readonly string[]): void {
    for (const piece of pieces) {
      if (!piece.startsWith('</')) this.#counter.node();
      this.#write(piece);
    }
  }

  finish(): string[] {
    this.#closeBlocks(0);
    return this.#pieces;
  }

  #closeBlocks(from: number): void {
    this.marks([]);
    while (this.#blocks.length > from) {
      const block = this.#blocks.pop() as OpenBlock;
      if (block.author) this.#pieces.push(...block.author);
      this.#end(block.tag);
      if (block.tag === AUTHOR) this.#writeAuthor(block);
      else if (block.attributes === BUTTON) this.#pieces.push(...asButton(this.#pieces.splice(block.start)));
    }
  }

  #writeAuthor({ start }: OpenBlock): void {
    const pieces = asAuthor(this.#pieces.splice(start));
    const quote = this.#blocks.at(-1);
    if (quote && pieces[0] === `<${AUTHOR}>`) quote.author = pieces;
    else this.#pieces.push(...pieces);
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

/** Element of a quotation's author: the last one inside, text only. */
export const AUTHOR = 'footer';

/** Pieces of a `footer`; a paragraph if it has images, nothing if it is empty. */
function asAuthor(pieces: string[]): string[] {
  const inside = pieces.slice(1, -1);
  if (inside.some((piece) => piece.startsWith('<img '))) return ['<p>', ...inside, '</p>'];
  return inside.some(isText) ? pieces : [];
}

const BUTTON = ` class="${BUTTON_CLASS}"`;

/** Pieces of a button: one link with plain text. Anything else becomes a paragraph. */
function asButton(pieces: string[]): string[] {
  const [opening = '', ...inside] = pieces.slice(0, -1);
  const from = inside.findIndex((piece) => piece.startsWith('<a '));
  const to = inside.indexOf('</a>');
  const outside = [...inside.slice(0, from), ...inside.slice(to + 1)];
  const label = textOf(inside.slice(from + 1, to));
  if (from < 0 || inside.some((piece) => piece.startsWith('<img ')) || outside.some(isText) || !isText(label))
    return ['<p>', ...inside, '</p>'];
  return [opening, inside[from] ?? '', label, '</a>', '</p>'];
}

/** On one line. */
export function textOf(pieces: readonly string[]): string {
  return pieces
    .map((piece) => (piece === '<br>' ? ' ' : piece))
    .filter((piece) => !piece.startsWith('<'))
    .join('')
    .trim();
}

const isText = (piece: string) => /[^\s\u00a0]/.test(piece) && !piece.startsWith('<');
