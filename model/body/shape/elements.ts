import { cutMarkRuns, endingMarks } from '../../text/plain.ts';
import { leaveAddress } from '../blocks/embed.ts';
import { type LostThing, lossOf, lossOfBroken, lossOfText } from '../losses.ts';
import { attributesOf, LEAVES, LOOSE, MARKS, RENAMED, SWALLOWED, safeText, TAGS } from '../vocabulary.ts';
import { Entries, type Entry } from './entries.ts';
import { AUTHOR, type Writer } from './writer.ts';

const GONE: Entry = { kind: 'gone', tag: '', attributes: '' };
const QUILL_CODE = 'ql-code-block-container';
const QUILL_LINE = 'ql-code-block';

/** Writes elements outside the blocks of `blocks/` as paragraphs, lists, code and marks. */
export class Elements {
  readonly #writer: Writer;
  readonly #entries: Entries;
  readonly #onLoss: (what: LostThing) => void;
  #swallowed: Entry | undefined;
  /** The swallowed element whose loss has been reported. */
  #reported: Entry | undefined;
  #marks = 0;

  constructor(writer: Writer, onLoss: (what: LostThing) => void) {
    this.#writer = writer;
    this.#entries = new Entries(writer);
    this.#onLoss = onLoss;
  }

  /** True where a block of `blocks/` may begin. */
  get takesBlock(): boolean {
    return !this.#swallowed && this.#writer.isAtTop && !this.#entries.isInLink;
  }

  open(name: string, attribs: Record<string, string>): void {
    const entry = this.#openEntry(RENAMED.get(name) ?? name, attribs);
    this.#entries.open.push(entry);
    // Opened eagerly, so that an empty code block keeps its language.
    if (entry.kind === 'mark' && entry.tag === 'code' && this.#writer.inside === 'pre') this.#entries.syncMarks();
  }

  close(): void {
    const entry = this.#entries.open.pop();
    if (!entry) return;
    if (entry === this.#swallowed) this.#swallowed = undefined;
    if (entry.tag === QUILL_LINE) this.#writer.content('\n');
    else if (entry.kind === 'line') this.#writer.newLine();
    if (entry.kind === 'quote') this.#entries.content('»', false);
    if (entry.block) this.#writer.close(entry.block);
  }

  text(whole: string): void {
    const isBlank = !/[^ \t\n\r]/.test(whole);
    if (this.#swallowed) {
      if (!isBlank && this.#reported !== this.#swallowed) this.#reportLoss(lossOfText(this.#swallowed.tag));
      if (!isBlank) this.#reported = this.#swallowed;
      return;
    }
    const text = cutMarkRuns(safeText(whole), this.#marks);
    this.#marks = endingMarks(text, this.#marks);
    if (text) this.#entries.content(text, !/[^ \t\n]/.test(text));
  }

  #openEntry(tag: string, attribs: Record<string, string>): Entry {
    const block = LOOSE.has(tag) || (TAGS.includes(tag) && !MARKS.includes(tag) && tag !== 'br' && tag !== 'img');
    if (this.#swallowed) {
      if (tag === 'source') leaveAddress(this.#writer, this.#swallowed, attribs);
      // As in browsers, a block ends an unclosed svg or math.
      if (!block || !['svg', 'math'].includes(this.#swallowed.tag)) return GONE;
      this.#swallowed = undefined;
    }
    const lost = lossOf(tag, attribs);
    if (SWALLOWED.has(tag)) {
      this.#swallowed = { kind: 'swallow', tag, attributes: '' };
      const isKept = leaveAddress(this.#writer, this.#swallowed, attribs);
      if (!isKept) this.#reportLoss(lost);
      return this.#swallowed;
    }
    this.#reportLoss(lost);
    if (block) return this.#enterBlock(tag, attribs);
    if (tag === 'q') {
      this.#entries.content('«', false);
      return { kind: 'quote', tag, attributes: '' };
    }
    const attributes = attributesOf(tag, attribs);
    if (attributes === null) this.#reportLoss(lossOfBroken(tag, attribs));
    if (attributes === null || !TAGS.includes(tag)) return GONE;
    if (MARKS.includes(tag)) return { kind: 'mark', tag, attributes };
    this.#writeVoid(tag, attributes);
    return GONE;
  }

  #reportLoss(lost: LostThing | undefined): void {
    if (lost) this.#onLoss(lost);
  }

  #enterBlock(tag: string, attribs: Record<string, string>): Entry {
    this.#marks = 0;
    const classes = attribs.class?.split(/\s+/) ?? [];
    if (classes.includes(QUILL_LINE)) return this.#enterQuillLine(attribs);
    if (this.#writer.inside === 'pre') {
      this.#writer.newLine();
      return { kind: 'line', tag, attributes: '' };
    }
    this.#writer.endLeaf();
    if (tag === AUTHOR && this.#writer.takesAuthor)
      return { kind: 'text', tag, attributes: '', block: this.#writer.open(tag, '') };
    if (tag === 'hr') {
      this.#writer.content('<hr>');
      return GONE;
    }
    if ((tag === 'td' || tag === 'th') && this.#entries.losesTable()) this.#onLoss('таблица');
    if (LOOSE.has(tag) || (tag === 'li' && !this.#writer.closeToList())) {
      return {
        kind: 'text',
        tag: 'p',
        attributes: attributesOf('p', attribs) ?? '',
        holdsCode: classes.includes(QUILL_CODE),
        ...(tag === 'tr' && { cells: 0 }),
        ...(tag === 'dt' && { mark: { tag: 'strong', attributes: '' } }),
        ...(tag === 'table' && { isTable: true }),
      };
    }
    const attributes = attributesOf(tag, attribs) ?? '';
    const kind = LEAVES.includes(tag) ? 'text' : 'block';
    return { kind, tag, attributes, block: this.#writer.open(tag, attributes) };
  }

  #enterQuillLine(attribs: Record<string, string>): Entry {
    const line: Entry = { kind: 'line', tag: QUILL_LINE, attributes: '' };
    if (this.#writer.inside === 'pre') return line;
    const parent = this.#entries.open.at(-1);
    const owner = parent?.holdsCode ? parent : line;
    this.#writer.endLeaf();
    const language = attributesOf('pre', { 'data-language': attribs['data-language'] ?? '' });
    owner.block = this.#writer.open('pre', language ?? '');
    // The HTML parser drops the first line break of a `pre`; without this one an empty first line would be lost.
    this.#writer.content('\n');
    return line;
  }

  #writeVoid(tag: string, attributes: string): void {
    this.#marks = 0;
    if (this.#writer.inside !== 'pre') this.#entries.content(`<${tag}${attributes}>`, false);
    // Quill puts a placeholder `<br>` into empty lines.
    else if (tag === 'br' && this.#entries.open.at(-1)?.tag !== QUILL_LINE) this.#entries.content('\n', false);
  }
}
