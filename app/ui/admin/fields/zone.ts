import { serverNow } from '../../time/server-clock.ts';

const SECOND = 1000;
const MINUTE = 60_000;

/** Local time (`2025-07-20T18:00`) of a zone at a UTC time (ISO 8601); with its seconds unless there are none. */
export function toWall(moment: string, timeZone: string): string {
  const seconds = moment.slice(17, 19);
  return wallAt(Date.parse(moment), timeZone) + (Number(seconds) > 0 ? `:${seconds}` : '');
}

/** UTC (ISO 8601) of a local time; undefined when malformed. Ambiguous: the first; a skipped hour moves past it. */
export function fromWall(given: string, timeZone: string): string | undefined {
  const asGiven = Date.parse(`${given}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(given) || Number.isNaN(asGiven)) return undefined;
  const wall = given.slice(0, 16);
  const asUtc = Date.parse(`${wall}Z`);
  const offsets = [asUtc - 24 * 60 * MINUTE, asUtc + 24 * 60 * MINUTE].map((moment) => offsetAt(moment, timeZone));
  const fitting = offsets.map((offset) => asUtc - offset).filter((moment) => wallAt(moment, timeZone) === wall);
  const minute = fitting.length > 0 ? Math.min(...fitting) : asUtc - Math.min(...offsets);
  return new Date(minute + asGiven - asUtc).toISOString();
}

/** «Время московское», elsewhere «Время: Екатеринбург, стандартное время». */
export function clockName(timeZone: string): string {
  return timeZone === 'Europe/Moscow' ? 'Время московское' : `Время: ${zoneName(timeZone)}`;
}

/** «Москва, стандартное время». */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName: 'long' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

export function sameClock(moment: string, one: string, other: string): boolean {
  return toWall(moment, one) === toWall(moment, other);
}

/** By the server's clock, plus 1 s: its responses have whole seconds, and a time just reached must count as past. */
export function isAhead(moment: string): boolean {
  return Date.parse(moment) > serverNow() + SECOND;
}

/** «воскресенье, 20 июля, 20:00 по Москве», with the year unless it is this one. */
export function momentInWords(moment: string, timeZone: string, now = new Date()): string {
  const date = new Date(moment);
  const text = (options: Intl.DateTimeFormatOptions, of = date) =>
    new Intl.DateTimeFormat('ru', { timeZone, ...options }).format(of);
  const year = text({ year: 'numeric' });
  const day = text({ day: 'numeric', month: 'long' }) + (year === text({ year: 'numeric' }, now) ? '' : ` ${year}`);
  const zone = timeZone === 'Europe/Moscow' ? 'по\u00a0Москве' : `(${zoneName(timeZone)})`;
  return `${text({ weekday: 'long' })}, ${day}, ${text({ hour: '2-digit', minute: '2-digit' })} ${zone}`;
}

function offsetAt(moment: number, timeZone: string): number {
  return Date.parse(`${wallAt(moment, timeZone)}Z`) - Math.floor(moment / MINUTE) * MINUTE;
}

function wallAt(moment: number, timeZone: string): string {
  // Swedish dates are those of ISO 8601, with a space; years before 1000 have no zeros.
  const shown = new Date(moment).toLocaleString('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return shown.replace(' ', 'T').padStart(16, '0');
}
