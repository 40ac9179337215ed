import { withoutEnd } from '../../text/plain.ts';
import { type Tag, textOf, type Writer } from '../shape/writer.ts';
import { type Content, isBlank } from './block.ts';

/** Converts contents to pieces of HTML. `roots`: blocks that may stand among them; with `IN_LINE` none, embeds included. */
type Shape = (contents: readonly Content[], roots: readonly string[]) => string[];

export const AT_TOP: readonly string[] = ['table', 'figure', 'details'];
const IN_DETAILS: readonly string[] = ['table', 'figure'];
export const IN_LINE: readonly string[] = [];

/** Writes a block; `finish` writes what follows it. */
export class BlockWriting {
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

  /** An element without an end tag. */
  single(tag: string, attributes: string): void {
    this.#writer.content(`<${tag}${attributes}>`);
  }

  /** Text with marks; blocks become lines. Images are put behind the block. */
  inline(contents: readonly Content[]): void {
    this.#line(asLine(this.#shape(contents, IN_LINE)));
  }

  /** Plain text on one line, mapped by `shown`; both escaped. Images are put behind the block. */
  text(contents: readonly Content[], shown = (text: string) => text): void {
    const { pieces, images } = asLine(this.#shape(contents, IN_LINE));
    this.#line({ pieces: [shown(textOf(pieces))], images });
  }

  /** Blocks; nested `details` are unwrapped. */
  blocks(contents: readonly Content[]): void {
    const pieces = [...this.#images.splice(0), ...withoutGaps(this.#shape(inParagraphs(contents), IN_DETAILS))];
    this.#writer.add(pieces.length > 0 ? pieces : ['<p>', '<br>', '</p>']);
  }

  after(contents: readonly Content[]): void {
    this.#after.push(...contents);
  }

  finish(): void {
    this.#writer.add(this.#images);
    // No blocks inside: reparsing at each level would be quadratic in the depth.
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

function withoutGaps(pieces: readonly string[]): string[] {
  let depth = 0;
  return pieces.filter((piece) => {
    if (piece.startsWith('</')) depth -= 1;
    else if (piece.startsWith('<') && !/^<(?:br|hr|img)\b/.test(piece)) depth += 1;
    return depth > 0 || !isBlank(piece);
  });
}

interface Line {
  pieces: string[];
  images: string[]; // Pieces of paragraphs with the text's images
}

const BLANKS = ' \t\n';
const BREAK = /^<\/?(?:p|h[1-3]|ul|ol|li|blockquote|footer|pre|hr)\b/;

/** Joins pieces of a `Writer` to one run of text: blocks become lines, outer line breaks are dropped. */
function asLine(pieces: readonly string[]): Line {
  const run = new Run();
  let isCode = false;
  for (const piece of pieces) {
    if (piece.startsWith('<pre')) isCode = true;
    if (piece === '</pre>') isCode = false;
    if (piece === '<br>') run.break();
    else if (BREAK.test(piece)) run.edge();
    else if (piece.startsWith('<img ')) run.image(piece);
    else if (piece.startsWith('</')) run.closeMark();
    else if (piece.startsWith('<')) run.openMark(piece);
    else if (isCode) for (const [at, line] of piece.split('\n').entries()) run.codeLine(line, at > 0);
    else run.text(piece);
  }
  return run.finish();
}

/** Marks are opened only before text, so that none is empty. */
class Run {
  readonly #pieces: string[] = [];
  readonly #images: string[] = [];
  readonly #wanted: { opening: string }[] = [];
  #open: { opening: string }[] = [];
  #breaks = 0;
  #space = '';
  #last = -1;

  break(): void {
    this.#breaks += 1;
  }

  edge(): void {
    this.#breaks = Math.max(this.#breaks, 1);
  }

  openMark(opening: string): void {
    this.#wanted.push({ opening });
  }

  closeMark(): void {
    this.#wanted.pop();
  }

  image(image: string): void {
    const link = this.#wanted.find(({ opening }) => opening.startsWith('<a '));
    this.#images.push('<p>', ...(link ? [link.opening, image, '</a>'] : [image]), '</p>');
  }

  codeLine(line: string, isNew: boolean): void {
    if (isNew) this.break();
    if (line) this.text(line);
  }

  text(text: string): void {
    if (!/[^ \t\n]/.test(text)) {
      this.#space ||= text;
      return;
    }
    const startsLine = this.#pieces.length === 0 || this.#breaks > 0;
    this.#switchMarks();
    this.#last = this.#pieces.push(startsLine ? text.replace(/^[ \t\n]+/, '') : text) - 1;
  }

  finish(): Line {
    this.#endLine();
    this.#close(0);
    return { pieces: this.#pieces, images: this.#images };
  }

  #endLine(): void {
    const last = this.#pieces[this.#last];
    if (last !== undefined) this.#pieces[this.#last] = withoutEnd(last, BLANKS);
  }

  #switchMarks(): void {
    const isFirst = this.#pieces.length === 0;
    if (this.#breaks > 0) this.#endLine();
    let same = 0;
    while (same < this.#open.length && this.#open[same] === this.#wanted[same]) same += 1;
    this.#close(same);
    if (!isFirst && this.#breaks > 0) for (let left = this.#breaks; left > 0; left -= 1) this.#pieces.push('<br>');
    else if (!isFirst && this.#space) this.#pieces.push(this.#space);
    this.#breaks = 0;
    this.#space = '';
    for (const mark of this.#wanted.slice(same)) this.#pieces.push(mark.opening);
    this.#open = [...this.#wanted];
  }

  #close(from: number): void {
    for (const { opening } of this.#open.splice(from).reverse()) this.#pieces.push(endTag(opening));
  }
}

function endTag(opening: string): string {
  return `</${/^<(\w+)/.exec(opening)?.[1]}>`;
}
