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

/** Unchanged paragraphs are kept only next to changed ones. */
function folded(rows: readonly Row[]): Shown[] {
  const shown: Shown[] = [];
  let run = 0;
  const endRun = (id: number) => {
    if (run > 0) shown.push({ id: -id - 1, hidden: plural(run, 'абзац', 'абзаца', 'абзацев') });
    run = 0;
  };
  for (const [at, row] of rows.entries()) {
    if (!row.changed && !rows[at - 1]?.changed && !rows[at + 1]?.changed) {
      run += 1;
      continue;
    }
    endRun(at);
    shown.push({ id: at, row });
  }
  endRun(rows.length);
  return shown;
}
