const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;
const DAY = 24 * HOUR;
/** What has just been done is not due again in the same night. */
const NOT_BEFORE = 2 * HOUR;

/**
 * A moment in the next night, within the hour that begins at `hour` o'clock in the zone (the clock may be put forward or back in between);
 * `days` from now at the earliest. Not always the same minute: servers and jobs do not move in step.
 */
export function atNight(timeZone: string, hour: number, after: Date, days = 1): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const earliest = after.getTime() + NOT_BEFORE + (days - 1) * DAY;
  for (let at = Math.ceil(earliest / QUARTER) * QUARTER; ; at += QUARTER)
    if (Number(clock.format(at)) === hour) return new Date(at + Math.random() * QUARTER);
}
