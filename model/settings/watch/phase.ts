/** Pure: shared by the server and open pages. */

const START_GRACE = 15 * 60_000; // ms; broadcasts seldom begin on the second
const BROADCAST_LENGTH = 6 * 3_600_000; // ms; longer than a final with its results

export type StartPhase = 'ahead' | 'beginning' | 'past';

/** Present phase of a start (ISO 8601). */
export function startPhase(startsAt: string): StartPhase {
  const now = Date.now();
  const start = Date.parse(startsAt);
  if (now < start) return 'ahead';
  return now < start + START_GRACE ? 'beginning' : 'past';
}

/** Time (ISO 8601) from which a broadcast that is off counts as over; null without a start. */
export function assumedEnd<T extends string | null>(startsAt: T): T;
export function assumedEnd(startsAt: string | null): string | null {
  return startsAt === null ? null : new Date(Date.parse(startsAt) + BROADCAST_LENGTH).toISOString();
}

/** When (ms) the phase changes, and the broadcast counts as over. */
export function startMoments({ starts_at: startsAt }: { starts_at: string | null }): number[] {
  if (startsAt === null) return [];
  const start = Date.parse(startsAt);
  return [start, start + START_GRACE, start + BROADCAST_LENGTH];
}

/** Pure: shared by the server, open pages and the player. */

const SECOND = /^(0|[1-9]\d{0,4})$/;
/** Longest recording, in seconds. */
export const MAX_DURATION = 86_400;

/** `?t=` of the page and the player: whole seconds from the start of a recording. */
export function readSecond(text: string | null): number | undefined {
  return text !== null && SECOND.test(text) && Number(text) <= MAX_DURATION ? Number(text) : undefined;
}
