import type { ResultsEvent } from '../../../model/results/shown.ts';
import { useHasResults, useLive } from '../live/live.ts';
import { useReadAgain } from '../live/use-read-again.ts';
import { useSite } from '../site.ts';

/** How far the newest board is; null without spoilers. The page's data are read again when a complete board begins, ends or is corrected. */
export function useBoardState(loaded: ResultsEvent | null): ResultsEvent | null {
  const told = useLive('results');
  const newest = told && loaded && told.seq >= loaded.seq ? told : loaded;
  useReadAgain(newest?.outcome === loaded?.outcome ? undefined : `outcome ${newest?.outcome}`);
  return newest;
}

/** Where the points are; until there is a board, the news. */
export function useOutcomeLink(): { to: string; action: string } {
  const hasBoard = useHasResults(useSite());
  return hasBoard ? { to: '/results', action: 'Смотреть баллы' } : { to: '/news', action: 'Читать новости' };
}
