import { rename } from './clean.ts';

/** Elements of web pages that the editor's rules do not know, in the words and blocks of an article. */
export function cleanWebPage(body: HTMLElement): void {
  for (const term of body.querySelectorAll('dt')) {
    const strong = body.ownerDocument.createElement('strong');
    strong.append(...term.childNodes);
    term.append(strong);
  }
  for (const block of [...body.querySelectorAll('details, summary, figure, figcaption, dl, dt, dd')].reverse())
    rename(block, 'div');
  // The innermost first.
  for (const quote of [...body.querySelectorAll('q')].reverse()) {
    const [opening, closing] = depthOf(quote) % 2 === 0 ? '«»' : '„“';
    quote.replaceWith(opening ?? '', ...quote.childNodes, closing ?? '');
  }
}

function depthOf(quote: Element): number {
  const around = quote.parentElement?.closest('q');
  return around ? depthOf(around) + 1 : 0;
}
