import type { Block, Content, Element } from '../blocks/block.ts';
import { BLOCKS } from '../blocks/blocks.ts';
import { AT_TOP, BlockWriting, IN_LINE } from '../blocks/writing.ts';
import { liftDataUrls } from '../images.ts';
import type { LostThing } from '../losses.ts';
import { type MarkupReader, readMarkup } from '../markup.ts';
import type { Attributes } from '../vocabulary.ts';
import { Elements } from './elements.ts';
import { Writer } from './writer.ts';

/** Normalises to what the editor can produce; idempotent. `onLoss` per lost thing; BodyTooComplex. */
export function shapeBody(html: string, onLoss: (what: LostThing) => void = () => {}): string {
  const lifted = liftDataUrls(html);
  const shaper = new Shaper(lifted.restore, onLoss);
  readMarkup(lifted.html, shaper);
  return shaper.finish().join('');
}

/** Finds the blocks of `blocks/`; other elements go to `Elements`. */
class Shaper implements MarkupReader {
  readonly #restore: (text: string) => string;
  readonly #roots: readonly string[];
  readonly #writer: Writer;
  readonly #elements: Elements;
  readonly #onLoss: (what: LostThing) => void;
  #capture: Capture | undefined;
  /** Enclosing elements whose capture yielded no block. */
  #failed = 0;

  /** `roots`: block elements allowed at the top level. */
  constructor(restore: (text: string) => string, onLoss: (what: LostThing) => void, roots = AT_TOP, depth = 0) {
    this.#restore = restore;
    this.#onLoss = onLoss;
    this.#roots = roots;
    this.#writer = new Writer(depth, roots !== IN_LINE);
    this.#elements = new Elements(this.#writer, onLoss);
  }

  finish(): string[] {
    return this.#writer.finish();
  }

  onopentag(name: string, attribs: Record<string, string>): void {
    for (const [key, value] of Object.entries(attribs))
      if (value.includes('\ufdd0')) attribs[key] = this.#restore(value);
    if (this.#capture) this.#capture.opens(name, attribs);
    else if (this.#failed < MAX_ATTEMPTS && this.#roots.includes(name) && this.#elements.takesBlock)
      this.#capture = new Capture(name, attribs);
    else this.#elements.open(name, attribs);
  }

  ontext(raw: string): void {
    const whole = this.#restore(raw);
    if (this.#capture) this.#capture.text(whole);
    else this.#elements.text(whole);
  }

  onclosetag(): void {
    if (!this.#capture) this.#elements.close();
    else if (this.#capture.closes()) this.#endCapture(this.#capture.root);
  }

  #endCapture(root: Element): void {
    this.#capture = undefined;
    const block = BLOCKS.find((each) => each.root === root.name && each.matches(root));
    if (block) {
      this.#writeBlock(block, root);
      return;
    }
    this.#failed += 1;
    this.#elements.open(root.name, { ...root.attribs });
    for (const child of root.children) this.#read(child);
    this.#elements.close();
    this.#failed -= 1;
  }

  #writeBlock(block: Block, root: Element): void {
    this.#writer.endLeaf();
    const writing = new BlockWriting(this.#writer, (contents, roots) => {
      const shaper = new Shaper(this.#restore, this.#onLoss, roots, this.#writer.depth);
      for (const content of contents) shaper.#read(content);
      return shaper.finish();
    });
    block.write(root, writing);
    writing.finish();
  }

  #read(content: Content): void {
    if (typeof content === 'string') {
      this.ontext(content);
      return;
    }
    this.onopentag(content.name, { ...content.attribs });
    for (const child of content.children) this.#read(child);
    this.onclosetag();
  }
}

const MAX_ATTEMPTS = 2; // Nested failed captures; more would make reading quadratic in the depth

/** Buffers a whole element, as its content decides which block it is. */
class Capture {
  readonly root: Element;
  readonly #open: Element[];

  constructor(name: string, attribs: Attributes) {
    this.root = { name, attribs, children: [] };
    this.#open = [this.root];
  }

  opens(name: string, attribs: Attributes): void {
    const element: Element = { name, attribs, children: [] };
    this.#parentOf(name).children.push(element);
    this.#open.push(element);
  }

  text(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  /** True when the captured element itself ends. */
  closes(): boolean {
    this.#open.pop();
    return this.#open.length === 0;
  }

  /** As in browsers, a table part closes the open elements before it. */
  #parentOf(name: string): Element {
    const parents = PARENTS.get(name);
    const parent = parents && this.#open.findLast((open) => open.name === 'table' || parents.includes(open.name));
    return parent ?? this.#open.at(-1) ?? this.root;
  }
}

const SECTIONS = ['thead', 'tbody', 'tfoot'];
const IN_ROWS = ['tr', ...SECTIONS];
const PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...SECTIONS, 'caption'].map((name): [string, string[]] => [name, []]),
  ['tr', SECTIONS],
  ['td', IN_ROWS],
  ['th', IN_ROWS],
]);
