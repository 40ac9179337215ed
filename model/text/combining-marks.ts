const MAX_MARKS = 16; // per letter: written languages need a few, and browsers take seconds to draw thousands

/** At most 16 combining marks in a row, `before` preceding ones included. Linear. */
export function cutMarkRuns(text: string, before = 0): string {
  const first = /^\p{M}+/u.exec(text)?.[0] ?? '';
  const start = before > 0 ? take(first, MAX_MARKS - before) : first;
  return (start + text.slice(first.length)).replace(/\p{M}{17,}/gu, (run) => take(run, MAX_MARKS));
}

/** Combining marks at the end of a text, `before` preceding ones included. Expects at most 16 in a row. */
export function endingMarks(text: string, before: number): number {
  const ending = /\p{M}{0,16}$/u.exec(text)?.[0] ?? '';
  return ending.length === text.length ? before + [...ending].length : [...ending].length;
}

function take(run: string, count: number): string {
  return [...run].slice(0, Math.max(0, count)).join('');
}
