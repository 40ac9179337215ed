import { Paper, VisuallyHidden } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { momentText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import styles from '../../../../ui/admin/form/compare.module.css';
import ui from '../../../../ui/admin/patterns.module.css';
import { paragraphsOf } from '../body/read-html.ts';
import { PLACE_NAMES } from '../cards/place-card.tsx';
import { changedFields, type FieldName, type Fields, labelOf } from '../draft/fields.ts';
import { compareTexts, foldRows, type Piece, type Row } from './compare.ts';

interface Props {
  before: Fields;
  after: Fields;
  same?: string;
}

export function Changes({ before, after, same }: Props) {
  const timeZone = useSiteTimeZone();
  const names = changedFields(before, after);
  const fields = names.filter((name) => name !== 'content');
  const rows = useMemo(
    () => compareTexts(paragraphsOf(before.content), paragraphsOf(after.content)),
    [before.content, after.content],
  );
  return (
    <>
      {fields.length > 0 && (
        <dl className={ui.facts}>
          {fields.map((name) => (
            <Fragment key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <del>{fieldText(before, name, timeZone)}</del> → <ins>{fieldText(after, name, timeZone)}</ins>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {names.includes('content') && <TextDiff rows={rows} />}
      {names.length === 0 && same && <p>{same}</p>}
    </>
  );
}

export function fieldText(fields: Fields, name: FieldName, timeZone: string): string {
  const value = fields[name];
  if (name === 'date' && value === '') return 'в день публикации';
  if (name === 'place') return PLACE_NAMES[fields.place].toLowerCase();
  if (value === null || value === '') return 'пусто';
  if (name === 'expiresAt' || name === 'publishAt') return momentText(String(value), timeZone);
  if (name === 'coverImageUrl') return `картинка …${String(value).slice(-9)}`;
  return name === 'group' ? `№ ${value}` : String(value);
}

interface DiffProps {
  rows: readonly Row[];
  sides?: readonly [before: string, after: string]; // Names of the two texts, shown side by side
}

export function TextDiff({ rows, sides }: DiffProps) {
  if (!rows.some(({ changed }) => changed)) return <p>Слова те же, отличается оформление.</p>;
  if (sides) return <SideBySide rows={rows} sides={sides} />;
  return (
    <section className={ui.notice} style={{ whiteSpace: 'pre-wrap' }} aria-label="Отличия">
      {foldRows(rows).map(({ row, hidden, id }) => (
        <p key={id} className={row ? undefined : ui.note}>
          {row ? <Pieces pieces={row.pieces} /> : hidden}
        </p>
      ))}
    </section>
  );
}

function SideBySide({ rows, sides: [before, after] }: Required<DiffProps>) {
  return (
    <Paper withBorder bg="var(--surface-sunken)">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {foldRows(rows).map(({ id, row, hidden }) =>
            row ? (
              <tr key={id} data-same={!row.changed || undefined}>
                <td data-side={before}>
                  <Pieces pieces={row.pieces} side="before" />
                </td>
                <td data-side={after}>
                  <Pieces pieces={row.pieces} side="after" />
                </td>
              </tr>
            ) : (
              <tr key={id}>
                <td colSpan={2} className={ui.note}>
                  {hidden}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </Paper>
  );
}

/** `side` leaves out pieces that only the other text has. */
function Pieces({ pieces, side }: { pieces: readonly Piece[]; side?: 'before' | 'after' }) {
  const hidden = { before: 'added', after: 'removed', both: '' }[side ?? 'both'];
  return [...pieces.entries()].map(([at, { text, kind }]) => {
    if (kind === hidden) return null;
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
