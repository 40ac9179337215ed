import { shapeTree } from '../../../../../../model/body/shape/shape.ts';
import { prepare } from '../read-html.ts';
import { linkAddresses, linkPlayers } from './addresses.ts';
import { beside, readInert, rename, toElement, wrap } from './inert.ts';
import { addLost, type Lost } from './lost.ts';
import { cleanGoogleDocs, cleanMessenger, cleanWord, spellNumbers } from './origins.ts';

export interface Pasted {
  html: string;
  lost: Lost[];
}

/** Clipboard HTML without its program's markup, shaped as the server does. HTML of this editor passes unchanged. */
export function cleanPasted(html: string): Pasted {
  if (html.includes('data-pm-slice')) return { html, lost: [] };
  const body = readInert(html);
  for (const hidden of body.querySelectorAll('style, xml, a svg')) hidden.remove();
  cleanWord(body, html);
  cleanGoogleDocs(body);
  cleanMessenger(body);
  for (const space of body.querySelectorAll('.Apple-converted-space')) space.replaceWith(' ');
  for (const list of [...body.querySelectorAll('ol')].reverse()) spellNumbers(list);
  for (const cite of body.querySelectorAll('blockquote > cite:last-child')) rename(cite, 'footer');
  markHeaders(body, html);
  splitAtDoubleBreaks(body);
  spellStyles(body);
  linkPlayers(body);
  linkAddresses(body);
  // Of a slice that begins and ends in a button only its words would be put into a paragraph.
  body.querySelector(':scope > .button:only-child')?.removeAttribute('class');
  return shaped(body);
}

/** Embedded images keep their data, which is no address: in a figure nothing would upload them. */
function shaped(body: HTMLElement): Pasted {
  const lost: Lost[] = [];
  const embedded = [...body.querySelectorAll('img')].map(({ src }) => src).filter((src) => /^data:image\//i.test(src));
  for (const image of body.querySelectorAll('img')) {
    const at = embedded.indexOf(image.src);
    if (at < 0) continue;
    image.setAttribute('src', EMBEDDED + at);
    for (let figure = image.closest('figure'); figure; figure = image.closest('figure')) rename(figure, 'div');
  }
  const html = shapeTree(toElement(body), (what, isLinked) => {
    // Texts with footnotes are full of them.
    if (what !== 'якорная ссылка') addLost(lost, what, isLinked);
  });
  const clean = readInert(html);
  for (const image of clean.querySelectorAll(`img[src^="${EMBEDDED}"]`))
    image.setAttribute('src', embedded[Number(image.getAttribute('src')?.slice(EMBEDDED.length))] ?? '');
  prepare(clean);
  return { html: clean.innerHTML, lost };
}

const EMBEDDED = '/uploads/data:';

const STYLES: readonly [name: string, value: RegExp, tag: string][] = [
  ['font-weight', /^(?:bold(?:er)?|[5-9]\d{2,})$/, 'strong'],
  ['font-style', /^italic$/, 'em'],
  ['text-decoration', /underline/, 'u'],
  ['text-decoration', /line-through/, 's'],
  ['vertical-align', /^super$/, 'sup'],
  ['vertical-align', /^sub$/, 'sub'],
];

/** Formats that are styles become elements. Links are underlined by style here. */
function spellStyles(body: HTMLElement): void {
  for (const bold of body.querySelectorAll<HTMLElement>('b[style], strong[style]'))
    if (/^(?:normal|400)$/.test(bold.style.fontWeight)) rename(bold, 'span');
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found)
    for (const [name, value, tag] of STYLES) {
      const styled = text.parentElement?.closest<HTMLElement>(`[style*="${name}"]`);
      if (styled && value.test(styled.style.getPropertyValue(name))) wrap(text, tag);
    }
  for (const line of body.querySelectorAll('a u')) line.replaceWith(...line.childNodes);
}

/** `<br><br>` means a new paragraph. */
function splitAtDoubleBreaks(body: HTMLElement): void {
  for (const first of [...body.querySelectorAll('br')]) {
    const second = beside(first, 'nextSibling');
    if (!(second instanceof HTMLBRElement) || !body.contains(first) || first.closest('pre, code')) continue;
    const block = first.closest<HTMLElement>('p, div, blockquote, li, td') ?? body;
    if (first.parentNode !== block) continue;
    splitBlock(block, body, first);
    second.remove();
  }
}

function splitBlock(block: HTMLElement, body: HTMLElement, at: Element): void {
  const paragraph = body.ownerDocument.createElement('p');
  const before = [...block.childNodes].slice(0, [...block.childNodes].indexOf(at as ChildNode));
  const start = before.findLastIndex(
    (node) => node instanceof HTMLElement && /^(p|div|ul|ol|h[1-6]|blockquote|pre)$/i.test(node.tagName),
  );
  paragraph.append(...before.slice(start + 1));
  if (block.tagName === 'P' && block !== body) {
    if (block.getAttribute('style')) paragraph.setAttribute('style', block.getAttribute('style') ?? '');
    block.before(paragraph);
  } else {
    at.before(paragraph);
  }
  at.remove();
}

const BOLD_RULE = /\.([\w-]+)\s*\{[^}]*font-weight:\s*(?:bold|[6-9]00)/gi;
const BOLD = /^(?:bold|bolder|[6-9]00)$/;

/** Only LibreOffice and web pages mark header cells: in Excel, Word and Google's they are a bold first row. */
function markHeaders(body: HTMLElement, html: string): void {
  const classes = new Set([...html.matchAll(BOLD_RULE)].map(([, name]) => name ?? ''));
  for (const table of body.querySelectorAll('table')) {
    const [first, second] = table.rows;
    if (!first || !second || first.querySelector('th') || !isBold(first, classes) || isBold(second, classes)) continue;
    for (const cell of [...first.cells]) {
      const { align, className, colSpan, rowSpan } = cell;
      for (const bold of cell.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes);
      const header = rename(cell, 'th') as HTMLTableCellElement;
      for (const element of [header, ...header.querySelectorAll<HTMLElement>('[style]')])
        element.style.removeProperty('font-weight');
      Object.assign(header, { align, className, ...(colSpan > 1 && { colSpan }), ...(rowSpan > 1 && { rowSpan }) });
    }
  }
}

function isBold(row: HTMLTableRowElement, classes: ReadonlySet<string>): boolean {
  const texts = row.ownerDocument.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let isAny = false;
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text;
    if (!/[^\s\u00a0]/.test(data)) continue;
    isAny = true;
    if (!isBoldIn(parentElement, row, classes)) return false;
  }
  return isAny;
}

function isBoldIn(element: HTMLElement | null, row: Element, classes: ReadonlySet<string>): boolean {
  if (!element || !row.contains(element)) return false;
  const isMarked = /^(?:B|STRONG)$/.test(element.tagName) || BOLD.test(element.style.fontWeight);
  return (
    isMarked ||
    [...element.classList].some((name) => classes.has(name)) ||
    isBoldIn(element.parentElement, row, classes)
  );
}
