import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { escapeText } from '../../../model/text/markup.ts';

export const IS_TEXT = /\.(?:md|markdown|mdx)$/i;
export const ENDING = /(?:\/_?index)?\.(?:md|markdown|mdx)(?=#|$)/i; // A link may leave it out

/** GitHub's Markdown with footnotes, and Obsidian's `[[File#Heading|words]]` and `![[picture]]` by the files' names. */
export function markedFor(names: readonly string[]): Marked {
  const byName = new Map(
    names.toReversed().flatMap((name) => [name, name.replace(/^.*\//, '')].map((key) => [lowered(key), name])),
  );
  const note: TokenizerAndRendererExtension = {
    name: 'note',
    level: 'inline',
    tokenizer(rest) {
      const [raw, label] = /^\[\^([^[\]\s]{1,100})\]/.exec(rest) ?? [];
      return raw === undefined ? undefined : { type: 'note', raw, label };
    },
    renderer: ({ label }) => `<sup>${escapeText(label)}</sup>`,
  };
  const noteText: TokenizerAndRendererExtension = {
    name: 'noteText',
    level: 'block',
    tokenizer(rest) {
      const [raw, mark, text] = /^(\[\^[^[\]\s]{1,100}\]):[ \t]+(.+(?:\n(?!\[\^).+)*)(?:\n+|$)/.exec(rest) ?? [];
      return raw === undefined
        ? undefined
        : { type: 'noteText', raw, tokens: this.lexer.inlineTokens(`${mark} ${text}`) };
    },
    renderer({ tokens = [] }) {
      return `<p>${this.parser.parseInline(tokens)}</p>\n`;
    },
  };
  const wiki: TokenizerAndRendererExtension = {
    name: 'wiki',
    level: 'inline',
    tokenizer(rest) {
      const [raw, embed, file = '', heading = '', words] =
        /^(!?)\[\[([^[\]|#\n]{0,250})(#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/.exec(rest) ?? [];
      return raw === undefined ? undefined : { type: 'wiki', raw, embed, file: file.trim(), heading, words };
    },
    renderer({ embed, file, heading, words }) {
      const found = byName.get(lowered(file)) ?? byName.get(lowered(`${file}.md`));
      const text = escapeText(words || file || heading.slice(1));
      if (found === undefined) return text;
      const address = escapeText(encodeURIComponent(found).replaceAll('%2F', '/'));
      return embed && !IS_TEXT.test(found) ? `<img src="/${address}" alt="">` : `<a href="/${address}">${text}</a>`;
    },
  };
  return new Marked({
    gfm: true,
    renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') }, // A text has no form fields
    extensions: [note, noteText, wiki],
  });
}

function lowered(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Addresses of pictures and links in a folder stand relative to the file. */
export function based(html: string, base: URL): string {
  return html.replace(/(<(?:img|a)\b[^>]*?\s(?:src|href)=")([^"#][^"]*)"/g, (all, start: string, address: string) =>
    /^[a-z][a-z0-9+.-]*:/i.test(address) || !URL.canParse(address, base.href)
      ? all
      : `${start}${new URL(address, base).href.replace(ENDING, '')}"`,
  );
}
