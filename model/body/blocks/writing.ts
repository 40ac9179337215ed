import type { Tag, Writer } from '../shape/writer.ts';
import { type BlockWriter, type Content, isBlank } from './block.ts';
import { asLine, asText, type Line } from './inline.ts';

/** Pieces of contents, read by the rules of `roots`: the blocks that may stand among them; `IN_LINE`: not even embeds. */
export type Shape = (contents: readonly Content[], roots: readonly string[]) => string[];

export const AT_TOP: readonly string[] = ['table', 'figure', 'details'];
const IN_DETAILS: readonly string[] = ['table', 'figure'];
export const IN_LINE: readonly string[] = [];

/** Writes a block; `finish` writes what follows it. */
export class BlockWriting implements BlockWriter {
  readonly #writer: Writer;
  readonly #shape: Shape;
  readonly #open: Tag[] = [];
  readonly #after: Content[] = [];
  readonly #images: string[] = [];

  constructor(writer: Writer, shape: Shape) {
    this.#writer = writer;
    this.#shape = shape;
  }

  open(tag: string, attributes = ''): void {
    this.#open.push(this.#writer.open(tag, attributes));
  }

  close(): void {
    const tag = this.#open.pop();
    if (tag) this.#writer.close(tag);
  }

  single(tag: string, attributes: string): void {
    this.#writer.content(`<${tag}${attributes}>`);
  }

  inline(contents: readonly Content[]): void {
    this.#line(asLine(this.#shape(contents, IN_LINE)));
  }

  text(contents: readonly Content[], shown = (text: string) => text): void {
    const { text, images } = asText(this.#shape(contents, IN_LINE));
    this.#line({ pieces: [shown(text)], images });
  }

  blocks(contents: readonly Content[]): void {
    const pieces = [...this.#images.splice(0), ...withoutGaps(this.#shape(inParagraphs(contents), IN_DETAILS))];
    this.#writer.add(pieces.length > 0 ? pieces : ['<p>', '<br>', '</p>']);
  }

  after(contents: readonly Content[]): void {
    this.#after.push(...contents);
  }

  finish(): void {
    this.#writer.add(this.#images);
    // Without blocks: reading them again at each level would be quadratic in the depth.
    if (this.#after.length > 0) this.#writer.add(this.#shape(inParagraphs(this.#after), []));
  }

  #line({ pieces, images }: Line): void {
    this.#writer.add(pieces);
    this.#images.push(...images);
  }
}

/** Text beside blocks becomes paragraphs. */
function inParagraphs(contents: readonly Content[]): Content[] {
  return [{ name: 'div', attribs: {}, children: [...contents] }];
}

/** Without white space between blocks. */
function withoutGaps(pieces: readonly string[]): string[] {
  let depth = 0;
  return pieces.filter((piece) => {
    if (piece.startsWith('</')) depth -= 1;
    else if (piece.startsWith('<') && !/^<(?:br|hr|img)\b/.test(piece)) depth += 1;
    return depth > 0 || !isBlank(piece);
  });
}
