import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { cleanTitle } from '../../model/uploads/titles.ts';

export interface Facts {
  title: string;
  duration: number | null; // s
  /** Address of a picture. */
  image: string | undefined;
}

const LONGEST_TITLE = 200; // characters
const LONGEST_DURATION = 100 * 3600; // s
const MAX_PAGE = 1024 * 1024; // characters: what describes a page stands at its beginning

const described = z.object({
  title: z.string().catch(''),
  duration: z.number().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
});

/** Of an oEmbed answer or of Rutube's, which has a duration. Throws unless it is a JSON object. */
export function factsOfJson(text: string): Facts {
  const { title, duration, thumbnail_url } = described.parse(JSON.parse(text));
  return { title: cleanTitle(title, LONGEST_TITLE), duration: seconds(duration), image: thumbnail_url };
}

/** Of a page's Open Graph. The title of a post is only its author: its beginning follows. */
export function factsOfPage(html: string, page: string, isPost: boolean): Facts {
  const told = metaOf(html.slice(0, MAX_PAGE));
  const title = told.get('og:title') ?? '';
  const description = isPost ? (told.get('og:description') ?? '') : '';
  const image = told.get('og:image');
  return {
    title: cleanTitle([title, description].filter((text) => text.trim()).join(': '), LONGEST_TITLE),
    duration: seconds(Number(told.get('og:video:duration') ?? told.get('video:duration') ?? Number.NaN)),
    image: image && URL.canParse(image, page) ? new URL(image, page).href.replace(/^http:/, 'https:') : undefined,
  };
}

/** Text in the encoding that `Content-Type` names; UTF-8 when it names none or an unknown one. */
export function decoded(type: string, bytes: Buffer): string {
  const label = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString();
  }
}

/** The first of each name. */
function metaOf(html: string): Map<string, string> {
  const told = new Map<string, string>();
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      const key = tag === 'meta' ? (property ?? name) : undefined;
      if (key !== undefined && content !== undefined && !told.has(key)) told.set(key, content);
    },
  });
  parser.end(html);
  return told;
}

function seconds(value = Number.NaN): number | null {
  return value >= 1 && value <= LONGEST_DURATION ? Math.round(value) : null;
}
