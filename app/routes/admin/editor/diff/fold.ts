import { plural } from '../../../../../model/text/plural.ts';
import type { Row } from './compare.ts';

export interface FoldedRow {
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
    const [first] = run;
    const isLong = first && run.length >= FOLDED_FROM;
    shown.push(...(isLong ? [{ id: first.id, hidden: plural(run.length, 'абзац', 'абзаца', 'абзацев') }] : run));
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
