import { readTexts } from '../pages.ts';
import { altOf, type CoverName, type FileName, type ImageName } from './files.ts';

const NBSP = '\u00a0';
const SHORT_WORDS = 'в|во|к|ко|с|со|у|о|об|от|до|за|на|по|из|и|а|но|не|ни|без|для|при|под|над';

/** News of the demo world, oldest first. Addresses such as `picture:footlights`: see `placeUploads`. `coverAlt` describes the cover. */
export const demoArticles = readTexts(new URL('./news/', import.meta.url)).map(({ name, head, body }) => {
  const cover = (head.cover ?? null) as CoverName | null;
  return {
    ...(head.slug && { slug: head.slug }),
    ...(head.tag && { tags: [head.tag] }),
    date: name.slice(0, '2025-05-05'.length),
    title: typeset(head.title ?? ''),
    content: typesetHtml(body),
    cover,
    coverAlt: cover ? altOf(cover) : '',
  };
});

/** Pages of the demo world: the drafts of a new site that the demo publishes. */
export const demoPages = readTexts(new URL('./pages/', import.meta.url)).map(({ name: slug, head, body }) => ({
  slug,
  place: head.place,
  title: typeset(head.title ?? ''),
  content: typesetHtml(body),
}));

/** Contestants of the demo world; `key` is the word of the running orders. The final's fourteen first, in its order. */
export const demoContestants = readTexts(new URL('./contestants/', import.meta.url)).map(
  ({ name: file, head, body }) => {
    const { name = '', song = '', authors = '', region = '', picture = '', clip, seconds } = head;
    const words = { name: typeset(name), song: typeset(song), authors: typeset(authors), region: typeset(region) };
    const title = `${words.name} — «${words.song}»`;
    return {
      key: file.slice(file.indexOf('-') + 1),
      picture: picture as ImageName,
      clip: clip ? { address: clip, title: typeset(title), seconds: Number(seconds) } : undefined,
      words: { ...words, text: typeset(body.trim()) },
    };
  },
);

/** Replaces `picture:<name>` and `file:<name>` by real URLs. */
export function placeUploads(content: string, addressOf: (name: ImageName | FileName) => string): string {
  return content.replace(
    /(src|href)="(?:picture|file):([a-z0-9-]+)"/g,
    (_match, attribute: string, name: ImageName | FileName) => `${attribute}="${addressOf(name)}"`,
  );
}

/** Typesets Russian text: non-breaking spaces join words that a line break must not separate. */
export function typeset(text: string): string {
  return text
    .replace(/ ([—–])/g, `${NBSP}$1`)
    .replace(new RegExp(`(?<=^|[\\s(«„>])(${SHORT_WORDS}) `, 'giu'), `$1${NBSP}`)
    .replace(/ (бы|ли|же|б|ж)(?=[\s,.!?:;…»<]|$)/gu, `${NBSP}$1`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${NBSP}`)
    .replace(/(\d) (?=[a-zа-яё₽%×°])/giu, `$1${NBSP}`)
    .replace(/(№|×) (?=\d)/g, `$1${NBSP}`);
}

/** The same for HTML except code; drops line breaks between tags, which only format the source. */
function typesetHtml(html: string): string {
  return html
    .trim()
    .split(/(<pre>[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>)/)
    .map((part, index) => (index % 2 ? part : outsideCode(part)))
    .join('');
}

function outsideCode(html: string): string {
  return html
    .replace(/>\n\s*</g, '><')
    .replace(/^\n|\n$/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^<>]+(?=<|$)/g, typeset);
}
