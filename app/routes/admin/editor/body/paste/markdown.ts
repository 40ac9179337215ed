import { Marked } from 'marked';
import { escapeText } from '../../../../../../model/body/attributes.ts';

/** Headings, items, quotations, fences at the start of a line, and links in words. Bold alone may be anything. */
const MARKS = /^ {0,3}(?:(?:#{1,6}|[-*+]|\d{1,2}[.)]|>) +\S|`{3})|\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/)[^\s)]*\)/m;

const marked = new Marked({
  async: false,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeText(text),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
  // Lines that are indented are no code.
  tokenizer: { code: () => undefined },
});

export function isMarkdown(text: string): boolean {
  return MARKS.test(text);
}

/** The whole text as HTML; HTML in it stays text. It still has to be cleaned. */
export function markdownToHtml(text: string): string {
  return marked.parse(text) as string;
}
