import { type LostThing, lossOfLink } from '../../../../../../model/body/losses.ts';
import { plural } from '../../../../../../model/text/plural.ts';
import { BODY_BLOCKS } from '../blocks/blocks.ts';
import { replaceTables } from '../blocks/table/table.ts';
import { isAllowedLink } from '../links.ts';
import { prepare } from '../read-html.ts';
import { linkAddresses, replaceEmbeds } from './addresses.ts';
import { beside, readInert, removeComments, rename } from './inert.ts';
import { cleanGoogleDocs, cleanMessenger, cleanWord } from './origins.ts';

/** Clipboard HTML without its program's markup; the schema filters the rest. HTML of this editor passes unchanged. */
export function cleanPasted(html: string): { html: string; lost: Lost[] } {
  if (html.includes('data-pm-slice')) return { html, lost: [] };
  const body = readInert(html);
  const lost: Lost[] = [];
  replaceEmbeds(body, (what, isLinked) => addLost(lost, what, isLinked));
  for (const drawing of body.querySelectorAll('svg:not([aria-hidden="true"], a svg)'))
    if (!drawing.parentElement?.closest('svg')) addLost(lost, 'рисунок SVG');
  for (const hidden of body.querySelectorAll('style, script, meta, link, title, template, xml, svg')) hidden.remove();
  removeComments(body);
  cleanWord(body, html);
  cleanGoogleDocs(body);
  cleanMessenger(body);
  for (const space of body.querySelectorAll('.Apple-converted-space')) space.replaceWith(' ');
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3');
  for (const block of [...body.querySelectorAll('dl, dt, dd')].reverse()) rename(block, 'div');
  for (const quote of body.querySelectorAll('q')) quote.replaceWith('«', ...quote.childNodes, '»');
  for (const { paste } of BODY_BLOCKS) paste?.(body, html);
  for (let tables = replaceTables(body); tables > 0; tables -= 1) addLost(lost, 'таблица');
  cleanLinks(body, (what) => addLost(lost, what));
  for (let pictures = removeLostImages(body); pictures > 0; pictures -= 1) addLost(lost, 'картинка');
  splitAtDoubleBreaks(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) keepFormats(element);
  linkAddresses(body);
  prepare(body);
  return { html: body.innerHTML, lost };
}

function cleanLinks(body: HTMLElement, onLost: (what: LostThing) => void): void {
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    const isAnchor = href.startsWith('#');
    const stays = isAllowedLink(href) && !isAnchor;
    // Anchors are no loss: texts with footnotes are full of them.
    const lost = stays || isAnchor ? undefined : lossOfLink(href);
    if (lost) onLost(lost);
    if (!stays) link.replaceWith(...link.childNodes);
    // Underlines of links: here links are underlined by style.
    for (const inner of link.querySelectorAll<HTMLElement>('[style]')) inner.style.removeProperty('text-decoration');
    for (const inner of link.querySelectorAll('u')) inner.replaceWith(...inner.childNodes);
  }
}

/** Images without bytes: `file:` URLs and the like. */
function removeLostImages(body: HTMLElement): number {
  const lost = [...body.querySelectorAll('img')].filter(
    (picture) => !/^(https?:|data:image\/|\/uploads\/)/i.test(picture.getAttribute('src') ?? ''),
  );
  for (const picture of lost) picture.remove();
  return lost.length;
}

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

const KEPT_STYLES = 'font-weight font-style text-decoration text-decoration-line text-align vertical-align'.split(' ');
const KEPT_ATTRIBUTES = 'href src alt width height start align target data-list data-language colspan rowspan'.split(
  ' ',
);

const FIGURE_CLASSES = ['image', 'wide', 'full'];

function keepFormats(element: HTMLElement): void {
  const styles = KEPT_STYLES.flatMap((name) => {
    const value = element.style.getPropertyValue(name);
    return value ? [`${name}:${value}`] : [];
  });
  const classes = [...element.classList].filter(
    (name) => /^(ql-|language-)/.test(name) || (element.localName === 'figure' && FIGURE_CLASSES.includes(name)),
  );
  for (const { name } of [...element.attributes]) if (!KEPT_ATTRIBUTES.includes(name)) element.removeAttribute(name);
  if (styles.length > 0) element.setAttribute('style', styles.join(';'));
  if (classes.length > 0) element.className = classes.join(' ');
}

export interface Lost {
  what: LostThing;
  count: number;
  isLinked?: boolean;
}

export function addLost(list: Lost[], what: LostThing, isLinked = false): void {
  const known = list.find((lost) => lost.what === what && (lost.isLinked ?? false) === isLinked);
  if (known) known.count += 1;
  else list.push({ what, count: 1, isLinked });
}

/** «2 таблицы — строками, видео — ссылкой». */
export function namesOfLost(list: readonly Lost[]): string {
  return list.map((lost) => nameOf(lost) + placeOf(lost)).join(', ');
}

const FORMS: Record<LostThing, [one: string, few: string, many: string]> = {
  видео: ['видео', 'видео', 'видео'],
  звук: ['звук', 'звука', 'звуков'],
  'встроенная страница': ['встроенная страница', 'встроенные страницы', 'встроенных страниц'],
  таблица: ['таблица', 'таблицы', 'таблиц'],
  форма: ['форма', 'формы', 'форм'],
  'элемент формы': ['элемент формы', 'элемента формы', 'элементов формы'],
  'рисунок SVG': ['рисунок SVG', 'рисунка SVG', 'рисунков SVG'],
  рисунок: ['рисунок', 'рисунка', 'рисунков'],
  формула: ['формула', 'формулы', 'формул'],
  картинка: ['картинка', 'картинки', 'картинок'],
  'якорная ссылка': ['якорная ссылка', 'якорные ссылки', 'якорных ссылок'],
  ссылка: ['ссылка', 'ссылки', 'ссылок'],
  'простой текст': ['простой текст', 'простых текста', 'простых текстов'],
};

function nameOf({ what, count }: Lost): string {
  return count === 1 ? FORMS[what][0] : plural(count, ...FORMS[what]);
}

function placeOf({ what, count, isLinked }: Lost): string {
  if (isLinked) return count === 1 ? ' — ссылкой' : ' — ссылками';
  return what === 'таблица' ? ' — строками' : '';
}
