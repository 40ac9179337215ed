import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { stepsUntil } from '../../../../model/results/board.ts';
import type { Results } from '../../../../model/results/results.ts';
import { Board } from '../../../ui/results/board.tsx';
import { useResults } from '../../../ui/results/use-results.ts';
import styles from './live-board.module.css';

const NOTHING: Results = { seq: -1, show: null, state: 'none', of: 0, contestants: [], steps: [] };
const LOOK_EVERY = 250; // ms

interface Props {
  /** Id of the show on stage; boards of other shows are hidden. */
  show?: number | undefined;
  /** Names with signs, by slug. */
  marked: Record<string, string>;
  momentNow: () => number;
}

/** Revealed steps up to the viewer's moment. Client-only: the server does not know that moment. */
export default function LiveBoard({ show, marked, momentNow }: Props) {
  const results = useResults(NOTHING, { page: useLoaderData() });
  const count = useCount(results.steps, momentNow);
  if (count === 0 || (show !== undefined && show !== results.show?.id)) return null;
  return (
    <section className={styles.board} aria-label="Табло">
      <Board key={results.show?.id} results={{ ...results, steps: results.steps.slice(0, count) }} marked={marked} />
    </section>
  );
}

function useCount(steps: Results['steps'], momentNow: () => number): number {
  const [count, setCount] = useState(0);
  const [counted, setCounted] = useState(steps);
  // A count of other steps could reveal too many.
  if (counted !== steps) {
    setCounted(steps);
    setCount(stepsUntil(steps, momentNow()).length);
  }
  useEffect(() => {
    const look = () => setCount(stepsUntil(steps, momentNow()).length);
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [steps, momentNow]);
  return count;
}
