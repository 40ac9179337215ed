import type { Stage } from '../../../model/programme/stage.ts';
import { newestStage, useLive } from './live.ts';

/** The newest that is known: of an event, or of the page's data, null where it could not be read. */
export function useStage(loaded: Stage | null): Stage | null {
  return newestStage(useLive('stage'), loaded);
}

/** '' while nothing is on. `marked`: the name with the signs of notes. */
export function stageText(stage: Stage | null, marked?: string): string {
  if (stage?.state === 'break') return 'Перерыв';
  return stage?.contestant ? `На сцене: ${marked ?? stage.contestant.name}` : '';
}
