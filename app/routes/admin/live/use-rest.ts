import { useFresh } from '../../../ui/admin/use-fresh.ts';
import { subjectOf } from './press.ts';
import type { Presses } from './use-presses.ts';

/**
 * Whether the main buttons of a subject rest: while a press of it is on its way, unless that waits for a lost network; for a second
 * after the server has accepted one; and for a second after the button changes its meaning.
 */
export function useRest({ accepted, waiting }: Presses, subject: 'stage' | 'results', meaning: string): boolean {
  const isOnItsWay = waiting.some((press) => subjectOf(press) === subject && !press.isLate);
  const [isAccepted, isNew] = [useFresh(accepted[subject] ?? 0), useFresh(meaning)];
  return isOnItsWay || isAccepted || isNew;
}
