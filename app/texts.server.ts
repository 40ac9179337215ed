import type { RouterContextProvider } from 'react-router';
import { readShownSiteText } from '../model/settings/site-text.ts';
import { siteContext } from './context.ts';

/** Texts of the site, with those of a preview over them. */
export function readTexts(context: Readonly<RouterContextProvider>): ReturnType<typeof readShownSiteText> {
  const { db, unsaved } = context.get(siteContext);
  return readShownSiteText(db, unsaved?.texts);
}
