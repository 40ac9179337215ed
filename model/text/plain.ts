import { cutMarkRuns } from './combining-marks.ts';

/** Drops control characters but tabs and line breaks, what changes the direction of a text, and excess marks. */
export function plain(text: string): string {
  return cutMarkRuns(text.replace(UNREADABLE, ''));
}

/** `plain` on one line: NFC, spaces and control characters as one space, single no-break spaces as they are; trimmed. */
export function oneLine(text: string): string {
  // Cut first: NFC sorts the marks of one letter in quadratic time.
  const line = cutMarkRuns(text)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, (gap) => (/^[\u00a0\u202f]$/.test(gap) ? gap : ' '));
  return plain(line).trim();
}

/** Joiners and soft hyphens stay: words and emoji need them. */
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\p{Bidi_Control}\p{Noncharacter_Code_Point}\u200b\ufeff\ufff9-\ufffb]/gu;
