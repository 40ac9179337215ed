import { hash } from 'node:crypto';
import type { Kind } from '../../model/articles/kinds.ts';
import type { ArticleChange } from '../../model/articles/schema.ts';
import { parseDate } from '../../model/text/date.ts';
import { escapeText } from '../../model/text/markup.ts';
import type { ExportedText, OwnExport } from './sources/export.ts';

/** What an import leaves behind, of one item or of the whole source. */
export interface Lost {
  item: string; // title or address
  what: string;
  count: number;
}

export function tally(item: string, losses: string[]): Lost[] {
  return [...Map.groupBy(losses, (what) => what)].map(([what, { length: count }]) => ({ item, what, count }));
}

/** An article or a page of another site. */
export interface Item {
  key: string; // Unique in its source, the same in each run
  kind: Kind;
  title: string;
  slug: string | undefined; // As it was there; it is normalised, and made from the title when there is none
  addresses: string[]; // Full or relative addresses under which it was public
  base?: string; // What its own links are relative to, if not to the first of `addresses`
  places?: string[]; // Where links of other items expect it, besides
  author?: string | undefined;
  /** `date` is YYYY-MM-DD, or the moment it follows from. Texts that are too long are cut. */
  fields: Omit<ArticleChange, 'title' | 'slug' | 'content' | 'coverImageUrl'>;
  /** From our own export: data beyond the fields that saving accepts. Its body is kept unchanged. */
  own?: Pick<ExportedText, 'formerSlugs' | 'pinned' | 'order' | 'group' | 'date' | 'dateFollows'>;
  losses: string[]; // Of the item, complete after `body`
  /** HTML of that site and its picture. Read only when it is brought. */
  body: () => { html: string; cover?: string | undefined };
}

/** Another one when the item has changed there, or when something of it could not be had. */
export function digestOf({ title, slug, fields }: Item, body: ReturnType<Item['body']>, missing: string[] = []) {
  return hash('sha256', JSON.stringify([title, slug, fields, body.html, body.cover, ...missing]), 'base64url');
}

/** Origin of sources that tell none. */
export const NOWHERE = 'https://site.invalid';

/** How an item was shown there. */
export type Shown = Pick<Item['fields'], 'status' | 'publishAt'>;

/** `why`: of what was public there, at least for some. */
export function asDraft(losses: string[], why?: string): Shown {
  if (why) losses.push(`${why}: стала черновиком`);
  return { status: 'draft' };
}

export function asScheduled(losses: string[], publishAt: string | undefined): Shown {
  if (publishAt && publishAt > new Date().toISOString()) return { status: 'scheduled', publishAt };
  return asDraft(losses, 'время публикации прошло');
}

export const unread = (date: string): string => `дата «${date}»: её нельзя прочесть`;

/** ISO 8601 UTC; undefined for what is no moment. */
export function momentOf(given: string | number | null | undefined): string | undefined {
  const text = typeof given === 'string' ? inIso(given) : (given ?? Number.NaN);
  const date = new Date(text);
  // «сегодня, 5» would be in 2001, and February the 31st in March. RFC 822 has years of two digits.
  const isDate =
    typeof text === 'number' || dayIn(text) || /^(?!\d{4}-\d\d-\d\d).*(?:\d{4}|[A-Z][a-z]\w? \d\d )/s.test(text);
  return isDate && date.getUTCFullYear() > 0 && date.getUTCFullYear() < 10_000 ? date.toISOString() : undefined;
}

/** YYYY-MM-DD with which a date begins as it is written, in whatever zone. */
export function dayIn(text: string): string | null {
  return parseDate(inIso(text).slice(0, 10));
}

/** «2.1.2024» would be the first of February, and MSK no zone. Numbers are days without hyphens, or seconds since 1970. */
function inIso(text: string): string {
  if (/^\d{8}$/.test(text)) return text.replace(/^(\d{4})(\d\d)/, '$1-$2-');
  if (/^1\d{9}(?:\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString();
  const [whole = '', day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text) ?? [];
  const start = whole && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return start + text.slice(whole.length).replace(/ MSK$/, ' +0300');
}

/** Paragraphs of a text without markup. */
export function paragraphs(plain: string): string {
  return plain
    .split(/\n\s*\n/)
    .map((each) => `<p>${escapeText(each.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A ZIP, or a folder. */
export interface Archive {
  names: string[]; // Of all files, with slashes
  read: (name: string, most?: number) => Promise<Buffer | undefined>;
  dayOf?: (name: string) => Promise<string>; // Of a file's last change
  close?: () => Promise<void>;
}

/** Something to import from, recognised by its content. */
export interface Source {
  kind: 'WXR' | 'Ghost' | 'RSS' | 'Atom' | 'Markdown' | 'site' | 'rampa';
  id: string; // The same for each export of one site
  /** Address of the site, without a slash at its end; undefined when the source does not tell. */
  origin: string | undefined;
  /** Twice: first for addresses and slugs, then to bring them. `lose` hears what belongs to no item, with where it was. */
  items: (lose: (place: string, what: string) => void) => AsyncGenerator<Item>;
  /** Bytes of a picture or file that the source has itself, by its address there; undefined when it has not. */
  read?: (address: string) => Promise<Buffer | undefined>;
  close?: (() => Promise<void>) | undefined;
  own?: OwnExport;
}
