import type { ResultsEvent } from '../../../model/results/results.ts';
import { useHasResults, useLive } from '../live/live.ts';
import { useReadAgain } from '../live/use-read-again.ts';
import { useSite } from '../site.ts';

/** How far the newest board is. The page's data is read again when a board is finished, or is not any more; null without spoilers. */
export function useBoardState(loaded: ResultsEvent | null): ResultsEvent | null {
  const told = useLive('results');
  const newest = told && loaded && told.seq >= loaded.seq ? told : loaded;
  useReadAgain(finished(newest) === finished(loaded) ? undefined : `finished ${finished(newest)}`);
  return newest;
}

/** Where the points are; until there is a board, the news. */
export function useOutcomeLink(): { to: string; action: string } {
  const hasBoard = useHasResults(useSite());
  return hasBoard ? { to: '/results', action: 'Смотреть баллы' } : { to: '/news', action: 'Читать новости' };
}

function finished(board: ResultsEvent | null): number | undefined {
  return board?.state === 'final' ? board.show?.id : undefined;
}
