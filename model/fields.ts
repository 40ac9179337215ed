import { z } from 'zod';
import { parseDate } from './text/date.ts';
import { oneLine, plain } from './text/plain.ts';
import { MAX_SLUG, slugify } from './text/slug.ts';

/** Text of at most `max` characters; `name` appears in messages. Drops characters that cannot be stored or read. */
export function text(name: string, max: number) {
  return markup(name, max).transform(plain);
}

/** `text` for HTML, sanitized later: leaves combining marks, so that megabytes are not scanned twice. `trims`: outer spaces do not count. */
export function markup(name: string, max: number, { trims = false } = {}) {
  const given = z.string({ error: `${name}: нужен текст.` });
  return (trims ? given.trim() : given).max(max, `${name}: не длиннее ${max} знаков.`).transform(storable);
}

/** `text`, trimmed and not blank. */
export function filledText(name: string, max: number) {
  return markup(name, max, { trims: true })
    .transform((value) => plain(value).trim())
    .refine((value) => VISIBLE.test(value), `${name}: заполните это поле.`);
}

/** `text` on one line; '' when nothing in it can be seen. */
export function line(name: string, max: number) {
  return markup(name, max, { trims: true }).transform((value) => (VISIBLE.test(value) ? oneLine(value) : ''));
}

/** `line`, not blank. */
export function filledLine(name: string, max: number) {
  return line(name, max).refine((value) => value !== '', `${name}: заполните это поле.`);
}

/** Slug of a new row; '' to generate one. */
export function givenSlug() {
  return line('Адрес', MAX_SLUG)
    .refine((given) => given === '' || slugify(given) !== '', 'Адрес: нужна хотя бы одна буква или цифра.')
    .refine((given) => slugify(given).length <= MAX_SLUG, `Адрес: не длиннее ${MAX_SLUG} знаков.`)
    .default('');
}

/** Empty, missing and null become null; anything else must match the schema, or `refusal` is the message. */
export function optional<Text extends z.ZodType<string>>(
  text: Text,
  fits: (value: string) => boolean = () => true,
  refusal = '',
) {
  return text
    .nullable()
    .default(null)
    .transform((value) => value || null)
    .refine((value) => value === null || fits(value), refusal);
}

/** Address of an uploaded picture. */
export function isUploadedImage(value: string): boolean {
  return /^\/uploads\/[0-9a-f]{32}\.(jpg|png|webp|gif)$/.test(value);
}

/** Search text of a query. 400 for characters that the databases cannot compare: no stored text has them. */
export function queryText(name: string, max: number) {
  return z
    .string({ error: `${name}: нужно одно значение.` })
    .max(max, `${name}: не длиннее ${max} знаков.`)
    .refine(isStorable, `${name}: есть невидимый знак, которого в текстах не бывает. Уберите его.`);
}

/** A path segment; '', which matches nothing, for characters that the databases cannot compare. */
export function pathPart() {
  return z.string().transform((part) => (isStorable(part) ? part : ''));
}

export function toggle(name: string) {
  return z.boolean({ error: `${name}: выберите «да» или «нет».` });
}

/** A number that both databases can compare with an id. */
export function rowId(message: string) {
  return z.int(message).min(1, message).max(MAX_ID, message);
}

/** Calendar day as YYYY-MM-DD, also from a date-time; empty and null become null. */
export function dayOf(name: string) {
  return z
    .string({ error: `${name}: нужен день вида 2025-07-20.` })
    .nullable()
    .transform((value, context) => {
      if (value === null || value === '') return null;
      const date = parseDate(value);
      if (date) return date;
      context.addIssue(`${name}: такого дня нет, нужен день вида 2025-07-20.`);
      return z.NEVER;
    });
}

/** ISO 8601 moment with a zone, years 1970 to 9998, as UTC with milliseconds; empty and null are null. */
export function moment(name: string) {
  return z
    .string({ error: `${name}: нужны дата и время, которые есть в календаре.` })
    .nullable()
    .transform((value, context) => {
      if (value === null || value === '') return null;
      const time = ISO_MOMENT.test(value) && parseDate(value) ? Date.parse(value) : Number.NaN;
      if (!Number.isNaN(time) && time >= 0 && time < END_OF_TIME) return new Date(time).toISOString();
      context.addIssue(`${name}: нужны дата и время, которые есть в календаре.`);
      return z.NEVER;
    });
}

/** Absolute http(s) URL or, with `local`, a path of the site, explained by `hint`; empty is null. At most 2,048 characters. */
export function address(
  name: string,
  { local, hint = '', scheme }: { local?: RegExp; hint?: string; scheme?: 'https' } = {},
) {
  const schemes = scheme ? 'https://' : 'https:// или http://';
  return markup(name, MAX_ADDRESS, { trims: true })
    .nullable()
    .transform((value, context) => {
      const trimmed = plain(value ?? '').trim();
      if (trimmed === '') return null;
      const isAllowed = isHttpAddress(trimmed) && (!scheme || new URL(trimmed).protocol === 'https:');
      if (local?.test(trimmed) || isAllowed) return trimmed;
      context.addIssue(`${name}: нужен полный адрес, который начинается с ${schemes}${hint}.`);
      return z.NEVER;
    });
}

/** True for an absolute http(s) URL with a host and without credentials. */
export function isHttpAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[\s\\<>"]/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.hostname !== '' && url.username === '' && url.password === '';
}

const MAX_ADDRESS = 2048;
const MAX_ID = 2 ** 31 - 1;
const VISIBLE = /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const END_OF_TIME = Date.UTC(9999, 0, 1); // five-digit years would break the lexical order of stored moments

/** Drops U+0000 (rejected by PostgreSQL) and replaces lone surrogates, which no database stores, by U+FFFD. */
export function storable(value: string): string {
  return value.replaceAll('\0', '').toWellFormed();
}

function isStorable(value: string): boolean {
  return storable(value) === value;
}
