import { VisuallyHidden } from '@mantine/core';
import { plural } from '../../../../ui/admin/plural.ts';
import type { Piece, Row } from './compare.ts';
import styles from './text-diff.module.css';

/** Changed paragraphs in full, what is between them in a word: a long article has little that matters here. */
export function TextDiff({ rows }: { rows: readonly Row[] }) {
  return (
    <section className={styles.diff} aria-label="Отличия">
      {folded(rows).map(({ row, hidden, id }) =>
        row ? (
          <p key={id}>
            <Pieces pieces={row.pieces} />
          </p>
        ) : (
          <p key={id} className={styles.fold}>
            … {hidden} без изменений …
          </p>
        ),
      )}
    </section>
  );
}

/** The pieces of one paragraph; `side` leaves out what only the other text has. */
export function Pieces({ pieces, side }: { pieces: readonly Piece[]; side?: 'before' | 'after' }) {
  const hidden = { before: 'added', after: 'removed', both: '' }[side ?? 'both'];
  return pieces
    .map((piece, at) => ({ ...piece, at }))
    .filter(({ kind }) => kind !== hidden)
    .map(({ text, kind, at }) => {
      if (kind === 'same') return <span key={at}>{text}</span>;
      const Tag = kind === 'added' ? 'ins' : 'del';
      return (
        <Tag key={at}>
          <VisuallyHidden component="span">{kind === 'added' ? ' добавлено: ' : ' удалено: '}</VisuallyHidden>
          {text || '¶'}
          <VisuallyHidden component="span">{', '}</VisuallyHidden>
        </Tag>
      );
    });
}

interface Shown {
  id: number;
  row?: Row;
  /** So many paragraphs, in words. */
  hidden?: string;
}

/** Shorter runs of unchanged paragraphs are not worth folding. */
const FOLDED_FROM = 3;

/** Unchanged paragraphs are kept only next to changed ones. */
function folded(rows: readonly Row[]): Shown[] {
  const shown: Shown[] = [];
  let run: Shown[] = [];
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
