import type { Db } from '../../db/tables.ts';
import { startPhase } from './watch/phase.ts';
import { readWatchSettings } from './watch/watch.ts';

const LINE_OCTETS = 75; // without the line break (RFC 5545, 3.1)
const LENGTH = 'PT3H'; // assumed: an event without duration is drawn as a thin line
const REMINDER_LEAD = 'PT15M';

export interface CalendarEvent {
  uid: string; // never changes: calendars update the event by it
  sequence: number;
  changedAt: string;
  startsAt: string;
  endsAt: string | null; // null: assumed
  title: string;
  description: string;
  place?: string;
  url: string;
}

/** The announced start, for the calendar; undefined if there is none or it has passed. */
export async function findStart(db: Db) {
  const { value, version, savedAt: changedAt = '' } = await readWatchSettings(db);
  const { starts_at: startsAt, title, description } = value;
  if (startsAt === null || startPhase(startsAt) !== 'ahead') return undefined;
  return { startsAt, endsAt: null, title, description, version, changedAt };
}

/** iCalendar file (RFC 5545), each event with a reminder 15 minutes before. `name`: for a subscription. */
export function toCalendar(events: CalendarEvent[], name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//rampa//start//RU',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`, `NAME:${escapeText(name)}`, ...REFRESH]),
    ...events.flatMap(toEvent),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Refresh interval: RFC 7986, 5.7, and Outlook's property. */
const REFRESH = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];

function toEvent(event: CalendarEvent): string[] {
  const { endsAt, description, place, url } = event;
  const title = escapeText(event.title);
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    endsAt ? `DTEND:${utc(endsAt)}` : `DURATION:${LENGTH}`,
    `SUMMARY:${title}`,
    `DESCRIPTION:${escapeText([description, url].filter(Boolean).join('\n\n'))}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    `TRIGGER:-${REMINDER_LEAD}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

function utc(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** RFC 5545, 3.3.11; drops control characters. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** Line folding (RFC 5545, 3.1) that splits no character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
