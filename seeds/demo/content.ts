import { readTexts } from '../pages.ts';
import { altOf, type CoverName, type FileName, type ImageName } from './files.ts';
import { typeset, typesetHtml } from './typeset.ts';

/**
 * News of the demo world, oldest first. Pictures and files in them have addresses like `picture:footlights`, `file:protokol`, see
 * `placeUploads`; without a slug the address follows from the title. `coverAlt` says what the cover shows.
 */
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

/** Pages of the demo world: what it publishes of the drafts that a new site has. */
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

/** Puts real addresses in place of `picture:<name>` and `file:<name>`. */
export function placeUploads(content: string, addressOf: (name: ImageName | FileName) => string): string {
  return content.replace(
    /(src|href)="(?:picture|file):([a-z0-9-]+)"/g,
    (_match, attribute: string, name: ImageName | FileName) => `${attribute}="${addressOf(name)}"`,
  );
}
