/** Pure: shared by the server and open pages. */

const BEGINNING_FOR = 15 * 60_000; // ms; broadcasts seldom begin on the second

export type StartPhase = 'ahead' | 'beginning' | 'past';

/** Phase of a start (ISO 8601) at `now` (ms). */
export function startPhase(startsAt: string, now = Date.now()): StartPhase {
  const start = Date.parse(startsAt);
  if (now < start) return 'ahead';
  return now < start + BEGINNING_FOR ? 'beginning' : 'past';
}

/** When (ms) the phase changes. */
export function startMoments({ starts_at: startsAt }: { starts_at: string | null }): number[] {
  if (startsAt === null) return [];
  const start = Date.parse(startsAt);
  return [start, start + BEGINNING_FOR];
}
