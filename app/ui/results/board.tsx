import { useRef } from 'react';
import {
  boardOf,
  contendersOf,
  hasPoints,
  isSemiFinal,
  joined,
  placeText,
  pointsText,
  type Row,
  stepText,
} from '../../../model/results/board.ts';
import type { Results } from '../../../model/results/schema.ts';
import { PageLink } from '../page-link.tsx';
import styles from './board.module.css';
import { type Paced, useMoves } from './paced.ts';

const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });

interface Props {
  shown: Paced;
  /** Rendered with its page: the first announcement is about the whole board. */
  isPage?: boolean;
  isPast?: boolean;
  /** Slugs of the semi-final's contestants who perform in the final. */
  finalists?: string[];
}

/** Points as they are revealed, best first. Screen readers announce one sentence per step. */
export function Board({ shown, isPage = false, isPast = false, finalists = [] }: Props) {
  const { contestants, steps, state, isWhole, of } = shown;
  const rows = boardOf(shown);
  const list = useRef<HTMLOListElement>(null);
  useMoves(list);
  const isScored = hasPoints(shown);
  const given = new Map(isWhole ? [] : steps.at(-1)?.points);
  const hasParts = rows.some(({ jury }) => jury > 0) && rows.some(({ audience }) => audience > 0);
  const chances = chancesOf(shown);
  const isClose = chances.length > 1 && chances.length * 2 <= contestants.length;
  const noteOf = (row: Row, slug: string) => {
    if (state === 'final') {
      const isSaid = row.isShared && (row.total > 0 || !isScored);
      return [finalists.includes(slug) && 'в финале', isSaid && placeText(row)].filter(Boolean).join(' · ');
    }
    return isClose && chances.includes(row.contestant) ? 'ещё может победить' : '';
  };
  return (
    <div className={`stack ${styles.board}`}>
      <div className={styles.said}>
        <p role="status" className={isWhole && isPage ? 'hidden' : undefined}>
          {stepText(shown, isWhole && isPage)}
        </p>
        {of > 0 && !(isPast && isScored) && <p className="quiet">{countOf(shown)}</p>}
      </div>
      {chances.length > 0 && <p className="quiet">{chancesText(shown, chances)}</p>}
      <ol ref={list} className={styles.rows}>
        {rows.map((row) => {
          const contestant = contestants[row.contestant];
          return (
            contestant && (
              <BoardRow
                key={row.contestant}
                row={row}
                contestant={contestant}
                given={given.get(row.contestant)}
                note={noteOf(row, contestant.slug)}
                hasParts={hasParts}
                isScored={isScored}
                isFinal={state === 'final'}
              />
            )
          );
        })}
      </ol>
      <Corrections results={shown} />
    </div>
  );
}

export function countOf({ state, steps, of }: Paced): string {
  if (state !== 'final') return `Открыто ${steps.length} из ${of}`;
  return hasPoints({ steps }) ? 'Открыты все баллы' : 'Известны только места';
}

/** Names of contenders while at least one contestant is out of reach of first place; none for finished boards and semi-finals. */
function chancesOf(shown: Paced): number[] {
  if (shown.state === 'final' || isSemiFinal(shown.show?.title ?? '')) return [];
  const found = contendersOf(shown);
  return found.length < shown.contestants.length ? found : [];
}

function chancesText({ contestants }: Paced, chances: number[]): string {
  const names = chances.map((at) => contestants[at]?.name ?? '');
  if (chances.length === 1) return `Уже не догнать: ${names[0]}.`;
  if (chances.length <= 3) return `Ещё могут победить ${joined(names)}.`;
  return `Ещё могут победить ${chances.length} из ${contestants.length}.`;
}

/** Corrections of public points, with their reasons. */
function Corrections({ results: { contestants, steps, corrections = [] } }: { results: Paced }) {
  const shown = corrections.map((correction, at) => ({ ...correction, at })).filter(({ step }) => step < steps.length);
  if (shown.length === 0) return null;
  const nameOf = (index: number) => contestants[index]?.name ?? '';
  return (
    <ul className="stack quiet">
      {shown.map(({ at, day, title, changes, reason }) => (
        <li key={at}>
          <b>
            Исправлено <time dateTime={day}>{DAY.format(new Date(day))}</time>:
          </b>{' '}
          {title}. {changes.map(([index, before, after]) => `${nameOf(index)} ${before} → ${after}`).join(', ')}.{' '}
          {/[.!?…]$/.test(reason) ? reason : `${reason}.`}
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  row: Row;
  contestant: Results['contestants'][number];
  given: number | undefined; // In the last step
  /** Badge beside the name. */
  note: string;
  hasParts: boolean;
  isScored: boolean;
  /** Before the end, 0 audience points may mean not revealed yet. */
  isFinal: boolean;
}

function BoardRow({ row, contestant, given, note, hasParts, isScored, isFinal }: RowProps) {
  const { slug, name, song, country } = contestant;
  const states = [styles.row, given && styles.given, isFinal && row.place === 1 && styles.winner].filter(Boolean);
  return (
    <li className={states.join(' ')} data-key={slug}>
      <span className={`figure ${styles.place}`} aria-hidden="true" data-content="">
        {row.place}
      </span>
      <span className={styles.who}>
        <PageLink className="whole" to={`/programme/${slug}`}>
          {name}
        </PageLink>
        {note && <em className={`badge bare ${styles.note}`}>{note}</em>}
        <small>
          {country}
          {country && song && <span> · </span>}
          {song && `«${song}»`}
        </small>
      </span>
      {given ? (
        <span className={`badge ${styles.plus}`}>
          {`+${given}`}
          <span className="hidden"> в последнем шаге, </span>
        </span>
      ) : null}
      {hasParts && (
        <small className={styles.parts}>
          {`жюри\u00a0${row.jury}${isFinal || row.audience > 0 ? `, зрители\u00a0${row.audience}` : ''}`}
        </small>
      )}
      {isScored && (
        <b className={`figure ${styles.total}`}>
          {row.total}
          <span className="hidden">{pointsText(row.total).replace(/^\d+/, '')}</span>
        </b>
      )}
    </li>
  );
}
