import { VisuallyHidden } from '@mantine/core';
import ui from '../../../../ui/admin/patterns.module.css';
import type { Piece, Row } from './compare.ts';
import { foldRows } from './fold.ts';

export function TextDiff({ rows }: { rows: readonly Row[] }) {
  return (
    <section className={ui.notice} style={{ whiteSpace: 'pre-wrap' }} aria-label="Отличия">
      {foldRows(rows).map(({ row, hidden, id }) =>
        row ? (
          <p key={id}>
            <Pieces pieces={row.pieces} />
          </p>
        ) : (
          <p key={id} className={ui.note}>
            … {hidden} без изменений …
          </p>
        ),
      )}
    </section>
  );
}

/** `side` leaves out pieces that only the other text has. */
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
