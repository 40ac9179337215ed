import { attributesOf, escapeText } from './attributes.ts';
import { liftDataUrls } from './data-urls.ts';
import { type MarkupReader, readMarkup } from './markup.ts';
import { LEAVES, LOOSE, MARKS, RENAMED, SWALLOWED, TAGS } from './vocabulary.ts';
import { type Tag, Writer } from './writer.ts';

/**
 * Any markup as the nearest text the editor could have made, in one canonical spelling: shaping it again changes nothing.
 * Blocks never stand inside a paragraph or heading, formats never cross a block's edge and are opened only around something,
 * unknown tags go and leave their content, dangerous ones go with it. Throws BodyTooComplex on too much of anything.
 */
export function shapeBody(html: string): string {
  const lifted = liftDataUrls(html);
  const shaper = new Shaper(lifted.restore);
  readMarkup(lifted.html, shaper);
  return shaper.finish();
}

/** An element of the input that is open now, and what has become of it. */
interface Entry {
  /** `block`: holds what it holds; `text`: text inside needs a leaf; `line`: of a code block; `gone`: leaves its content. */
  kind: 'block' | 'text' | 'line' | 'mark' | 'swallow' | 'gone';
  tag: string;
  attributes: string;
  /** Its block in the output while that is open. */
  block?: Tag;
  /** Its lines are elements of their own, and all of them one code block. */
  holdsCode?: boolean;
}

const GONE: Entry = { kind: 'gone', tag: '', attributes: '' };
/** How the Quill editor writes a code block: one element around all, one for each line. */
const QUILL_CODE = 'ql-code-block-container';
const QUILL_LINE = 'ql-code-block';

class Shaper implements MarkupReader {
  readonly #restore: (text: string) => string;
  readonly #writer = new Writer();
  readonly #entries: Entry[] = [];
  #swallowed: Entry | undefined;

  constructor(restore: (text: string) => string) {
    this.#restore = restore;
  }

  finish(): string {
    return this.#writer.finish();
  }

  onopentag(name: string, attribs: Record<string, string>): void {
    for (const [key, value] of Object.entries(attribs))
      if (value.includes('\ufdd0')) attribs[key] = this.#restore(value);
    const entry = this.#enter(RENAMED.get(name) ?? name, attribs);
    this.#entries.push(entry);
    // An empty code block keeps its language, so this one format is opened before anything is in it.
    if (entry.kind === 'mark' && entry.tag === 'code' && this.#writer.inside === 'pre') this.#syncMarks();
  }

  onclosetag(): void {
    const entry = this.#entries.pop();
    if (!entry) return;
    if (entry === this.#swallowed) this.#swallowed = undefined;
    if (entry.kind === 'line') this.#endLine(entry);
    if (entry.block) this.#writer.close(entry.block);
  }

  ontext(raw: string): void {
    if (this.#swallowed) return;
    const text = escapeText(this.#restore(raw));
    if (text) this.#content(text, !/[^ \t\n]/.test(text));
  }

  #enter(tag: string, attribs: Record<string, string>): Entry {
    const block = LOOSE.has(tag) || (TAGS.includes(tag) && !MARKS.includes(tag) && tag !== 'br' && tag !== 'img');
    if (this.#swallowed) {
      // A paragraph ends a picture made of markup that nobody closed, as it does in a browser.
      if (!block || !['svg', 'math'].includes(this.#swallowed.tag)) return GONE;
      this.#swallowed = undefined;
    }
    if (SWALLOWED.has(tag)) {
      this.#swallowed = { kind: 'swallow', tag, attributes: '' };
      return this.#swallowed;
    }
    if (block) return this.#enterBlock(tag, attribs);
    const attributes = attributesOf(tag, attribs);
    if (attributes === null || !TAGS.includes(tag)) return GONE;
    if (MARKS.includes(tag)) return { kind: 'mark', tag, attributes };
    this.#void(tag, attributes);
    return GONE;
  }

  #enterBlock(tag: string, attribs: Record<string, string>): Entry {
    const classes = attribs.class?.split(/\s+/) ?? [];
    if (classes.includes(QUILL_LINE)) return this.#enterQuillLine(attribs);
    if (this.#writer.inside === 'pre') {
      this.#writer.newLine();
      return { kind: 'line', tag, attributes: '' };
    }
    this.#writer.endLeaf();
    if (tag === 'hr') {
      this.#writer.content('<hr>');
      return GONE;
    }
    if (LOOSE.has(tag) || (tag === 'li' && !this.#writer.closeToList())) {
      return {
        kind: 'text',
        tag: 'p',
        attributes: attributesOf('p', attribs) ?? '',
        holdsCode: classes.includes(QUILL_CODE),
      };
    }
    const attributes = attributesOf(tag, attribs) ?? '';
    return {
      kind: LEAVES.includes(tag) ? 'text' : 'block',
      tag,
      attributes,
      block: this.#writer.open(tag, attributes),
    };
  }

  #enterQuillLine(attribs: Record<string, string>): Entry {
    const line: Entry = { kind: 'line', tag: QUILL_LINE, attributes: '' };
    if (this.#writer.inside === 'pre') return line;
    const parent = this.#entries.at(-1);
    const owner = parent?.holdsCode ? parent : line;
    this.#writer.endLeaf();
    owner.block = this.#writer.open(
      'pre',
      attributesOf('pre', { 'data-language': attribs['data-language'] ?? '' }) ?? '',
    );
    // A browser drops the first line break of a code block: this one is for it, or an empty first line would be lost.
    this.#writer.content('\n');
    return line;
  }

  #endLine(line: Entry): void {
    if (line.tag === QUILL_LINE) this.#writer.content('\n');
    else this.#writer.newLine();
  }

  #void(tag: string, attributes: string): void {
    if (this.#writer.inside !== 'pre') this.#content(`<${tag}${attributes}>`, false);
    // An empty line of Quill's holds a line break that is not meant.
    else if (tag === 'br' && this.#entries.at(-1)?.tag !== QUILL_LINE) this.#content('\n', false);
  }

  #content(markup: string, blank: boolean): void {
    const owner = this.#entries.findLast((entry) => entry.kind === 'block' || entry.kind === 'text');
    const loose = this.#writer.inside === 'block';
    if (loose && !blank && owner?.kind === 'text') owner.block = this.#writer.open(owner.tag, owner.attributes);
    this.#syncMarks(blank && loose);
    this.#writer.content(markup);
  }

  #syncMarks(onlyClose = false): void {
    const wanted: Entry[] = [];
    for (const entry of this.#entries) {
      if (entry.kind !== 'mark' || (this.#writer.inside === 'pre' && entry.tag !== 'code')) continue;
      const same = wanted.findIndex((other) => other.tag === entry.tag);
      if (same >= 0 && entry.tag !== 'a') continue;
      // A link inside a link takes its place, anything else inside its like adds nothing.
      if (same >= 0) wanted.splice(same, 1);
      wanted.push(entry);
    }
    this.#writer.marks(wanted, onlyClose);
  }
}
