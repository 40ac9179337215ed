import type { Stage } from '../../../model/programme/stage.ts';
import type { Results } from '../../../model/results/shown.ts';
import { useLive, useMomentNow } from './live.ts';

export type ToldBoard = Pick<Results, 'show' | 'state'>;

/** The newer of live state and loader data (null: not read), at the viewer's moment. */
export function useStage(loaded: Stage | null): Stage | null {
  const received = useLive('stage');
  const momentNow = useMomentNow();
  const isSeen = !loaded?.since || !momentNow || Date.parse(loaded.since) <= momentNow();
  if (!received) return isSeen ? loaded : null;
  return loaded && isSeen && loaded.seq > received.seq ? loaded : received;
}

/** '' while nothing is on. `marked`: the name with the signs of notes. `board`: of a show whose results are told in a break. */
export function stageText(stage: Stage | null, marked?: string, board?: ToldBoard | null): string {
  const isTold = board && board.state !== 'none' && board.show?.id === stage?.show?.id;
  if (stage?.state === 'break' && isTold) return board.state === 'final' ? 'Итоги объявлены' : 'Объявляем итоги';
  if (stage?.state === 'break') return 'Перерыв';
  return stage?.contestant ? `На сцене: ${marked ?? stage.contestant.name}` : '';
}
