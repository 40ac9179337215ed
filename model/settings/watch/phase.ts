/** Pure: shared by the server, the panel, open pages and the player. */

const BEGINNING_FOR = 15 * 60_000; // ms; broadcasts seldom begin on the second
const OVER_AFTER = 6 * 3_600_000; // ms; longer than a final with its results

export type StartPhase = 'ahead' | 'beginning' | 'past';

/** Phase of a start (ISO 8601) at `now` (ms). */
export function startPhase(startsAt: string, now = Date.now()): StartPhase {
  const start = Date.parse(startsAt);
  if (now < start) return 'ahead';
  return now < start + BEGINNING_FOR ? 'beginning' : 'past';
}

/** Time (ISO 8601) from which a broadcast that is off counts as over; null without a start. */
export function assumedEnd<T extends string | null>(startsAt: T): T;
export function assumedEnd(startsAt: string | null): string | null {
  return startsAt === null ? null : new Date(Date.parse(startsAt) + OVER_AFTER).toISOString();
}

/** When (ms) the phase changes, and the broadcast counts as over. */
export function startMoments({ starts_at: startsAt }: { starts_at: string | null }): number[] {
  if (startsAt === null) return [];
  const start = Date.parse(startsAt);
  return [start, start + BEGINNING_FOR, start + OVER_AFTER];
}

const SECOND = /^(0|[1-9]\d{0,4})$/;
/** Longest recording, in seconds. */
export const LONGEST = 86_400;

/** `?t=` of the page and the player: whole seconds from the start of a recording. */
export function readSecond(text: string | null): number | undefined {
  return text !== null && SECOND.test(text) && Number(text) <= LONGEST ? Number(text) : undefined;
}

/** Whether a broadcast or a vote that is off has ended. */
export interface Course {
  isOn: boolean;
  startsAt: string | null;
  endsAt: string | null;
  isOver: boolean;
  /** Visitors could vote, whatever the times say. */
  isOpen?: boolean;
}

/** Whether it is over at `now` (ms), when it is off. Without times only `isOver` decides. */
export function isOverAt({ isOver, endsAt }: Pick<Course, 'isOver' | 'endsAt'>, now = Date.now()): boolean {
  return isOver || (endsAt !== null && now >= Date.parse(endsAt));
}

/** True when its start is after `now` (ms). */
export function isAhead({ startsAt }: Pick<Course, 'startsAt'>, now = Date.now()): boolean {
  return startsAt !== null && Date.parse(startsAt) > now;
}

/** The over flag after a change; `given` is ignored when it equals the effective value at `now` (ms). */
export function overAfter(before: Course, next: Omit<Course, 'isOver'>, given?: boolean, now = Date.now()): boolean {
  if (next.isOn || isAhead(next, now)) return false;
  if (before.isOn) return given ?? (before.isOpen || next.startsAt !== null);
  return given === undefined || given === isOverAt(before, now) ? before.isOver : given;
}
