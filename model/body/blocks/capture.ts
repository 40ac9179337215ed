import type { Attributes } from '../attributes.ts';
import type { Block, Element } from './block.ts';
import { BLOCKS } from './blocks.ts';

/** Nested failed captures; more would make reading quadratic in the depth. */
const MOST_ATTEMPTS = 2;

/** Buffers a whole element, as its content decides which block it is. */
export class Capture {
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

  /** True when it was the last one. */
  closes(): boolean {
    this.#open.pop();
    return this.#open.length === 0;
  }

  /** As in browsers, a part of a table ends what was left open before it. */
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

export function blockOf(element: Element): Block | undefined {
  return BLOCKS.find((block) => block.root === element.name && block.matches(element));
}

export function mayBeBlock(name: string, roots: readonly string[], failed: number): boolean {
  return failed < MOST_ATTEMPTS && roots.includes(name);
}
