import { hash } from 'node:crypto';
import type { Kind } from '../../model/articles/kinds.ts';
import type { ArticleChange } from '../../model/articles/schema.ts';
import { parseDate } from '../../model/text/date.ts';
import { escapeText } from '../../model/text/markup.ts';
import type { ExportedText, OwnExport } from './sources/export.ts';

/** Content that an import drops, of one item or of the whole source. */
export interface Loss {
  item: string; // title or address
  what: string;
  count: number;
}

export function tally(item: string, losses: string[]): Loss[] {
  return [...Map.groupBy(losses, (what) => what)].map(([what, { length: count }]) => ({ item, what, count }));
}

/** An article or a page of another site. */
export interface Item {
  key: string; // Unique in its source, equal in each run
  kind: Kind;
  title: string;
  slug: string | undefined; // As in the source, not normalised; undefined: made from the title
  addresses: string[]; // Its public addresses, absolute or relative
  base?: string; // Base of its relative links, by default the first of `addresses`
  places?: string[]; // Further addresses that links of other items use
  author?: string | undefined;
  /** `date` is YYYY-MM-DD, or a moment whose day it is. Too long texts are cut. */
  fields: Omit<ArticleChange, 'title' | 'slug' | 'content' | 'coverImageUrl'>;
  /** From our own export: data beyond the fields that saving accepts. Its body is kept unchanged. */
  own?: Pick<ExportedText, 'formerSlugs' | 'pinned' | 'order' | 'group' | 'date' | 'dateFollows'>;
  losses: string[]; // Of the item, complete after `body`
  /** HTML and cover as in the source. Called only when the item is imported. */
  body: () => { html: string; cover?: string | undefined };
}

/** Detects changes in the source; `missing`: addresses that could not be fetched, so that the next run retries them. */
export function digestOf({ title, slug, fields }: Item, body: ReturnType<Item['body']>, missing: string[] = []) {
  return hash('sha256', JSON.stringify([title, slug, fields, body.html, body.cover, ...missing]), 'base64url');
}

/** Placeholder origin of sources without one. */
export const NO_ORIGIN = 'https://site.invalid';

/** Visibility of an item in the source. */
export type Shown = Pick<Item['fields'], 'status' | 'publishAt'>;

/** `why`: the reason, if the item was public, at least for some readers; reported as a loss. */
export function asDraft(losses: string[], why?: string): Shown {
  if (why) losses.push(`${why}: стала черновиком`);
  return { status: 'draft' };
}

export function asScheduled(losses: string[], publishAt: string | undefined): Shown {
  if (publishAt && publishAt > new Date().toISOString()) return { status: 'scheduled', publishAt };
  return asDraft(losses, 'время публикации прошло');
}

export const unread = (date: string): string => `дата «${date}»: её нельзя прочесть`;

/** Parses a moment to ISO 8601 UTC; undefined when invalid. */
export function momentOf(given: string | number | null | undefined): string | undefined {
  const text = typeof given === 'string' ? inIso(given) : (given ?? Number.NaN);
  const date = new Date(text);
  // `Date` reads «сегодня, 5» as 2001, and 31 February as March. RFC 822 allows two-digit years.
  const isDate =
    typeof text === 'number' || dayIn(text) || /^(?!\d{4}-\d\d-\d\d).*(?:\d{4}|[A-Z][a-z]\w? \d\d )/s.test(text);
  return isDate && date.getUTCFullYear() > 0 && date.getUTCFullYear() < 10_000 ? date.toISOString() : undefined;
}

/** The day as written, YYYY-MM-DD, regardless of the time zone. */
export function dayIn(text: string): string | null {
  return parseDate(inIso(text).slice(0, 10));
}

/** `Date` reads «2.1.2024» as 1 February and does not know MSK. Numbers are days without hyphens, or seconds since 1970. */
function inIso(text: string): string {
  if (/^\d{8}$/.test(text)) return text.replace(/^(\d{4})(\d\d)/, '$1-$2-');
  if (/^1\d{9}(?:\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString();
  const [whole = '', day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text) ?? [];
  const start = whole && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return start + text.slice(whole.length).replace(/ MSK$/, ' +0300');
}

/** Converts plain text to paragraphs. */
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

/** A ZIP or a folder. */
export interface Archive {
  names: string[]; // Paths of all files, with slashes
  read: (name: string, most?: number) => Promise<Buffer | undefined>;
  dayOf?: (name: string) => Promise<string>; // Day of a file's last change
  close?: () => Promise<void>;
}

/** Something to import from, detected by its content. */
export interface Source {
  kind: 'WXR' | 'Ghost' | 'RSS' | 'Atom' | 'Markdown' | 'site' | 'rampa';
  id: string; // Equal for all exports of one site
  /** Address of the site without a trailing slash; undefined if the source does not contain it. */
  origin: string | undefined;
  /** Called twice: for addresses and slugs, then to import. `addLoss` reports losses outside of items, with their place. */
  items: (addLoss: (place: string, what: string) => void) => AsyncGenerator<Item>;
  /** Bytes of a picture or file contained in the source, by its address there; otherwise undefined. */
  read?: (address: string) => Promise<Buffer | undefined>;
  close?: (() => Promise<void>) | undefined;
  own?: OwnExport;
}
