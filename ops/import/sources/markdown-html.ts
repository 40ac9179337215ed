import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { escapeAttribute, escapeText } from '../../../model/text/markup.ts';
import type { Lost } from '../items.ts';

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

const CODE = /(^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:(?!^ {0,3}\2)[^\n]*\n?)*|`[^`\n]+`)/gm;
const HIGHLIGHT = /\{%-?\s*highlight\s+(\w+)[^%]*%\}((?:(?!\{%)[\s\S])*)\{%-?\s*endhighlight\s*-?%\}/g;
const COMMENT =
  /\{%-?\s*comment\b[^%]*%\}(?:(?!\{%-?\s*comment)[\s\S])*?\{%-?\s*endcomment\s*-?%\}|\{\{-?\s*\/\*(?:(?!\{\{)[\s\S])*?\*\/\s*-?\}\}/g;
const VIDEOS = new Map([
  ['youtube', 'https://www.youtube.com/watch?v='],
  ['vimeo', 'https://vimeo.com/'],
  ['rutube', 'https://rutube.ru/video/'],
]);

/** Tags of Hugo and Jekyll: videos, figures, links and addresses become Markdown; others are listed, what they enclose stays. */
export function withoutTags(markdown: string): { text: string; losses: Omit<Lost, 'item'>[] } {
  const losses = new Map<string, number>();
  const lose = (name: string) => {
    losses.set(name, (losses.get(name) ?? 0) + 1);
    return '';
  };
  const parts = markdown.replace(COMMENT, '').replace(HIGHLIGHT, '\n```$1$2```\n').split(CODE);
  const text = parts.map((part = '', at) => {
    if (at % 3 > 0) return at % 3 === 1 ? part : '';
    return part
      .replace(/\{\{\s*(?:site\.(?:baseurl|url)|["']([^"'{}]*)["']\s*\|\s*(?:relative|absolute)_url)\s*\}\}/g, '$1')
      .replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"{}]*)"\s*[%>]\}\}/g, '$1')
      .replace(
        /\{%\s*(?:post_url|link)\s+([^\s{}%]+)\s*%\}/g,
        (_all, file: string) => `/${file.replace(/^(?=\d{4}-)/, '_posts/')}`,
      )
      .replace(
        /\{(?:\{[<%]|%-?)\s*(\/?[\w./-]+)(?![\w./-])([^{}]*?)(?:[%>]\}|-?%)\}/g,
        (_all, name: string, given: string) => tagged(name, given) ?? lose(`тег шаблона ${name}`),
      )
      .replace(/^[ \t]*\{:[^{}\n]*\}[ \t]*$|(?<=\S)\{:[^{}\n]*\}/gm, '')
      .replace(/\{\{-?\s*([\w.]+)(?![\w.])[^{}]*\}\}/g, (_all, name: string) => lose(`тег шаблона ${name}`));
  });
  return { text: text.join(''), losses: [...losses].map(([what, count]) => ({ what, count })) };
}

/** Undefined for a tag that is not known; '' for one that only marks its text. */
function tagged(name: string, given: string): string | undefined {
  const values = new Map(
    [...given.matchAll(/\b(\w+)\s*=\s*"([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
  const place = VIDEOS.get(name);
  const video = place && (values.get('id') ?? /^\s*"?([\w-]+)/.exec(given)?.[1]);
  if (video) return `\n\n<${place}${video}>\n\n`;
  const picture = name === 'figure' && values.get('src');
  if (picture) {
    const caption = values.get('caption') ?? values.get('title');
    const words = caption ? `<figcaption>${escapeText(caption)}</figcaption>` : '';
    return `\n\n<figure><img src="${escapeAttribute(picture)}" alt="${escapeAttribute(values.get('alt') ?? '')}">${words}</figure>\n\n`;
  }
  return /^(?:end)?raw$|^\//.test(name) ? '' : undefined;
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
