/** Pure: shared by the model, the panel and open pages. Whether a broadcast or a vote that is off has ended. */
export interface TimedSwitch {
  isOn: boolean;
  startsAt: string | null;
  endsAt: string | null;
  isOver: boolean;
  isOpen?: boolean; // Visitors can vote, regardless of the times
}

/** Whether a course that is off is over at `now` (ms). Without times only `isOver` decides. */
export function isOverAt({ isOver, endsAt }: Pick<TimedSwitch, 'isOver' | 'endsAt'>, now = Date.now()): boolean {
  return isOver || (endsAt !== null && now >= Date.parse(endsAt));
}

/** True when its start is after `now` (ms). */
export function isAhead({ startsAt }: Pick<TimedSwitch, 'startsAt'>, now = Date.now()): boolean {
  return startsAt !== null && Date.parse(startsAt) > now;
}

/** The over flag after a change; `given` is ignored when it equals the effective value at `now` (ms). */
export function overAfter(
  before: TimedSwitch,
  next: Omit<TimedSwitch, 'isOver'>,
  given?: boolean,
  now = Date.now(),
): boolean {
  if (next.isOn || isAhead(next, now)) return false;
  if (before.isOn) return given ?? (before.isOpen || next.startsAt !== null);
  return given === undefined || given === isOverAt(before, now) ? before.isOver : given;
}
