import { diffArrays } from 'diff';

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
    const at = rest.findIndex((other) => kinship(text, other) >= KIN);
    if (at < 0) {
      rows.push(removedRow(text));
      continue;
    }
    rows.push(...rest.splice(0, at).map(addedRow));
    rows.push({ changed: true, pieces: wordPieces(text, rest.shift() ?? '') });
  }
  return [...rows, ...rest.map(addedRow)];
}

/** Diff by words. Changes parted only by a space or comma are joined. */
export function wordPieces(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  let [removed, added, between] = ['', '', ''];
  const close = () => {
    if (removed) pieces.push({ text: removed, kind: 'removed' });
    if (added) pieces.push({ text: added, kind: 'added' });
    if (between) pieces.push({ text: between, kind: 'same' });
    [removed, added, between] = ['', '', ''];
  };
  for (const { value, added: isAdded, removed: isRemoved } of diffArrays(wordsOf(before), wordsOf(after))) {
    const text = value.join('');
    if (!isAdded && !isRemoved) {
      between += text;
      if (/[\p{L}\p{N}]/u.test(text) || (!removed && !added)) close();
      continue;
    }
    removed += between + (isRemoved ? text : '');
    added += between + (isAdded ? text : '');
    between = '';
  }
  close();
  return pieces;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [];
}

function kinship(one: string, other: string): number {
  const words = new Set(one.split(/\s+/));
  const others = new Set(other.split(/\s+/));
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(1, Math.min(words.size, others.size));
}

const sameRow = (text: string): Row => ({ changed: false, pieces: [{ text, kind: 'same' }] });
const addedRow = (text: string): Row => ({ changed: true, pieces: [{ text, kind: 'added' }] });
const removedRow = (text: string): Row => ({ changed: true, pieces: [{ text, kind: 'removed' }] });
