import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { boardOf, pointsText, type Row, stepText, TIE_RULE } from '../../../model/results/board.ts';
import type { Results } from '../../../model/results/shown.ts';
import { PageLink } from '../page-link.tsx';
import { isStill } from '../view/reduced-motion.ts';
import styles from './board.module.css';

/** Of more, a hall's screen has two columns. */
const ONE_COLUMN = 14;
const MOVES_FOR = 400; // ms
/** In ms: the points of a step stay six seconds on the screen, which paints them some frames after the commit. */
const STAY = 6100;
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });

interface Props {
  results: Results;
  /** Names with the signs of notes, by slug. */
  marked?: Record<string, string>;
  isScreen?: boolean;
  /** It is there as soon as its page: then its first sentence is about the whole. */
  isPage?: boolean;
}

/** Points as they are revealed, best first. A screen reader hears one sentence a step. */
export function Board({ results, marked = {}, isScreen = false, isPage = false }: Props) {
  const { contestants, of } = results;
  const count = usePace(results.steps.length);
  const [first] = useState(count);
  const steps = results.steps.slice(0, count);
  const state = count < of ? 'revealing' : 'final';
  const rows = boardOf({ contestants, steps });
  const list = useRef<HTMLOListElement>(null);
  useMoves(list);
  useEffect(() => list.current?.style.setProperty('--rows', `${Math.ceil(rows.length / 2)}`), [rows.length]);
  const last = steps.at(-1);
  // A board that was opened after its end is about the whole, not about its last step.
  const isWhole = state === 'final' && count === first;
  const given = new Map(isWhole ? [] : last?.points);
  const hasJury = rows.some(({ jury }) => jury > 0) && rows.some(({ audience }) => audience > 0);
  return (
    <div className={isScreen ? `${styles.board} ${styles.screen}` : styles.board}>
      <div className={styles.said}>
        <p role="status">{stepText({ state, contestants, steps }, isWhole && isPage)}</p>
        {of > 0 && <p className={styles.count}>{state === 'final' ? 'Открыты все баллы' : `Шаг ${count} из ${of}`}</p>}
      </div>
      <ol ref={list} className={rows.length > ONE_COLUMN ? `${styles.rows} ${styles.two}` : styles.rows}>
        {rows.map((row) => (
          <BoardRow
            key={row.contestant}
            row={row}
            contestant={contestants[row.contestant]}
            marked={marked}
            given={given.get(row.contestant)}
            hasParts={hasJury && !isScreen}
            isWinner={state === 'final' && row.place === 1}
          />
        ))}
      </ol>
      <div className={styles.notes}>
        <Corrections results={results} count={count} marked={marked} />
        {isScreen && state === 'final' && hasTie(rows) && <p>{TIE_RULE}</p>}
      </div>
    </div>
  );
}

interface CorrectionsProps {
  results: Pick<Results, 'contestants' | 'corrections'>;
  /** Steps that are shown. */
  count: number;
  /** Names with the signs of notes, by slug. */
  marked: Record<string, string>;
}

/** What was changed of points that were public already, and why. */
function Corrections({ results: { contestants, corrections = [] }, count, marked }: CorrectionsProps) {
  const shown = corrections.map((correction, at) => ({ ...correction, at })).filter(({ step }) => step < count);
  if (shown.length === 0) return null;
  const nameOf = (index: number) => {
    const { slug = '', name = '' } = contestants[index] ?? {};
    return marked[slug] ?? name;
  };
  return (
    <ul className={styles.corrections}>
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

/** Places are never shared: something else than the sum decides. */
function hasTie(rows: Row[]): boolean {
  return rows.some(({ total }, at) => total > 0 && total === rows[at + 1]?.total);
}

interface RowProps {
  row: Row;
  contestant: Results['contestants'][number] | undefined;
  marked: Record<string, string>;
  /** In the last step. */
  given: number | undefined;
  hasParts: boolean;
  isWinner: boolean;
}

function BoardRow({ row, contestant, marked, given, hasParts, isWinner }: RowProps) {
  if (!contestant) return null;
  const { slug, name, song, country } = contestant;
  const states = [styles.row, given && styles.given, isWinner && styles.winner].filter(Boolean);
  return (
    <li className={states.join(' ')} data-key={slug}>
      <span className={styles.place} aria-hidden="true" data-content="">
        {row.place}
      </span>
      <span className={styles.who}>
        <PageLink to={`/programme/${slug}`}>{marked[slug] ?? name}</PageLink>
        <small>{[country, song && `«${song}»`].filter(Boolean).join(' · ')}</small>
      </span>
      {given ? (
        <span className={styles.plus}>
          {`+${given}`}
          <span className="hidden"> в последнем шаге, </span>
        </span>
      ) : null}
      {hasParts && (
        <small className={styles.parts}>
          жюри {row.jury}, зрители {row.audience}
        </small>
      )}
      <b className={styles.total}>
        {row.total}
        <span className="hidden">{pointsText(row.total).replace(/^\d+/, '')}</span>
      </b>
    </li>
  );
}

/** How many of `count` steps are shown: those of the first render at once, then one each six seconds; taken back at once. */
function usePace(count: number): number {
  const [shown, setShown] = useState(count);
  const since = useRef(Number.NEGATIVE_INFINITY);
  if (shown > count) setShown(count);

  // Counts from the commit, not from the timer: a busy page draws late.
  useLayoutEffect(() => {
    if (shown > 0) since.current = performance.now();
  }, [shown]);

  useEffect(() => {
    if (shown >= count) return;
    const wait = Math.max(0, since.current + STAY - performance.now());
    const timer = setTimeout(() => setShown((now) => now + 1), wait);
    return () => clearTimeout(timer);
  }, [shown, count]);
  return Math.min(shown, count);
}

/** FLIP animation of children with a `data-key`, after each render; none with reduced motion. */
function useMoves(list: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    const isQuiet = isStill() || matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
      const key = row.dataset.key ?? '';
      // Relative to the list: scrolling does not count.
      const now = { x: row.offsetLeft, y: row.offsetTop };
      const was = before.get(key) ?? now;
      places.current.set(key, now);
      const [x, y] = [was.x - now.x, was.y - now.y];
      if (isQuiet || (x === 0 && y === 0)) continue;
      row.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: MOVES_FOR,
        easing: 'ease-out',
      });
    }
  });
}
