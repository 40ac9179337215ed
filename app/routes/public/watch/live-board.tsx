import { useLoaderData } from 'react-router';
import type { Results } from '../../../../model/results/shown.ts';
import { Board } from '../../../ui/results/board.tsx';
import { usePaced } from '../../../ui/results/paced.ts';
import { useResults, useSeen } from '../../../ui/results/use-results.ts';
import styles from './cinema.module.css';

const NOTHING: Results = { seq: -1, show: null, state: 'none', of: 0, contestants: [], steps: [] };

interface Props {
  /** Id of the show on stage; boards of other shows are hidden. */
  show?: number | undefined;
  /** Names with signs, by slug. */
  marked: Record<string, string>;
  momentNow: () => number;
}

/** Revealed steps up to the viewer's moment. Client-only: the server does not know that moment. */
export default function LiveBoard({ show, marked, momentNow }: Props) {
  const results = useSeen(useResults(NOTHING, { page: useLoaderData() }), momentNow);
  if (!results.show || (show !== undefined && show !== results.show.id)) return null;
  return (
    <section className={styles.board} aria-label="Итоги">
      <PacedBoard key={results.show.id} results={results} marked={marked} />
    </section>
  );
}

function PacedBoard({ results, marked }: { results: Results; marked: Record<string, string> }) {
  return <Board shown={usePaced(results)} marked={marked} />;
}
