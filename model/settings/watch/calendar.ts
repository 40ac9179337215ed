/** RFC 5545, 3.1: octets of one line, without its end. */
const LINE_OCTETS = 75;
/** Nobody says when a broadcast ends; a calendar draws an event without a length as a thin line. */
const LENGTH = 'PT3H';
const REMIND_BEFORE = 'PT15M';

export interface CalendarEvent {
  /** The same for the same event for ever: a calendar program that gets it again changes what it has. */
  uid: string;
  /** Raised by every change, never lowered. */
  sequence: number;
  /** Moments as ISO 8601. */
  changedAt: string;
  startsAt: string;
  title: string;
  description: string;
  url: string;
}

/** One event as a file that calendar programs take (iCalendar, RFC 5545), with a reminder a quarter of an hour before. */
export function toCalendar({ uid, sequence, changedAt, startsAt, title, description, url }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//rampa//start//RU',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(changedAt)}`,
    `DTSTART:${utc(startsAt)}`,
    `DURATION:${LENGTH}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(`${description}\n\n${url}`)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    `TRIGGER:-${REMIND_BEFORE}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** `2025-07-20T17:00:00.000Z` → `20250720T170000Z`. */
function utc(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** 3.3.11. Control characters have no place in a text. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** A long line goes on behind a line end and a space; no character is cut in two. */
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
