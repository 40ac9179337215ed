import { plainText } from '../text/excerpt.ts';

/** Where a gallery stands in a sanitized body, and its parts as they are written there. */
export interface GalleryMarkup {
  start: number;
  end: number;
  isDownloadable: boolean;
  figures: string[]; // each `<figure class="image">…</figure>`
  caption: string; // `<figcaption>…</figcaption>` or ''
}

export interface GalleryPicture {
  src: string;
  caption: string;
  credit: string;
}

/** More pictures, or more bytes, are not offered as one file: 200 of the largest uploads stay below the 4 GiB of plain ZIP. */
export const MOST_IN_ARCHIVE = 200;

/** Galleries of a sanitized body in their order. Linear. */
export function* galleriesIn(html: string): Generator<GalleryMarkup> {
  for (const match of html.matchAll(OPENING)) {
    const figures: string[] = [];
    let at = match.index + match[0].length;
    while (html.startsWith(FIGURE, at)) {
      const end = html.indexOf(CLOSING, at) + CLOSING.length;
      if (end < CLOSING.length) return;
      figures.push(html.slice(at, end));
      at = end;
    }
    const end = html.indexOf(CLOSING, at);
    if (end < 0) return;
    const caption = html.slice(at, end);
    yield { start: match.index, end: end + CLOSING.length, isDownloadable: match[1] !== undefined, figures, caption };
  }
}

/** Address, caption and credit of a figure, as plain text. */
export function pictureOf(figure: string): GalleryPicture {
  const [, src = ''] = /<img [^>]*?\bsrc="([^"]*)"/.exec(figure) ?? [];
  const [, caption = ''] = /<figcaption>(.*)<\/figcaption>/s.exec(figure) ?? [];
  const [credit = ''] = /<cite>.*<\/cite>$/s.exec(caption) ?? [];
  return { src, caption: plainText(caption.slice(0, caption.length - credit.length)), credit: plainText(credit) };
}

const OPENING = /<figure class="gallery( downloadable)?">/g;
const FIGURE = '<figure class="image">';
const CLOSING = '</figure>';
