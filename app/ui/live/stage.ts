import type { Stage } from '../../../model/programme/stage.ts';
import { useLive, useMomentNow } from './live.ts';

/** The newer of live state and loader data (null: not read), at the viewer's moment. */
export function useStage(loaded: Stage | null): Stage | null {
  const received = useLive('stage');
  const momentNow = useMomentNow();
  const isSeen = !loaded?.since || !momentNow || Date.parse(loaded.since) <= momentNow();
  if (!received) return isSeen ? loaded : null;
  return loaded && isSeen && loaded.seq > received.seq ? loaded : received;
}

/** '' while nothing is on. */
export function stageText(stage: Stage | null): string {
  if (stage?.state === 'break') return 'Перерыв';
  return stage?.contestant ? `На сцене: ${stage.contestant.name}` : '';
}
