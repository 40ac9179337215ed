import { DOMSerializer, DOMParser as DocumentParser, Fragment, type ResolvedPos, Slice } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import type { EditorProps } from '@tiptap/pm/view';
import { Marked } from 'marked';
import { safeText } from '../../../../../../model/body/vocabulary.ts';
import { linkAddresses, withoutEmbedCodes } from './addresses.ts';
import { addLost, cleanPasted, type Lost } from './clean.ts';
import { asLine, readInert } from './inert.ts';

export interface PasteReport {
  onLost: (lost: Lost[]) => void;
  onPlainOnly: () => void;
}

export function pasteProps({ onLost, onPlainOnly }: PasteReport): EditorProps {
  let plain = '';
  const keepPlain = (data: DataTransfer | null): false => {
    plain = data?.getData('text/plain') ?? '';
    return false;
  };
  return {
    clipboardTextParser: (copied, place, isPlain) => {
      // Line ends of PowerPoint (`\v`), InDesign and others.
      const pasted = copied.replace(/[\v\u0085\u2028\u2029]/g, '\n');
      if (isPlain) return readPlainText(pasted, place);
      const lost: Lost[] = [];
      const text = withoutEmbedCodes(pasted, readInert, (what) => addLost(lost, what, true));
      const converted = isMarkdown(text) ? readMarkdown(text, place) : undefined;
      lost.push(...(converted?.lost ?? []));
      if (lost.length > 0) onLost(lost);
      return converted?.slice ?? readPlainText(text, place);
    },
    handleDOMEvents: {
      paste: (_view, { clipboardData }) => keepPlain(clipboardData),
      drop: (_view, { dataTransfer }) => keepPlain(dataTransfer),
    },
    transformPasted: (slice, { state }) => keepFirstFormat(fitPlace(slice, state), state),
    transformPastedHTML: (pasted) => {
      try {
        const { html, lost } = cleanPasted(pasted);
        if (lost.length > 0) onLost(lost);
        return html;
      } catch {
        // Throwing would leave the paste to the browser, unsanitised.
        onPlainOnly();
        return plain
          .split(/[\r\n]+/)
          .map((line) => `<p>${safeText(line)}</p>`)
          .join('');
      }
    },
  };
}

/** A paragraph per line, with the marks at `$place` and linked URLs. */
function readPlainText(text: string, $place: ResolvedPos): Slice {
  const { schema } = $place.doc.type;
  const serializer = DOMSerializer.fromSchema(schema);
  const body = readInert('');
  const { ownerDocument: inert } = body;
  for (const line of text.split(/[\r\n]+/)) {
    const paragraph = body.appendChild(inert.createElement('p'));
    if (line) paragraph.append(serializer.serializeNode(schema.text(line, $place.marks()), { document: inert }));
  }
  linkAddresses(body);
  return DocumentParser.fromSchema(schema).parseSlice(body, { preserveWhitespace: true, context: $place });
}

/** Undefined when it overflows the stack (thousands of nested levels). */
function readMarkdown(text: string, $place: ResolvedPos): { slice: Slice; lost: Lost[] } | undefined {
  try {
    const listed = text.replace(BULLETED, (_, words: string, next?: string) => `- ${words}\n${next ? '' : '\n'}`);
    const { html, lost } = cleanPasted(marked.parse(listed) as string);
    const parser = DocumentParser.fromSchema($place.doc.type.schema);
    return { slice: parser.parseSlice(readInert(html), { context: $place }), lost };
  } catch {
    return undefined;
  }
}

/** Headings, fences and links. Bold alone is ambiguous. */
const MARKS = /^ {0,3}(?:#{1,6} +\S|`{3})|\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/)[^\s)]*\)/m;
/** Two are needed: one may be a dash or a date. */
const LINE = /^ {0,3}(?:(?:[-*+]|>) +|•[ \u00a0]+)\S/gm;
/** Lists as Telegram writes them; text after a list is not part of its last item. */
const BULLETED = /^ {0,3}•[ \u00a0]+(.+)\n?(?=( {0,3}•)?)/gm;
const NUMBERED = /^ {0,3}(\d{1,2})[.)] +\S/gm;

const marked = new Marked({
  async: false,
  breaks: true,
  renderer: {
    // HTML inside stays text.
    html: ({ text }) => safeText(text),
    // Countdowns keep their numbers, as text.
    list({ ordered, items }) {
      const numbers = items.map(({ raw }) => Number.parseInt(raw.trimStart(), 10));
      const [first = 0] = numbers;
      if (!ordered || (first > 0 && numbers.every((number, at) => number === first + at))) return false;
      // Items with blank lines between them are paragraphs already.
      const numbered = (text: string, at: number) => `<p>${numbers[at]}. ${text.replace(/^<p>/, '')}`;
      return items.map(({ tokens }, at) => numbered(this.parser.parse(tokens), at)).join('');
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
  // Indented lines are not code.
  tokenizer: { code: () => undefined },
});

function isMarkdown(text: string): boolean {
  if (MARKS.test(text) || (text.match(LINE)?.length ?? 0) > 1) return true;
  const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
  return numbers.length > 1 && numbers.some((number, at) => number + 1 === numbers[at + 1]);
}

/** A pasted table fills the cells at the cursor; other blocks become lines where only inline content is allowed. */
function fitPlace(slice: Slice, state: EditorState): Slice {
  const { parent } = state.selection.$from;
  const only = slice.content.childCount === 1 ? slice.content.firstChild : null;
  if (isInTable(state)) {
    const table = only?.type.name === 'tableBlock' ? only.lastChild : null;
    if (table) return new Slice(Fragment.from(table), 0, 0);
    if (only?.type.spec.tableRole) return slice;
  }
  const isLine = parent.inlineContent && (!parent.type.isInGroup('block') || parent.type.name === 'button');
  return isLine ? asLine(slice, parent) : slice;
}

/** Replaces an empty paragraph as a whole: otherwise the first block would lose its alignment and indent. */
function keepFirstFormat(slice: Slice, state: EditorState): Slice {
  const { $from, empty } = state.selection;
  const first = slice.content.firstChild;
  const hasFormat = first?.type.name === 'paragraph' && (first.attrs.align !== null || first.attrs.indent > 0);
  return empty && $from.parent.content.size === 0 && hasFormat ? new Slice(slice.content, 0, slice.openEnd) : slice;
}
