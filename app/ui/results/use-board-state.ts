import type { Stage } from '../../../model/programme/stage.ts';
import type { ResultsEvent } from '../../../model/results/schema.ts';
import { useIsOtherEpoch, useLive, useMomentNow, useStage } from '../live/live.ts';
import { useReadAgain } from '../live/use-read-again.ts';
import { useNow } from '../site.ts';

interface BoardState {
  /** How far the newest board is; null without spoilers, and while nothing is known of a viewer's moment. */
  board: ResultsEvent | null;
  /** The page's data have an outcome that this delayed viewer has not, or may not have, seen yet. */
  isAhead: boolean;
}

/** The page's data are read again when a complete board begins, ends or is corrected. */
export function useBoardState(loaded: ResultsEvent | null): BoardState {
  const received = useLive('results');
  const isBehind = useMomentNow() !== undefined;
  const isOtherEpoch = useIsOtherEpoch();
  const newer = received && loaded && (isOtherEpoch || received.seq >= loaded.seq) ? received : loaded;
  const board = isBehind ? (loaded && received) || null : newer;
  const isSame = !board || board.outcome === loaded?.outcome;
  const isLate = !isSame && (board?.seq ?? 0) < (loaded?.seq ?? 0);
  // An outcome of any show, and one that an undo took back before this viewer saw it.
  const isUnseen = isBehind && (received === undefined ? !!loaded?.outcome : !isSame);
  useReadAgain(isSame || isLate ? undefined : `outcome ${board?.outcome}`, true);
  return { board, isAhead: isLate || isUnseen };
}

/** Link to the points; to the news until there is a board of the show on stage. */
export function useOutcomeLink(board: ResultsEvent | null, loaded: Stage | null): { to: string; action: string } {
  const { hasResults } = useNow();
  const show = useStage(loaded)?.show;
  const isOfNow = !show || show.id === board?.show?.id;
  return hasResults && isOfNow ? { to: '/results', action: 'Итоги' } : { to: '/news', action: 'Читать новости' };
}
