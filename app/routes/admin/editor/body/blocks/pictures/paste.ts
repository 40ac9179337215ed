import { rename } from '../../paste/inert.ts';

const OTHERS = 'table, iframe, embed, video, audio, ul, ol, figure';
const OWN = /^https?:|^\/uploads\//i;

/** A figure with one picture keeps its caption; of what else is called so only the content stays. */
export function pasteFigures(body: HTMLElement): void {
  for (const figure of [...body.querySelectorAll<HTMLElement>('figure')].reverse()) {
    const [image, ...others] = figure.querySelectorAll('img');
    const link = image?.closest('a')?.getAttribute('href') ?? '';
    const isLinked = link !== '' && !/\.(?:jpe?g|png|webp|gif)(?:\?|$)/i.test(link);
    const isOwn = OWN.test(image?.getAttribute('src') ?? '');
    const stands = !figure.parentElement?.closest('li, blockquote, td, th, figure');
    if (!image || others.length > 0 || isLinked || !isOwn || !stands || figure.querySelector(OTHERS)) unwrap(figure);
    else tidy(figure, image);
  }
}

function unwrap(figure: HTMLElement): void {
  for (const caption of figure.querySelectorAll('figcaption')) rename(caption, 'div');
  rename(figure, 'div');
}

function tidy(figure: HTMLElement, image: HTMLImageElement): void {
  const { ownerDocument } = figure;
  const caption = figure.querySelector('figcaption');
  const size = ['wide', 'full'].find(
    (name) => figure.classList.contains(name) || figure.classList.contains(`align${name}`),
  );
  const tidied = ownerDocument.createElement('figure');
  tidied.className = size ? `image ${size}` : 'image';
  figure.before(tidied);
  tidied.append(image);
  if (caption) tidied.append(caption);
  // Words beside the caption.
  rename(figure, 'div');
}
