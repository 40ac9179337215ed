import { diffArrays } from 'diff';
import { plural } from '../../../../../model/text/plural.ts';

export interface Piece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

export interface Row {
  changed: boolean;
  pieces: Piece[];
}

/** Share of common words above which two paragraphs count as one that was changed. */
const KIN = 0.4;

export function compareTexts(before: readonly string[], after: readonly string[]): Row[] {
  const rows: Row[] = [];
  let gone: string[] = [];
  for (const { value, added, removed } of [
    ...diffArrays([...before], [...after]),
    { value: [], added: false, removed: false },
  ]) {
    if (removed) {
      gone = [...gone, ...value];
      continue;
    }
    rows.push(...(added ? pairUp(gone, value) : gone.map(removedRow)), ...(added ? [] : value.map(sameRow)));
    gone = [];
  }
  return rows;
}

function pairUp(gone: readonly string[], come: readonly string[]): Row[] {
  const rows: Row[] = [];
  const rest = [...come];
  for (const text of gone) {
    const at = rest.findIndex((other) => shareOfCommonWords(text, other) >= KIN);
    if (at < 0) {
      rows.push(removedRow(text));
      continue;
    }
    rows.push(...rest.splice(0, at).map(addedRow));
    rows.push({ changed: true, pieces: wordPieces(text, rest.shift() ?? '') });
  }
  return [...rows, ...rest.map(addedRow)];
}

export function wordPieces(before: string, after: string): Piece[] {
  return diffArrays(wordsOf(before), wordsOf(after)).map(({ value, added, removed }) => ({
    text: value.join(''),
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [];
}

function shareOfCommonWords(one: string, other: string): number {
  const words = new Set(one.split(/\s+/));
  const others = new Set(other.split(/\s+/));
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(1, Math.min(words.size, others.size));
}

const sameRow = (text: string): Row => ({ changed: false, pieces: [{ text, kind: 'same' }] });
const addedRow = (text: string): Row => ({ changed: true, pieces: [{ text, kind: 'added' }] });
const removedRow = (text: string): Row => ({ changed: true, pieces: [{ text, kind: 'removed' }] });

interface FoldedRow {
  id: number;
  row?: Row;
  hidden?: string;
}

/** Shorter runs of unchanged paragraphs are not folded. */
const FOLDED_FROM = 3;

export function foldRows(rows: readonly Row[]): FoldedRow[] {
  const shown: FoldedRow[] = [];
  let run: FoldedRow[] = [];
  const endRun = () => {
    const hidden = `… ${plural(run.length, 'абзац', 'абзаца', 'абзацев')} без изменений …`;
    shown.push(...(run.length < FOLDED_FROM ? run : [{ id: run[0]?.id ?? 0, hidden }]));
    run = [];
  };
  for (const [id, row] of rows.entries()) {
    if (!row.changed && !rows[id - 1]?.changed && !rows[id + 1]?.changed) {
      run.push({ id, row });
      continue;
    }
    endRun();
    shown.push({ id, row });
  }
  endRun();
  return shown;
}
