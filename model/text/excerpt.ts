import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export const HOME_EXCERPT = 100;
export const NEWS_EXCERPT = 120;

/** Text of sanitized HTML with single spaces. Linear; with `limit` returns at most one code point more. */
export function plainText(html: string, limit = Number.POSITIVE_INFINITY): string {
  return readText(html, limit, false).replaceAll(HEADING_EDGE, ' ');
}

/** `plainText` without captions of figures, with U+2029 in place of the space before and after a heading. */
export function leadOf(html: string, limit = Number.POSITIVE_INFINITY): string {
  return readText(html, limit, true);
}

function readText(html: string, limit: number, skipsCaptions: boolean): string {
  const reader = new TextReader(html, limit, skipsCaptions);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  reader.onenough = () => tokenizer.pause();
  tokenizer.write(html);
  tokenizer.end();
  const text = oneSpaced(reader.text()).replace(/^[ \u00a0\u2029]/, '');
  return text.slice(0, offsetOf(text, limit + 1)).replace(/[ \u00a0\u2029]$/, '');
}

/** The first `limit` code points, followed by «…» when something was cut. */
export function excerpt(text: string, limit: number): string {
  const end = offsetOf(text, limit);
  const shown = text.slice(0, end).replaceAll(HEADING_EDGE, ' ');
  return end < text.length ? `${shown}…` : shown;
}

/** `excerpt` of a lead, cut back to its last whole word, before a heading in its second half. */
export function cardExcerpt(lead: string, limit: number): string {
  const end = offsetOf(lead, limit);
  if (end >= lead.length) return lead.replaceAll(HEADING_EDGE, ' ');
  const shown = lead.slice(0, end);
  const heading = shown.indexOf(HEADING_EDGE, end / 2);
  const last = IN_A_WORD.test(lead.slice(end - 1, end + 1)) ? shown.search(/\s\S*$/) : end;
  const whole = shown.slice(0, heading > 0 ? heading : last > 0 ? last : end);
  return `${whole.replaceAll(HEADING_EDGE, ' ').replace(HANGING, '')}…`;
}

const HEADING_EDGE = '\u2029';
/** Matches two characters inside a word or a time of day. */
const IN_A_WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]|\d[:.,]/u;
/** Spaces, punctuation, opening quotes or brackets, and a word of one letter behind a dash, at the end. */
export const HANGING = /(?:[\s.,:;!?…«„“"([{–—-]|(?<=[–—]\s)[авик])+$/i;

function offsetOf(text: string, count: number): number {
  if (count >= text.length) return text.length;
  let end = 0;
  for (let n = 0; n < count && end < text.length; n += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

function oneSpaced(text: string): string {
  return text.replace(/[ \t\n\r\f\u00a0\u2029]{2,}|[\t\n\r\f]/g, (spaces) => {
    if (spaces.includes(HEADING_EDGE)) return HEADING_EDGE;
    return /^\u00a0+$/.test(spaces) ? '\u00a0' : ' ';
  });
}

const INLINE = new Set('a b strong i em u s del ins code span sub sup mark small img wbr'.split(' '));

const PORTION = 4096;

/** Token-based: a parser's stack of open elements is quadratic in the depth of hostile markup. */
class TextReader implements TokenizerCallbacks {
  onenough = () => {};
  readonly #html: string;
  readonly #enough: number;
  readonly #portions: string[] = [];
  readonly #skipsCaptions: boolean;
  #portion = '';
  #length = 0;
  #isInCaption = false;

  constructor(html: string, limit: number, skipsCaptions: boolean) {
    this.#html = html;
    this.#skipsCaptions = skipsCaptions;
    // Two UTF-16 units per code point, plus one code point and the outer spaces.
    this.#enough = (limit + 2) * 2;
  }

  text(): string {
    this.#flush();
    return this.#portions.join('');
  }

  ontext(start: number, end: number): void {
    for (let from = start; from < end; from += PORTION)
      this.#add(this.#html.slice(from, Math.min(end, from + PORTION)));
  }

  ontextentity(codepoint: number): void {
    this.#add(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.#edge(this.#html.slice(start, end).toLowerCase(), true);
  }

  onclosetag(start: number, end: number): void {
    this.#edge(this.#html.slice(start, end).toLowerCase(), false);
  }

  #edge(name: string, opens: boolean): void {
    if (name === 'figcaption') this.#isInCaption = opens && this.#skipsCaptions;
    if (!INLINE.has(name)) this.#add(/^h[1-6]$/.test(name) ? HEADING_EDGE : ' ');
  }

  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}

  #add(piece: string): void {
    if (this.#isInCaption || this.#length > this.#enough) return;
    this.#portion += piece;
    if (this.#portion.length >= PORTION) this.#flush();
  }

  #flush(): void {
    const portion = oneSpaced(this.#portion);
    this.#portion = '';
    this.#portions.push(portion);
    this.#length += portion.trim().length;
    if (this.#length > this.#enough) this.onenough();
  }
}
