import { rename } from './inert.ts';
import { risesByOne } from './markdown.ts';

export function cleanWebPage(body: HTMLElement): void {
  for (const term of body.querySelectorAll('dt')) {
    const strong = body.ownerDocument.createElement('strong');
    strong.append(...term.childNodes);
    term.append(strong);
  }
  for (const list of [...body.querySelectorAll('ol')].reverse()) spellNumbers(list);
  for (const block of [...body.querySelectorAll('dl, dt, dd')].reverse()) rename(block, 'div');
  for (const quote of [...body.querySelectorAll('q')].reverse()) {
    const [opening, closing] = depthOf(quote) % 2 === 0 ? '«»' : '„“';
    quote.replaceWith(opening ?? '', ...quote.childNodes, closing ?? '');
  }
}

function depthOf(quote: Element): number {
  const around = quote.parentElement?.closest('q');
  return around ? depthOf(around) + 1 : 0;
}

/** Unsupported numbering (countdown, repeated) becomes text at the start of paragraphs. */
function spellNumbers(list: HTMLOListElement): void {
  const items = [...list.children].filter((item) => item.tagName === 'LI') as HTMLLIElement[];
  const step = list.reversed ? -1 : 1;
  let next = list.hasAttribute('start') ? list.start : list.reversed ? items.length : 1;
  const numbers = items.map((item) => {
    const number = item.hasAttribute('value') ? item.value : next;
    next = number + step;
    return number;
  });
  if (risesByOne(numbers)) return;
  for (const [at, item] of items.entries()) rename(item, 'div').prepend(`${numbers[at]}. `);
  rename(list, 'div');
}
