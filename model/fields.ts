import { z } from 'zod';
import { cutMarkRuns } from './text/combining-marks.ts';
import { parseDate } from './text/date.ts';

/** Shared shapes of input fields. Every message is a Russian sentence that can stand beside the field and alone. */

/**
 * A text of at most `max` characters, `name` being how the field is called in a sentence. Left out are characters no database stores
 * and combining marks beyond 16 on one letter.
 */
export function text(name: string, max: number) {
  return markup(name, max).transform((value) => cutMarkRuns(value));
}

/** The same for HTML, which is cleaned later: megabytes are not searched twice. */
export function markup(name: string, max: number) {
  return z
    .string({ error: `${name}: нужен текст.` })
    .max(max, `${name}: не длиннее ${max} знаков.`)
    .transform(storable);
}

/** As `text`, trimmed and not blank. */
export function filledText(name: string, max: number) {
  return text(name, max)
    .transform((value) => value.trim())
    .refine((value) => VISIBLE.test(value), `${name}: заполните это поле.`);
}

export function toggle(name: string) {
  return z.boolean({ error: `${name}: нужно true или false.` });
}

/** ISO 8601 moment, given back as UTC with milliseconds; null stays null. */
export function moment(name: string) {
  return z
    .string({ error: `${name}: нужны дата и время, например 2025-07-20T18:00:00Z.` })
    .nullable()
    .transform((value, context) => {
      if (value === null || value === '') return null;
      const time = ISO_MOMENT.test(value) && parseDate(value) ? Date.parse(value) : Number.NaN;
      if (!Number.isNaN(time) && time >= 0 && time < END_OF_TIME) return new Date(time).toISOString();
      context.addIssue(`${name}: нужны дата и время, например 2025-07-20T18:00:00Z.`);
      return z.NEVER;
    });
}

/** Empty or null is null; else an absolute http(s) address, or (with `local`) a path of this site. */
export function address(name: string, { local }: { local?: RegExp } = {}) {
  return text(name, MAX_ADDRESS)
    .nullable()
    .transform((value, context) => {
      const trimmed = value?.trim() ?? '';
      if (trimmed === '') return null;
      if (local?.test(trimmed) || isHttpAddress(trimmed)) return trimmed;
      context.addIssue(`${name}: нужен полный адрес, который начинается с https:// или http://.`);
      return z.NEVER;
    });
}

/** An absolute http(s) address with a host and without a name and password in it. */
export function isHttpAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[\s\\<>"]/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.hostname !== '' && url.username === '' && url.password === '';
}

const MAX_ADDRESS = 2048;
/** Something else than spaces and characters without any shape. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
/** Years of five digits would break the order of the stored texts. */
const END_OF_TIME = Date.UTC(9999, 0, 1);

/** PostgreSQL refuses the zero character and neither database stores half a surrogate pair. */
export function storable(value: string): string {
  return value.replaceAll('\0', '').toWellFormed();
}
