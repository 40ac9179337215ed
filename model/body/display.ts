import { setImmediate } from 'node:timers/promises';
import { imageSources } from '../images/srcset.ts';
import { CODE_CLASS, LANGUAGES } from './vocabulary.ts';

/**
 * Characters of a code block that is highlighted, some 150 lines. The highlighter's patterns are quadratic on odd input: these take
 * 60 ms at worst, ten times as many six seconds. A longer listing is shown without colours.
 */
export const MAX_HIGHLIGHTED = 5_000;
/** Blocks highlighted in one body. */
const MAX_BLOCKS = 20;

/** The widths at which a picture stands in a body, for `sizes`: the measure of the text, and of a phone at most two pixels per point. */
const BODY_SIZES = '(min-width:46rem) 42rem,(min-resolution:2.5dppx) 61vw,92vw';

/** Width and height in pixels of uploaded pictures, by their addresses. */
type Sizes = ReadonlyMap<string, { width: number; height: number }>;

/** The addresses of the pictures in a sanitised body. */
export function bodyImages(html: string): string[] {
  return Array.from(html.matchAll(/<img src="([^"]*)"/g), ([, src = '']) => src);
}

/**
 * A sanitised body as the public page shows it. Code is highlighted (`<span class="hljs-…">`) in the language it names, or one
 * guessed for `ql-syntax` without a name; pictures load lazily, and those whose size is known hold their place and come in the width
 * that the screen needs; a first-level heading becomes `<h2 class="h1">`, because a page has one `h1`, its title, and looks as before
 * by that class; so does a third-level heading before which there is none of the second. Nothing else changes. Takes only what `sanitizeBody` returned: in that angle brackets outside tags are escaped, and
 * attributes have one order. The highlighter is loaded by the first body that needs it.
 */
export async function displayBody(html: string, sizes: Sizes = new Map()): Promise<string> {
  const shown = withoutSkippedLevel(html).replace(
    SHOWN_OTHERWISE,
    (_tag, src?: string, others = '', slash = '', classes?: string) => {
      if (src !== undefined) return `<img loading="lazy" decoding="async" src="${src}"${sized(src, others, sizes)}>`;
      return slash ? '</h2>' : secondLevel('h1', classes);
    },
  );
  const blocks = [...shown.matchAll(CODE_BLOCK)].map(toCodeBlock).filter(isHighlighted).slice(0, MAX_BLOCKS);
  if (blocks.length === 0) return shown;
  const { highlightCode } = await import('./highlight.ts');
  let done = 0;
  const pieces: string[] = [];
  for (const { start, text, language } of blocks) {
    pieces.push(shown.slice(done, start), highlightCode(unescapeText(text), language));
    done = start + text.length;
    // Other visitors' requests get their turn between two blocks.
    await setImmediate();
  }
  return pieces.join('') + shown.slice(done);
}

const SHOWN_OTHERWISE = /<img src="([^"]*)"([^>]*)>|<(\/?)h1(?: class="([^"]*)")?>/g;

/** After the page's title the first heading can only be of the second level: people who walk by headings would miss one. */
function withoutSkippedLevel(html: string): string {
  const at = html.search(/<h[12][ >]/);
  const before = at < 0 ? html : html.slice(0, at);
  const mended = before.replace(/<(\/?)h3(?: class="([^"]*)")?>/g, (_tag, slash: string, classes?: string) =>
    slash ? '</h2>' : secondLevel('h3', classes),
  );
  return mended + html.slice(before.length);
}

function secondLevel(look: string, classes: string | undefined): string {
  return `<h2 class="${classes ? `${look} ${classes}` : look}">`;
}

/** The other attributes of a picture. One that was set to a width keeps it; its height follows from the picture's own shape. */
function sized(src: string, others: string, sizes: Sizes): string {
  const size = sizes.get(src);
  if (!size) return others;
  const width = Number(/ width="(\d+)"/.exec(others)?.[1] ?? size.width);
  const height = Math.max(1, Math.round((width * size.height) / size.width));
  const { srcset } = imageSources(src, size.width);
  const sources = srcset ? ` srcset="${srcset}" sizes="${BODY_SIZES}"` : '';
  return `${others.replace(/ (?:width|height)="\d+"/g, '')} width="${width}" height="${height}"${sources}`;
}

/** A code block as the sanitiser leaves it: text alone, or text in one `code`. */
const CODE_BLOCK = /(<pre([^<>]*)>(?:<code([^<>]*)>)?)([^<]*)(?:<\/code>)?<\/pre>/g;

interface CodeBlock {
  start: number;
  text: string;
  /** The highlighter's name of it; undefined when it is to be guessed. */
  language: string | undefined;
}

function toCodeBlock(match: RegExpExecArray): CodeBlock {
  const [, opening = '', attributes = '', codeAttributes = '', text = ''] = match;
  return { start: match.index + opening.length, text, language: languageOf(attributes + codeAttributes) };
}

function isHighlighted({ text, language }: CodeBlock): boolean {
  return language !== 'plaintext' && text.length > 0 && text.length <= MAX_HIGHLIGHTED;
}

function languageOf(attributes: string): string | undefined {
  const named = /(?:data-language="|language-)([^" ]+)/.exec(attributes)?.[1];
  if (named !== undefined) return LANGUAGES.get(named) ?? 'plaintext';
  return attributes.includes(CODE_CLASS) ? undefined : 'plaintext';
}

function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
