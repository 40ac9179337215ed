import { rename } from './inert.ts';

/** Word writes list items as paragraphs with the bullet in the text. */
export function cleanWord(body: HTMLElement, html: string): void {
  if (!/\bmso-|class="?Mso|urn:schemas-microsoft-com/i.test(html)) return;
  for (const element of [...body.querySelectorAll('*')]) {
    // `o:p` and other namespaced elements: their text stays.
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes);
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const pageBreak of body.querySelectorAll('br[clear]')) pageBreak.remove();
  joinListItems(body);
  for (const paragraph of body.querySelectorAll('p')) if (isBlank(paragraph)) paragraph.remove();
}

function isBlank(element: Element): boolean {
  return !/[^\s\u00a0]/.test(element.textContent ?? '') && !element.querySelector('img');
}

interface Item {
  paragraph: HTMLElement;
  level: number;
  ordered: boolean;
}

function joinListItems(body: HTMLElement): void {
  let open: (Omit<Item, 'paragraph'> & { list: HTMLElement })[] = [];
  for (const { paragraph, level, ordered } of listItems(body)) {
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    open = open.filter((other) => other.level < level || (other.level === level && other.ordered === ordered));
    if (open.at(-1)?.level !== level) {
      const list = paragraph.ownerDocument.createElement(ordered ? 'ol' : 'ul');
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      open.push({ list, level, ordered });
    }
    open.at(-1)?.list.append(rename(paragraph, 'li'));
  }
}

function listItems(body: HTMLElement): Item[] {
  return [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3')].flatMap((paragraph) => {
    const [, level] = /mso-list:\s*l\d+\s+level(\d+)/i.exec(paragraph.getAttribute('style') ?? '') ?? [];
    if (!level) return [];
    const marker = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) =>
      /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
    );
    const text = marker?.textContent?.replace(/[\s\u00a0]/g, '') ?? '';
    marker?.remove();
    paragraph.style.removeProperty('text-align');
    return [{ paragraph, level: Number(level), ordered: /^(\d+|[ivxlc]+|[a-zа-я])[.)]$/i.test(text) }];
  });
}
