import { setImmediate } from 'node:timers/promises';
import type { FilesByUrl } from '../files/library.ts';
import { showGalleries } from '../galleries/galleries.ts';
import { imageSources } from '../images/srcset.ts';
import { unescapeMarkup } from '../text/markup.ts';
import { BLOCKS } from './blocks/blocks.ts';
import { CODE_CLASS, LANGUAGES, safeAttribute, safeText } from './vocabulary.ts';

/** Characters. The highlighter is quadratic on odd input: 60 ms at most here, 6 s at ten times the size. */
export const MAX_HIGHLIGHTED = 5_000;
const MAX_CODE_BLOCKS = 20;

/** `sizes` by the width of the figure around an image; two thirds on dense screens of phones, to save bytes. */
const SIZES_OF = {
  text: '(min-width:46rem) 42rem,(min-resolution:2.5dppx) 61vw,92vw',
  wide: '(min-width:64rem) 64rem,(min-resolution:2.5dppx) 61vw,92vw',
  full: '(min-width:64rem) 100vw,(min-resolution:2.5dppx) 67vw,100vw',
};
type Width = keyof typeof SIZES_OF;

type Known = ReadonlyMap<string, { width: number; height: number; alt?: string; credit?: string }>;

export function bodyImages(html: string): string[] {
  return Array.from(html.matchAll(/<img src="([^"]*)"/g), ([, src = '']) => src);
}

/**
 * Body for readers: highlighted code, lazy images, headings below `h1`, galleries as links to their pictures and, below
 * `downloads`, to their archives. Missing descriptions and credits of images come from the library.
 * Takes only output of `sanitizeBody`.
 */
export async function displayBody(
  html: string,
  known: Known = new Map(),
  files: FilesByUrl = new Map(),
  downloads?: string,
): Promise<string> {
  const blocks = BLOCKS.reduce(
    (body, { show }) => show?.(body, files) ?? body,
    withCredits(withoutEmptyEnd(html), known),
  );
  const text = withoutSkippedLevel(blocks).replace(
    SHOWN_OTHERWISE,
    (_tag, figure = '', width: Width = 'text', src?: string, others = '', slash = '', classes?: string) => {
      if (src !== undefined)
        return `${figure}<img loading="lazy" decoding="async" src="${src}"${completed(src, others, known, width)}>`;
      return slash ? '</h2>' : secondLevel('h1', classes);
    },
  );
  // Separates caption and credit for screen readers and pages without styles.
  const shown = showGalleries(text, known, downloads).replaceAll('<cite>', ' <cite>');
  const codes = [...shown.matchAll(CODE_BLOCK)].map(toCodeBlock).filter(isHighlighted).slice(0, MAX_CODE_BLOCKS);
  if (codes.length === 0) return shown;
  const { highlightCode } = await import('./highlight.ts');
  let done = 0;
  const pieces: string[] = [];
  for (const { start, text, language } of codes) {
    pieces.push(shown.slice(done, start), highlightCode(unescapeMarkup(text), language));
    done = start + text.length;
    await setImmediate();
  }
  return pieces.join('') + shown.slice(done);
}

/** Without the empty lines that editors leave at the end. Linear, unlike `/(…)+$/`. */
function withoutEmptyEnd(html: string): string {
  let end = html.length;
  while (html.endsWith(EMPTY, end)) {
    const start = html.lastIndexOf('<p', end - EMPTY.length);
    if (!/^<p(?: class="[^"]*")?>$/.test(html.slice(start, end - EMPTY.length))) break;
    end = start;
  }
  return html.slice(0, end);
}

const EMPTY = '<br></p>';

function withCredits(html: string, known: Known): string {
  return html.replace(CAPTIONED, (figure, start: string, src: string, caption = '') => {
    const credit = known.get(src)?.credit;
    if (!credit || caption.includes('<cite>')) return figure;
    return `${start}<figcaption>${caption}<cite>${safeText(credit)}</cite></figcaption></figure>`;
  });
}

const CAPTIONED =
  /(<figure class="image[^>]*><img src="([^"]*)"[^>]*>)(?:<figcaption>(.*?)<\/figcaption>)?<\/figure>/gs;

const SHOWN_OTHERWISE =
  /(<figure class="image (wide|full)">)?<img src="([^"]*)"([^>]*)>|<(\/?)h1(?: class="([^"]*)")?>/g;

/** The first heading after the title must be an `h2`: screen readers navigate by level. */
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

function completed(src: string, others: string, known: Known, shownWidth: Width): string {
  const image = known.get(src);
  if (!image) return others;
  const width = Number(/ width="(\d+)"/.exec(others)?.[1] ?? image.width);
  const height = Math.max(1, Math.round((width * image.height) / image.width));
  const { srcset } = imageSources(src, image.width);
  const sources = srcset ? ` srcset="${srcset}" sizes="${SIZES_OF[shownWidth]}"` : '';
  return `${described(others.replace(SIZES, ''), image.alt)} width="${width}" height="${height}"${sources}`;
}

const SIZES = / (?:width|height)="\d+"/g;

function described(others: string, alt = ''): string {
  if (alt === '' || / alt="[^"]/.test(others)) return others;
  return ` alt="${safeAttribute(alt)}"${others.replace(' alt=""', '')}`;
}

const CODE_BLOCK = /(<pre([^<>]*)>(?:<code([^<>]*)>)?)([^<]*)(?:<\/code>)?<\/pre>/g;

function toCodeBlock(match: RegExpExecArray) {
  const [, opening = '', attributes = '', codeAttributes = '', text = ''] = match;
  return { start: match.index + opening.length, text, language: languageOf(attributes + codeAttributes) };
}

function isHighlighted({ text, language }: ReturnType<typeof toCodeBlock>): boolean {
  return language !== 'plaintext' && text.length > 0 && text.length <= MAX_HIGHLIGHTED;
}

function languageOf(attributes: string): string | undefined {
  const named = /(?:data-language="|language-)([^" ]+)/.exec(attributes)?.[1];
  if (named !== undefined) return LANGUAGES.get(named) ?? 'plaintext';
  return attributes.includes(CODE_CLASS) ? undefined : 'plaintext';
}

/** Stored body for feed readers: addresses are full, `base` is the article's. Takes only output of `sanitizeBody`. */
export function feedBody(html: string, base: string): string {
  return html.replace(/<(?:a|img) [^>]*>/g, (tag) =>
    tag.replace(/ (href|src)="([^"]*)"/g, (whole, name: string, address: string) =>
      /^[a-z][a-z0-9+.-]*:/i.test(address) || !URL.canParse(address, base)
        ? whole
        : ` ${name}="${new URL(address, base).href}"`,
    ),
  );
}
