import { rename } from './inert.ts';

/** Comments, hidden text, and the rows that carry the widths of columns. */
const UNSEEN = '.MsoCommentReference, [style*="mso-element:comment-list"], [style*="display:none" i], tr[height="0"]';

/** Word writes list items as paragraphs with the bullet in the text. */
export function cleanWord(body: HTMLElement, html: string): void {
  if (!/\bmso-|class="?Mso|urn:schemas-microsoft-com/i.test(html)) return;
  for (const element of [...body.querySelectorAll('*')]) {
    // `o:p` and other namespaced elements: their text stays.
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes);
  }
  for (const unseen of body.querySelectorAll(UNSEEN)) unseen.remove();
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const pageBreak of body.querySelectorAll('br[clear]')) pageBreak.replaceWith(' ');
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
  /** `NaN` for letters and bullets. */
  number: number;
}

function joinListItems(body: HTMLElement): void {
  let open: (Pick<Item, 'level' | 'ordered'> & { list: HTMLElement })[] = [];
  for (const { paragraph, level, ordered, number } of listItems(body)) {
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    open = open.filter(
      (other) =>
        other.level < level ||
        (other.level === level && other.ordered === ordered && (!number || number === nextIn(other.list))),
    );
    if (open.at(-1)?.level !== level) {
      const list = paragraph.ownerDocument.createElement(ordered ? 'ol' : 'ul');
      if (number) list.setAttribute('start', String(number));
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      open.push({ list, level, ordered });
    }
    open.at(-1)?.list.append(rename(paragraph, 'li'));
  }
}

function nextIn(list: HTMLElement): number {
  return Number(list.getAttribute('start') ?? 1) + list.childElementCount;
}

/** Numbers of several parts («2.1.») stay text: articles have no such lists. */
function listItems(body: HTMLElement): Item[] {
  return [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3')].flatMap((paragraph) => {
    const [, level] = /mso-list:\s*l\d+\s+level(\d+)/i.exec(paragraph.getAttribute('style') ?? '') ?? [];
    if (!level) return [];
    const marker = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) =>
      /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
    );
    const text = marker?.textContent?.replace(/[\s\u00a0]/g, '') ?? '';
    paragraph.style.removeProperty('text-align');
    if (/^\d+\.\d/.test(text)) {
      marker?.replaceWith(`${text} `);
      return [];
    }
    marker?.remove();
    const ordered = /^(\d+|[ivxlc]+|[a-zа-я])[.)]$/i.test(text);
    return [{ paragraph, level: Number(level), ordered, number: Number.parseInt(text, 10) }];
  });
}
