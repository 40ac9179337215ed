/** What the announced hour of the broadcast means. Pure: shared by the server and open pages. */

/** Broadcasts seldom begin to the second: for so long after its hour one that is not on yet is about to begin. In ms. */
const BEGINNING_FOR = 15 * 60_000;

/** What an announced hour means now: it is ahead, it has just struck, or it is gone. */
export type StartPhase = 'ahead' | 'beginning' | 'past';

/** The phase of a start (ISO 8601) at a moment (ms since 1970). */
export function startPhase(startsAt: string, now = Date.now()): StartPhase {
  const start = Date.parse(startsAt);
  if (now < start) return 'ahead';
  return now < start + BEGINNING_FOR ? 'beginning' : 'past';
}

/** The moments (ms since 1970) when the phase of the start changes by itself. */
export function startMoments({ starts_at: startsAt }: { starts_at: string | null }): number[] {
  if (startsAt === null) return [];
  const start = Date.parse(startsAt);
  return [start, start + BEGINNING_FOR];
}
