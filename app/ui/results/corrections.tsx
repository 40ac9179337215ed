import type { Results } from '../../../model/results/results.ts';
import styles from './board.module.css';

interface Props {
  results: Pick<Results, 'contestants' | 'corrections'>;
  /** Steps that are shown. */
  count: number;
  /** Names with the signs of notes, by slug. */
  marked: Record<string, string>;
}

const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** What was changed of points that were public already, and why. */
export function Corrections({ results: { contestants, corrections = [] }, count, marked }: Props) {
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
