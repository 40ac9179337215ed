import { withoutRedirect } from './addresses.ts';
import { contentAs, isBlank, rename } from './inert.ts';

/** Comments, hidden text, and the rows that carry the widths of columns. */
const UNSEEN = '.MsoCommentReference, [style*="mso-element:comment-list"], [style*="display:none" i], tr[height="0"]';

/** Word writes list items as paragraphs with the bullet in the text. */
export function cleanWord(body: HTMLElement, html: string): void {
  if (!/\bmso-|class="?Mso|urn:schemas-microsoft-com/i.test(html)) return;
  // `o:p` and other namespaced elements: their text stays.
  for (const element of [...body.querySelectorAll('*')])
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes);
  for (const unseen of body.querySelectorAll(UNSEEN)) unseen.remove();
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const pageBreak of body.querySelectorAll('br[clear]')) pageBreak.replaceWith(' ');
  joinListItems(body);
  for (const paragraph of body.querySelectorAll('p')) if (isBlank(paragraph)) paragraph.remove();
}

function joinListItems(body: HTMLElement): void {
  let open: { list: HTMLElement; level: number; ordered: boolean }[] = [];
  for (const { paragraph, level, ordered, number } of listItems(body)) {
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    open = open.filter((other) => {
      const next = Number(other.list.getAttribute('start') ?? 1) + other.list.childElementCount;
      const isSame = other.level === level && other.ordered === ordered;
      return other.level < level || (isSame && (!number || number === next));
    });
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

/** Numbers of several parts («2.1.») stay text: articles have no such lists. */
function listItems(body: HTMLElement) {
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
    // `NaN` for letters and bullets.
    const number = Number.parseInt(text, 10);
    return [{ paragraph, level: Number(level), ordered, number }];
  });
}

const BLOCK = /^(P|H[1-6]|UL|OL|BLOCKQUOTE|PRE|DIV|TABLE|HR)$/;
const FROM_TELEGRAM = '[class*="reaction" i]';
const REACTIONS = /^\s*(?:\p{RGI_Emoji}\s*[\d.,]+\s*[KMКМ]?\s*)+$/v;
const BULLET = /^[\s\u00a0]*•[\s\u00a0]+/;

/** Google Docs wraps everything in a non-bold `b`. */
export function cleanGoogleDocs(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const lineBreak of body.querySelectorAll('br.Apple-interchange-newline')) lineBreak.remove();
  // A `br` between blocks is an empty line, made by margins here.
  for (const lineBreak of body.querySelectorAll(':scope > br')) if (isBetweenBlocks(lineBreak)) lineBreak.remove();
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    list.previousElementSibling?.append(list);
  for (const box of body.querySelectorAll('li[role="checkbox"] > img')) box.remove();
  for (const link of body.querySelectorAll('a')) link.href = withoutRedirect(link.getAttribute('href') ?? '');
}

function isBetweenBlocks(element: Element): boolean {
  const sides = [element.previousElementSibling, element.nextElementSibling];
  return sides.some((side) => side !== null) && sides.every((side) => side === null || BLOCK.test(side.tagName));
}

/** Telegram and others send emoji as images with the character in `alt`. */
export function cleanMessenger(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const alt = picture.alt.trim();
    const isEmoji = /^\p{RGI_Emoji}+$/v.test(alt);
    if (isEmoji || /emoji|sticker/i.test(picture.className)) picture.replaceWith(alt);
  }
  for (const time of body.querySelectorAll('time, .time, .message-time')) time.remove();
  for (const block of body.querySelectorAll('div, p, span'))
    if (REACTIONS.test(block.textContent ?? '') && block.closest(FROM_TELEGRAM)) block.remove();
  listBullets(body);
}

/** Lines that begin with a bullet become a list where two follow each other, as in posts of messengers. */
function listBullets(body: HTMLElement): void {
  for (const block of [body, ...body.querySelectorAll<HTMLElement>('p, div')]) splitLines(block);
  for (const first of [...body.querySelectorAll<HTMLElement>('p, div')]) {
    const run = runFrom(first);
    if (run.length < 2) continue;
    const list = body.ownerDocument.createElement('ul');
    first.before(list);
    for (const line of run) list.append(itemOf(line));
  }
}

/** Splits a block that contains several bulleted lines. */
function splitLines(block: HTMLElement): void {
  if (block.querySelector('p, div, ul, ol, table, blockquote, pre, h1, h2, h3')) return;
  const lines: ChildNode[][] = [[]];
  for (const node of block.childNodes) {
    if (node instanceof HTMLBRElement) lines.push([]);
    else lines.at(-1)?.push(node);
  }
  const isBulleted = (line: ChildNode[]) => BULLET.test(line.map(({ textContent }) => textContent).join(''));
  if (lines.filter(isBulleted).length < 2) return;
  const made = lines.flatMap((line) => {
    const paragraph = block.ownerDocument.createElement('p');
    paragraph.append(...line);
    return paragraph.textContent?.trim() ? [paragraph] : [];
  });
  if (block.localName === 'p') block.replaceWith(...made);
  else block.replaceChildren(...made);
}

function runFrom(first: HTMLElement): HTMLElement[] {
  const run: HTMLElement[] = [];
  for (let line: Element | null = first; line instanceof HTMLElement; line = line.nextElementSibling) {
    if (!line.matches('p, div') || line.querySelector('p, div, li')) break;
    if (!BULLET.test(line.textContent ?? '')) break;
    run.push(line);
  }
  return run;
}

function itemOf(line: HTMLElement): HTMLElement {
  const item = contentAs('li', line);
  const texts = line.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const hasBullet = text.data.includes('•');
    text.data = hasBullet ? text.data.replace(BULLET, '') : text.data.trimStart();
    if (hasBullet) break;
  }
  line.remove();
  return item;
}
