import type { RouterContextProvider } from 'react-router';
import { currentShow } from '../model/programme/shows.ts';
import { readShownSiteText } from '../model/settings/site-text.ts';
import { correctDate } from '../model/text/date.ts';
import { type Start, toStart } from './broadcast-start.ts';
import { siteContext } from './context.ts';

/** Texts of the site, with those of a preview over them. */
export function readTexts(context: Readonly<RouterContextProvider>): ReturnType<typeof readShownSiteText> {
  const { db, unsaved } = context.get(siteContext);
  return readShownSiteText(db, unsaved?.texts);
}

/** Start of the running or next show; null without shows. */
export async function readShowStart(context: Readonly<RouterContextProvider>): Promise<Start | null> {
  const { db, timeZone } = context.get(siteContext);
  return toStart((await currentShow(db))?.starts_at ?? null, timeZone);
}

/** `text` with the day and time of the show, if it names others; `today` makes it «сегодня». */
export function datedBy(start: Start | null | undefined, text: string, today?: string): string {
  return start ? correctDate(text, start.wall.slice(0, 10), start.time, today) : text;
}
