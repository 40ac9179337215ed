import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { escapeText } from '../../../model/text/markup.ts';
import { attribute, figure } from './wordpress-shortcodes.ts';

export const MARKDOWN_NAME = /\.(?:md|markdown|mdx)$/i;
export const PAGE_SUFFIX = /(?:\/_?index(?:\.[a-z]{2})?)?\.(?:md|markdown|mdx)$/i; // Optional in links

type Find = (file: string) => string | undefined;

/** Addresses of files by path or file name, for texts also without the extension. */
export function finderOf(names: readonly string[]): Find {
  const byName = new Map(
    names.toReversed().flatMap((name) => [name, name.replace(/^.*\//, '')].map((key) => [lowered(key), name])),
  );
  return (file) => {
    const found = byName.get(lowered(file)) ?? byName.get(lowered(`${file}.md`));
    return found && `/${inAddress(found)}`;
  };
}

export function inAddress(name: string): string {
  return name.replace(/[%?#]/g, encodeURIComponent);
}

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

/** GitHub Flavored Markdown with footnotes. */
export const markdown = new Marked({
  gfm: true,
  renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') }, // Articles have no form fields
  extensions: [note, noteText],
});

const CODE = /(^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:(?!^ {0,3}\2)[^\n]*\n?)*(?:^ {0,3}\2[^\n]*)?|`[^`\n]+`)/gm;
const COMMENT =
  /\{\{[<%]\s*comment\s*[%>]\}\}(?:(?!\{\{[<%]\s*comment)[\s\S])*?\{\{[<%]\s*\/comment\s*[%>]\}\}|\{%-?\s*comment\b[^%]*%\}(?:(?!\{%-?\s*comment)[\s\S])*?\{%-?\s*endcomment\s*-?%\}|\{\{-?\s*\/\*(?:(?!\{\{)[\s\S])*?\*\/\s*-?\}\}/g;
const VIDEOS = new Map([
  ['youtube', 'https://www.youtube.com/watch?v='],
  ['vimeo', 'https://vimeo.com/'],
  ['rutube', 'https://rutube.ru/video/'],
]);

const SITE_ADDRESS = /\{\{\s*(?:site\.(?:baseurl|url)|["']([^"'{}]*)["']\s*\|[^{}]*)\s*\}\}/g;
const HUGO_LINK = /\{\{[<%]\s*(?:rel)?ref\s+"?([^"\s{}]+)"?\s*[%>]\}\}/g;
const JEKYLL_LINK = /\{%\s*(?:post_url|link)\s+([^\s{}%]+)\s*%\}/g;
const TAG = /\{(?:\{[<%]|%-?)\s*(\/?[\w./-]+)(?![\w./-])([^{}]*?)(?:[%>]\}|-?%)\}/g;
const KRAMDOWN_ATTRIBUTES = /^[ \t]*\{:[^{}\n]*\}[ \t]*$|(?<=\S)\{:[^{}\n]*\}/gm;
const VARIABLE = /\{\{-?\s*([\w.]+)(?![\w.])[^{}]*\}\}/g;

/** Converts tags of Hugo and Jekyll to Markdown; other tags are reported as losses, their content stays. */
export function withoutTags(text: string, find: Find, losses: string[]): string {
  const addLoss = (name: string) => {
    losses.push(`тег шаблона ${name}`);
    return '';
  };
  const shown = text
    .replace(COMMENT, '')
    .split(CODE)
    .map((part = '', at) => {
      if (at % 3 > 0) return at % 3 === 1 ? part : '';
      return part
        .replace(SITE_ADDRESS, '$1')
        .replace(HUGO_LINK, (_all, file: string) => find(file.replace(/^\//, '')) ?? file)
        .replace(JEKYLL_LINK, (_all, file: string) => `/${file.replace(/^(?=\d{4}-)/, '_posts/')}`)
        .replace(TAG, (_all, name: string, given: string) => tagged(name, given) ?? addLoss(name))
        .replace(KRAMDOWN_ATTRIBUTES, '')
        .replace(VARIABLE, (_all, name: string) => addLoss(name));
    });
  return shown.join('');
}

/** Undefined for an unknown tag; '' for one that only encloses text. */
function tagged(name: string, given: string): string | undefined {
  const place = VIDEOS.get(name);
  const [, alone] = /^\s*["']?(https?:[^\s"']+|[\w-]+)["']?(?=\s|$)/.exec(given) ?? [];
  const video = place && (attribute(given, 'id') ?? alone);
  if (video) return `\n\n<${video.startsWith('http') ? '' : place}${video}>\n\n`;
  const url = name === 'figure' ? attribute(given, 'src') : undefined;
  const caption = attribute(given, 'caption') ?? attribute(given, 'title') ?? '';
  if (url) return `\n\n${figure({ url, alt: attribute(given, 'alt') ?? '', caption })}\n\n`;
  return /^(?:end)?raw$|^\//.test(name) ? '' : undefined;
}

function lowered(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
