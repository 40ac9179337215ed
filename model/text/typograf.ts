import { quoteEdits, type TextEdit } from './quotes.ts';

export type { TextEdit };

/**
 * Russian typography of one paragraph: «ёлочки» with „лапки“ inside, a dash for a hyphen between words, an en dash between two
 * numbers, an ellipsis, one space instead of many, and non-breaking spaces where a line must not end (after short words, before a
 * dash and a particle, inside initials, between a number and its unit). Quotation marks without a partner stay. Addresses stay.
 * Doing it again changes nothing. Linear in the length of the text; runs in the browser.
 */
export function typograf(text: string): string {
  return applyEdits(text, typografEdits(text));
}

/**
 * The same as a list of edits, from left to right and apart from each other. `isProtected` tells whether the character at an index
 * belongs to something whose spelling counts, such as code or a link: no edit touches it, but it is read as the neighbour it is.
 */
export function typografEdits(text: string, isProtected: (index: number) => boolean = () => false): TextEdit[] {
  const inAddress = addressMask(text);
  const kept = (index: number) => inAddress[index] === 1 || isProtected(index);
  const edits = [...quoteEdits(text, kept), ...RULES.flatMap((rule) => ruleEdits(text, rule))];
  // A number at the end of an address has no unit.
  const free = edits.filter(
    ({ from, to, insert }) =>
      text.slice(from, to) !== insert &&
      !touchesKept(from, to, kept) &&
      !(insert === NBSP && inAddress[from - 1] === 1),
  );
  return apart(free.sort((a, b) => a.from - b.from || b.to - a.to));
}

/** A text with edits made in it; they go from left to right and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let done = 0;
  const pieces: string[] = [];
  for (const { from, to, insert } of edits) {
    pieces.push(text.slice(done, from), insert);
    done = to;
  }
  return pieces.join('') + text.slice(done);
}

const NBSP = '\u00a0';
const LETTER = '[\\p{L}\\p{N}]';
const SPACE = `[ \\t${NBSP}]`;
const PARTICLE = `(?:же|ли|ль|бы|б|ж)(?!${LETTER})`;

/** Only the first group of a pattern is replaced; what stands around it is looked at. */
interface Rule {
  pattern: RegExp;
  insert: string;
}

const RULES: readonly Rule[] = [
  // Three dots; «?..» and «!..» have two, the mark being the third.
  { pattern: /(?<![.?!])(\.{3})(?!\.)/gu, insert: '…' },
  // A remark in a dialogue.
  { pattern: new RegExp(`^((?:-{1,2}|–|—)${SPACE})(?=\\S)`, 'gu'), insert: `—${NBSP}` },
  { pattern: new RegExp(`(?<=\\S)(${SPACE}+(?:-{1,2}|–|—)${SPACE}+)(?=\\S)`, 'gu'), insert: `${NBSP}— ` },
  // A range of numbers, but no telephone number, date or version.
  { pattern: /(?<=(?<![\d\p{L}.,:/+\-–])\d{1,4})(-)(?=\d{1,4}(?![\d\p{L}/:\-–]|[.,]\d))/gu, insert: '–' },
  // Short words lead the next one; a word of one or two letters at the end of a line hangs there alone.
  {
    pattern: new RegExp(
      `(?<=(?<![\\p{L}\\p{N}\\-])(?!${PARTICLE})[А-Яа-яЁё]{1,2})(${SPACE}+)(?=[«„"(]?${LETTER})`,
      'gu',
    ),
    insert: NBSP,
  },
  // Particles stay with the word before them.
  { pattern: new RegExp(`(?<=\\p{L})(${SPACE}+)(?=${PARTICLE})`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=[№§])(${SPACE}*)(?=\\d)`, 'gu'), insert: NBSP },
  // 10 000 and 20 июля, 300 км, 5 %.
  { pattern: new RegExp(`(?<=\\d)(${SPACE}+)(?=\\d{3}(?!\\d)|\\p{Ll}|[%°₽])`, 'gu'), insert: NBSP },
  // А. С. Пушкин, т. е., 2025 г.
  { pattern: new RegExp(`(?<=(?<!\\p{L})\\p{Lu}\\.)(${SPACE}*)(?=\\p{Lu}(?:\\.|\\p{Ll}))`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=(?<!\\p{L})[Тт]\\.)(${SPACE}*)(?=[едпкч]\\.)`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=(?<!\\p{L})(?:г|ул|д|стр|рис|им)\\.)(${SPACE}+)(?=[\\p{Lu}\\d«])`, 'gu'), insert: NBSP },
  { pattern: /(?<! ) ( +)(?=\S)/g, insert: '' },
];

function ruleEdits(text: string, { pattern, insert }: Rule): TextEdit[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [whole, part = ''] = match;
    const from = match.index + whole.length - part.length;
    return { from, to: from + part.length, insert };
  });
}

const ADDRESS =
  /(?<![\w.+@-])(?:(?:https?|ftp):\/\/[^\s<>«»"]+|www\.[^\s<>«»"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[a-z0-9-]+\.)+(?:ru|com|org|net|tv|su)(?![\w-])(?:\/[^\s<>«»"]*)?)/giu;

function addressMask(text: string): Uint8Array {
  const mask = new Uint8Array(text.length);
  for (const { 0: address, index } of text.matchAll(ADDRESS)) mask.fill(1, index, index + address.length);
  return mask;
}

function touchesKept(from: number, to: number, isKept: (index: number) => boolean): boolean {
  if (from === to) return isKept(from) && isKept(from - 1);
  for (let index = from; index < to; index += 1) if (isKept(index)) return true;
  return false;
}

/** Where two edits meet, the first counts: the rules stand in the order of their weight within one place. */
function apart(edits: TextEdit[]): TextEdit[] {
  let end = -1;
  return edits.filter(({ from, to }) => {
    if (from < end) return false;
    end = Math.max(to, from);
    return true;
  });
}
