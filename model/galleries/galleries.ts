import { plainText } from '../text/excerpt.ts';
import { sizeText } from '../text/size.ts';

/** A gallery in a sanitized body, with the markup of its parts. */
interface GalleryMarkup {
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

/** Larger galleries have no archive: 200 of the largest uploads stay below the 4 GiB of a ZIP without ZIP64. */
export const MAX_IN_ARCHIVE = 200;

/** Galleries of a sanitized body, in order. Linear. */
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
  const [, caption = ''] = /<figcaption>(.*)<\/figcaption>/s.exec(figure) ?? [];
  const [credit = ''] = /<cite>.*<\/cite>$/s.exec(caption) ?? [];
  return {
    src: srcOf(figure),
    caption: plainText(caption.slice(0, caption.length - credit.length)),
    credit: plainText(credit),
  };
}

const OPENING = /<figure class="gallery( downloadable)?">/g;
const FIGURE = '<figure class="image">';
const CLOSING = '</figure>';

type Known = ReadonlyMap<string, { width: number; height: number; bytes?: number }>;

/**
 * Galleries for readers: each picture a link to its full size, its width as `data-shape` (per cent of its height: pages
 * have no style attributes), its `sizes` by that shape. Below `downloads` stand the archives of those that may be
 * downloaded. Takes the output of `displayBody`.
 */
export function showGalleries(html: string, known: Known, downloads: string | undefined): string {
  const pieces: string[] = [];
  let done = 0;
  let number = 0;
  for (const { start, end, isDownloadable, figures, caption } of galleriesIn(html)) {
    number += 1;
    const shown = figures.map((figure, at) => showPicture(figure, at + 1, known)).join('');
    const few = figures.length <= FEW ? ' few' : '';
    const isOffered = isDownloadable && downloads !== undefined && figures.length <= MAX_IN_ARCHIVE;
    const offer = isOffered ? downloadLink(`${downloads}/gallery-${number}.zip`, figures, known) : '';
    pieces.push(html.slice(done, start), `<figure class="gallery${few}">${shown}${caption}${offer}</figure>`);
    done = end;
  }
  return done === 0 ? html : pieces.join('') + html.slice(done);
}

const FEW = 3; // on phones each takes the width of the screen

const USUAL_SHAPE = 150;

function showPicture(figure: string, number: number, known: Known): string {
  const image = /<img [^>]*>/.exec(figure)?.[0] ?? '';
  const src = srcOf(figure);
  const size = known.get(src);
  const shape = size ? Math.round((100 * size.width) / size.height) : USUAL_SHAPE;
  // 15rem and 30vw: heights of full rows. `auto`: views with large text give each picture a row of its own.
  const sizes = ` sizes="auto,(min-width:50rem) ${Math.round(shape * 0.15)}rem,${Math.round(shape * 0.3)}vw"`;
  const name = / alt="[^"]/.test(image) ? '' : ` aria-label="Фото ${number}"`;
  const linked = `<a href="${src}"${name}>${image.replace(/ sizes="[^"]*"/, sizes)}</a>`;
  return figure
    .replace('<figure class="image">', `<figure class="image" data-shape="${shape}">`)
    .replace(image, () => linked);
}

function srcOf(figure: string): string {
  return /<img [^>]*?\bsrc="([^"]*)"/.exec(figure)?.[1] ?? '';
}

function downloadLink(address: string, figures: string[], known: Known): string {
  const bytes = figures.reduce((sum, figure) => sum + (known.get(srcOf(figure))?.bytes ?? 0), 0);
  const size = bytes > 0 ? `, ${sizeText(bytes)}` : '';
  return `<p class="quiet download"><a href="${address}" download>Скачать все</a> ${figures.length}\u00a0фото${size}</p>`;
}
