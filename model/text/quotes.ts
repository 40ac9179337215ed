export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

const MARKS = /["“”„«»]/g;
const OUTER = ['«', '»'] as const;
const INNER = ['„', '“'] as const;

/** Pairs quotation marks of any kind and replaces them by nesting level; unpaired ones stay. */
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

function opens(text: string, at: number, mark: string, depth: number): boolean {
  if (mark === '«' || mark === '„') return true;
  if (mark === '»' || mark === '”') return false;
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  if (/[\s\u00a0]/.test(after)) return false;
  if (/[\s\u00a0([{«„"“—–\-/]/.test(before)) return true;
  return depth === 0 && /[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}.,!?…]/u.test(before);
}

function isInch(text: string, at: number, depth: number): boolean {
  return depth === 0 && text[at] === '"' && /\d/.test(text[at - 1] ?? '');
}
