import type { Db } from '../db/tables.ts';
import { accentOf } from '../model/colour/accent.ts';
import { COVER_EDITION } from '../model/drawings/cover.ts';
import { findImages } from '../model/images/lookup.ts';
import { imageSources } from '../model/images/srcset.ts';
import { currentShow } from '../model/programme/programme.ts';
import type { SiteText } from '../model/settings/site-text.ts';
import { correctDate } from '../model/text/date.ts';
import { type Start, toStart } from './broadcast-start.ts';
import type { Site } from './context.ts';

/** Start of the running or next show; null without shows. */
export async function readShowStart({ db, timeZone }: Site): Promise<Start | null> {
  return toStart((await currentShow(db))?.starts_at ?? null, timeZone);
}

/** `text` with its day and time replaced by those of the show; «сегодня» if that day is `today`. */
export function datedBy(start: Start | null | undefined, text: string, today?: string): string {
  return start ? correctDate(text, start.wall.slice(0, 10), start.time, today) : text;
}

/** URL prefix of drawn covers. */
export function coversOf({ accent_color }: SiteText): string {
  return `/covers/${COVER_EDITION}/${accentOf(accent_color).slice(1)}/`;
}

/** Null without a logo or when its size is unknown: without a size the layout would shift. */
export async function findLogo(db: Db, url: string) {
  const found = url === '' ? undefined : (await findImages(db, [url])).get(url);
  if (!found) return null;
  const { width, height } = found;
  return { ...imageSources(url, width), width, height };
}
