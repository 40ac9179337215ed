/** Replaces the characters from `from` up to `to` of a text. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

const MARKS = /["“”„«»]/g;
const OUTER = ['«', '»'] as const;
const INNER = ['„', '“'] as const;

/** Pairs quotation marks of every kind and gives each pair its level's own; what has no partner stays as it is. */
export function quoteEdits(text: string, isKept: (index: number) => boolean): TextEdit[] {
  const open: { at: number; mark: string }[] = [];
  const pairs: { from: number; to: number; level: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (isKept(index) || isInch(text, index, open.length)) continue;
    if (opens(text, index, mark, open.length)) {
      open.push({ at: index, mark });
      continue;
    }
    const partner = open.pop();
    if (partner) pairs.push({ from: partner.at, to: index, level: open.length });
  }
  // An opening mark that was never closed counts as no level.
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

function opens(text: string, at: number, mark: string, depth: number): boolean {
  if (mark === '«' || mark === '„') return true;
  if (mark === '»' || mark === '”') return false;
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  if (/[\s\u00a0]/.test(after)) return false;
  if (/[\s\u00a0([{«„"“—–\-/]/.test(before)) return true;
  return depth === 0 && /[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}.,!?…]/u.test(before);
}

/** A screen of 15": the mark after a number when nothing is open. */
function isInch(text: string, at: number, depth: number): boolean {
  return depth === 0 && text[at] === '"' && /\d/.test(text[at - 1] ?? '');
}
