import { Marked } from 'marked';
import { escapeText } from '../../../../../../model/body/attributes.ts';

/** Headings and fences at the start of a line, and links in words. Bold alone may be anything. */
const MARKS = /^ {0,3}(?:#{1,6} +\S|`{3})|\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/)[^\s)]*\)/m;
/** Items and quotations: one alone may be a dash or a date in a sentence. */
const LINE = /^ {0,3}(?:[-*+]|>) +\S/gm;
const NUMBERED = /^ {0,3}(\d{1,2})[.)] +\S/gm;

const marked = new Marked({
  async: false,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeText(text),
    // Results that are counted down keep their numbers.
    list({ ordered, items }) {
      const numbers = items.map(({ raw }) => Number.parseInt(raw.trimStart(), 10));
      if (!ordered || risesByOne(numbers)) return false;
      return items.map(({ tokens }, at) => `<p>${numbers[at]}. ${this.parser.parse(tokens)}</p>`).join('');
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
  // Lines that are indented are no code.
  tokenizer: { code: () => undefined },
});

export function isMarkdown(text: string): boolean {
  if (MARKS.test(text) || (text.match(LINE)?.length ?? 0) > 1) return true;
  const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
  return numbers.length > 1 && numbers.some((number, at) => number + 1 === numbers[at + 1]);
}

/** The numbers of a list as an article has it. */
export function risesByOne(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
}

/** The whole text as HTML; HTML in it stays text. It still has to be cleaned. */
export function markdownToHtml(text: string): string {
  return marked.parse(text) as string;
}
