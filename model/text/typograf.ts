/** Russian typography of one paragraph; unpaired quotes and URLs stay. Idempotent, linear, runs in browsers too. */
export function typograf(text: string): string {
  return applyEdits(text, typografEdits(text));
}

/** `typograf` as ordered, disjoint edits. Protected characters (code, links) are context but never changed. */
export function typografEdits(text: string, isProtected: (index: number) => boolean = () => false): TextEdit[] {
  const inAddress = addressMask(text);
  const kept = (index: number) => inAddress[index] === 1 || isProtected(index);
  const edits = [...quoteEdits(text, kept), ...RULES.flatMap((rule) => ruleEdits(text, rule))];
  const free = edits.filter(
    ({ from, to, insert }) =>
      text.slice(from, to) !== insert &&
      !touchesProtected(from, to, kept) &&
      !(insert === NBSP && inAddress[from - 1] === 1),
  );
  return withoutOverlaps(free.sort((a, b) => a.from - b.from || b.to - a.to));
}

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

/** Only the first group is replaced; the rest is context. */
interface Rule {
  pattern: RegExp;
  insert: string;
}

const RULES: readonly Rule[] = [
  // «?..» and «!..» have two dots by rule.
  { pattern: /(?<![.?!])(\.{3})(?!\.)/gu, insert: '…' },
  { pattern: new RegExp(`^((?:-{1,2}|–|—)${SPACE})(?=\\S)`, 'gu'), insert: `—${NBSP}` },
  { pattern: new RegExp(`(?<=\\S)(${SPACE}+(?:-{1,2}|–|—)${SPACE}+)(?=\\S)`, 'gu'), insert: `${NBSP}— ` },
  // Ranges of numbers, but not telephone numbers, dates or versions.
  { pattern: /(?<=(?<![\d\p{L}.,:/+\-–])\d{1,4})(-)(?=\d{1,4}(?![\d\p{L}/:\-–]|[.,]\d))/gu, insert: '–' },
  {
    pattern: new RegExp(
      `(?<=(?<![\\p{L}\\p{N}\\-])(?!${PARTICLE})[А-Яа-яЁё]{1,2})(${SPACE}+)(?=[«„"(]?${LETTER})`,
      'gu',
    ),
    insert: NBSP,
  },
  { pattern: new RegExp(`(?<=\\p{L})(${SPACE}+)(?=${PARTICLE})`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=[№§])(${SPACE}*)(?=\\d)`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=\\d)(${SPACE}+)(?=\\d{3}(?!\\d)|\\p{Ll}|[%°₽])`, 'gu'), insert: NBSP },
  // Initials and abbreviations: А. С. Пушкин, т. е., 2025 г.
  { pattern: new RegExp(`(?<=(?<!\\p{L})\\p{Lu}\\.)(${SPACE}*)(?=\\p{Lu}(?:\\.|\\p{Ll}))`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=(?<!\\p{L})[Тт]\\.)(${SPACE}*)(?=[едпкч]\\.)`, 'gu'), insert: NBSP },
  { pattern: new RegExp(`(?<=(?<!\\p{L})(?:г|ул|д|стр|рис|им)\\.)(${SPACE}+)(?=[\\p{Lu}\\d«])`, 'gu'), insert: NBSP },
  { pattern: /(?<! ) ( +)(?=\S)/g, insert: '' },
];

function ruleEdits(text: string, { pattern, insert }: Rule): TextEdit[] {
  return Array.from(text.matchAll(pattern), ({ 0: whole, 1: part = '', index }) => {
    const from = index + whole.length - part.length;
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

function touchesProtected(from: number, to: number, isKept: (index: number) => boolean): boolean {
  if (from === to) return isKept(from) && isKept(from - 1);
  for (let index = from; index < to; index += 1) if (isKept(index)) return true;
  return false;
}

/** Overlaps: the first edit wins; ties follow the order of the rules. */
function withoutOverlaps(edits: TextEdit[]): TextEdit[] {
  let end = -1;
  return edits.filter(({ from, to }) => {
    if (from < end) return false;
    end = Math.max(to, from);
    return true;
  });
}

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

const MARKS = /["“”„«»]/g;
const OUTER = ['«', '»'] as const;
const INNER = ['„', '“'] as const;

/** Pairs quotation marks of any kind and replaces them by nesting level; unpaired ones stay. */
function quoteEdits(text: string, isKept: (index: number) => boolean): TextEdit[] {
  const open: { at: number; mark: string }[] = [];
  const pairs: { from: number; to: number; level: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const isInch = open.length === 0 && mark === '"' && /\d/.test(text[index - 1] ?? '');
    if (isKept(index) || isInch) continue;
    if (isOpeningQuote(text, index, mark, open.length)) {
      open.push({ at: index, mark });
      continue;
    }
    const partner = open.pop();
    if (partner) pairs.push({ from: partner.at, to: index, level: open.length });
  }
  // Unclosed opening marks do not count as a level.
  const lost = open.map(({ at }) => at);
  return pairs.flatMap(({ from, to, level }) => {
    const outside = lost.filter((at) => at < from).length;
    const [left, right] = level - outside > 0 ? INNER : OUTER;
    return [
      { from, to: from + 1, insert: left },
      { from: to, to: to + 1, insert: right },
    ];
  });
}

function isOpeningQuote(text: string, at: number, mark: string, depth: number): boolean {
  if (mark === '«' || mark === '„') return true;
  if (mark === '»' || mark === '”') return false;
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  if (/[\s\u00a0]/.test(after)) return false;
  if (/[\s\u00a0([{«„"“—–\-/]/.test(before)) return true;
  return depth === 0 && /[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}.,!?…]/u.test(before);
}

const SHORT = /(?<![\p{L}\p{N}-])(?!(?:же|ли|ль|бы|б|ж) )([а-яё]{1,2}) (?=[«„"(]?[\p{L}\p{N}])/giu;
const CHAIN = /(\u00a0[^\s\u00a0]+)\u00a0(?=\p{L}+\u00a0\p{L})/gu;

/** No-break spaces after short words and before dashes; longer chains may break, two words may not. */
export function bindShortWords(text: string): string {
  if (text.trim().split(/\s+/, 3).length < 3) return text;
  return text.replace(CHAIN, '$1 ').replace(SHORT, '$1\u00a0').replace(/ — /g, '\u00a0— ');
}
