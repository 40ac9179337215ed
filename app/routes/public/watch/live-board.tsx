import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import type { Results } from '../../../../model/results/shown.ts';
import { Board } from '../../../ui/results/board.tsx';
import { usePaced } from '../../../ui/results/paced.ts';
import { useResults, useSeen } from '../../../ui/results/use-results.ts';
import styles from './cinema.module.css';

const NOTHING: Results = { seq: -1, show: null, state: 'none', of: 0, contestants: [], steps: [] };

/** How long a board leads the page of a broadcast after its last step, in ms: until the next morning. */
const FRESH = 12 * 3_600_000;

interface Props {
  /** Id of the show on stage; boards of other shows are hidden. */
  show?: number | undefined;
  /** Names with signs, by slug. */
  marked: Record<string, string>;
  momentNow: () => number;
  /** Whether there is a board; not called before that is known. */
  onShow?: (isShown: boolean) => void;
}

/** Revealed steps up to the viewer's moment. Client-only: the server does not know that moment. */
export default function LiveBoard({ show, marked, momentNow, onShow }: Props) {
  const results = useSeen(useResults(NOTHING, { page: useLoaderData() }), momentNow);
  const id = results.show?.id;
  const isRead = results !== NOTHING;
  const isShown = id !== undefined && (show === undefined || show === id);
  useEffect(() => {
    if (isRead) onShow?.(isShown);
    return () => onShow?.(false);
  }, [onShow, isRead, isShown]);
  if (!isShown) return null;
  const isOld = momentNow() - Date.parse(results.steps.at(-1)?.at ?? '') > FRESH;
  return (
    <section className={isOld ? `${styles.board} ${styles.past}` : styles.board} aria-label="Итоги">
      {show === undefined && <h2>{results.show?.title}</h2>}
      <PacedBoard key={id} results={results} marked={marked} />
    </section>
  );
}

function PacedBoard({ results, marked }: Pick<Props, 'marked'> & { results: Results }) {
  return <Board shown={usePaced(results)} marked={marked} />;
}
