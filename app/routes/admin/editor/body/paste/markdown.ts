import { Marked } from 'marked';
import { escapeText } from '../../../../../../model/body/attributes.ts';

/** Headings, fences and links. Bold alone is ambiguous. */
const MARKS = /^ {0,3}(?:#{1,6} +\S|`{3})|\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/)[^\s)]*\)/m;
/** Two are needed: one may be a dash or a date. */
const LINE = /^ {0,3}(?:(?:[-*+]|>) +|•[ \u00a0]+)\S/gm;
/** As Telegram writes lists; the words behind one are no part of its last item. */
const BULLETED = /^ {0,3}•[ \u00a0]+(.+)\n?(?=( {0,3}•)?)/gm;
const NUMBERED = /^ {0,3}(\d{1,2})[.)] +\S/gm;

const marked = new Marked({
  async: false,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeText(text),
    // Countdowns keep their numbers, as text.
    list({ ordered, items }) {
      const numbers = items.map(({ raw }) => Number.parseInt(raw.trimStart(), 10));
      if (!ordered || risesByOne(numbers)) return false;
      return items.map(({ tokens }, at) => `<p>${numbers[at]}. ${this.parser.parse(tokens)}</p>`).join('');
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
  // Indented lines are not code.
  tokenizer: { code: () => undefined },
});

export function isMarkdown(text: string): boolean {
  if (MARKS.test(text) || (text.match(LINE)?.length ?? 0) > 1) return true;
  const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
  return numbers.length > 1 && numbers.some((number, at) => number + 1 === numbers[at + 1]);
}

/** Articles have only such lists. */
export function risesByOne(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
}

/** HTML inside stays text. The result is not sanitised. */
export function markdownToHtml(text: string): string {
  const listed = text.replace(BULLETED, (_, words: string, next?: string) => `- ${words}\n${next ? '' : '\n'}`);
  return marked.parse(listed) as string;
}
