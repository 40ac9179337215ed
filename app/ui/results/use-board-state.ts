import type { ResultsEvent } from '../../../model/results/results.ts';
import { useLive } from '../live/live.ts';
import { useReadAgainWhen } from '../live/use-read-again.ts';

/** How far the newest board is. The page's data is read again when a board is finished, or is not any more; null without spoilers. */
export function useBoardState(loaded: ResultsEvent | null): ResultsEvent | null {
  const told = useLive('results');
  const newest = told && loaded && told.seq >= loaded.seq ? told : loaded;
  useReadAgainWhen(finished(newest) !== finished(loaded));
  return newest;
}

function finished(board: ResultsEvent | null): number | undefined {
  return board?.state === 'final' ? board.show?.id : undefined;
}
