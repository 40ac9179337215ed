/** Moments are stored in UTC; an editor sees and types them on the site's clock, as `2025-07-20T18:00`. */

const MINUTE = 60_000;

/** What the clock of a time zone shows at a moment (ISO 8601). */
export function toWall(moment: string, timeZone: string): string {
  return wallAt(Date.parse(moment), timeZone);
}

/**
 * The moment (ISO 8601, UTC) at which the clock of a time zone shows a day and time; undefined when the text is none. Of an hour that
 * is there twice the first is meant, an hour that is skipped means the same time after the jump.
 */
export function fromWall(wall: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${wall}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) || Number.isNaN(asUtc)) return undefined;
  const offsets = [asUtc - 24 * 60 * MINUTE, asUtc + 24 * 60 * MINUTE].map((moment) => offsetAt(moment, timeZone));
  const fitting = offsets.map((offset) => asUtc - offset).filter((moment) => wallAt(moment, timeZone) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : asUtc - Math.min(...offsets)).toISOString();
}

/** How people call a time zone: «Москва, стандартное время». */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName: 'long' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Whether two time zones show the same at a moment. */
export function sameClock(moment: string, one: string, other: string): boolean {
  return toWall(moment, one) === toWall(moment, other);
}

/** Whether a moment is still to come. */
export function isAhead(moment: string): boolean {
  return Date.parse(moment) > Date.now();
}

function offsetAt(moment: number, timeZone: string): number {
  return Date.parse(`${wallAt(moment, timeZone)}Z`) - Math.floor(moment / MINUTE) * MINUTE;
}

function wallAt(moment: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment);
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}
