const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;
const DAY = 24 * HOUR;
const NOT_BEFORE = 2 * HOUR;

/** Random moment in local hour `hour` (DST-safe), at least 2 h and `days` - 1 days later: servers are not in step. */
export function atNight(timeZone: string, hour: number, after: Date, days = 1): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const earliest = after.getTime() + NOT_BEFORE + (days - 1) * DAY;
  for (let at = Math.ceil(earliest / QUARTER) * QUARTER; ; at += QUARTER)
    if (Number(clock.format(at)) === hour) return new Date(at + Math.random() * QUARTER);
}
