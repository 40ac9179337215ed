import { find } from 'linkifyjs';
import { type LostThing, lossOf } from '../../../../../../model/body/losses.ts';
import { embedAt, pageOf } from '../../../../../../model/embeds/embeds.ts';
import { BodyLink } from '../links.ts';

const EMBEDS = 'iframe, embed, audio, video';
const CODE = /<(iframe|video|audio|object|embed)\b[^>]*>(?:.*?<\/\1>)?/gis;

type Lose = (what: LostThing, isLinked: boolean) => void;

/** Replaces each by a paragraph with a link. Links to known sites lead to the page: the editor turns them into embeds. */
export function replaceEmbeds(body: HTMLElement, lose: Lose): void {
  for (const embed of body.querySelectorAll(EMBEDS)) {
    const address = addressOf(embed);
    if (!body.contains(embed)) continue;
    const what = lossOf(embed.localName, { src: address ?? '' });
    if (what && !isKnown(address)) lose(what, address !== undefined);
    if (address === undefined) {
      embed.remove();
      continue;
    }
    const link = linkTo(address, body.ownerDocument);
    embed.replaceWith(link);
    standAlone(link);
  }
}

function standAlone(paragraph: HTMLElement): void {
  const around = paragraph.parentElement?.closest('p, h1, h2, h3, h4, h5, h6');
  if (!around) return;
  const after = paragraph.ownerDocument.createRange();
  after.setStartAfter(paragraph);
  after.setEndAfter(around);
  around.after(paragraph, after.extractContents());
  for (const half of [around, paragraph.nextElementSibling])
    if (half && !half.textContent?.trim() && !half.querySelector('img')) half.remove();
}

/** Replaces embed codes in text by their URLs on lines of their own. Codes without a URL stay. */
export function withoutEmbedCodes(text: string, read: (html: string) => HTMLElement, lose: Lose): string {
  const lines = text.replace(CODE, (code) => {
    const embed = read(code).querySelector(EMBEDS);
    const address = embed && addressOf(embed);
    if (!embed || !address) return code;
    const what = lossOf(embed.localName, { src: address });
    if (what && !isKnown(address)) lose(what, true);
    return `\n${address}\n`;
  });
  return lines === text ? text : lines.trim();
}

function addressOf(embed: Element): string | undefined {
  const src = embed.getAttribute('src') ?? embed.querySelector('source[src]')?.getAttribute('src') ?? '';
  const address = src.trim().replace(/^\/\//, 'https://');
  if (!/^https?:\/\/\S/i.test(address) || !URL.canParse(address)) return undefined;
  const known = embedAt(address);
  return known ? pageOf(known) : address;
}

function isKnown(address: string | undefined): boolean {
  return address !== undefined && embedAt(address) !== undefined;
}

function linkTo(address: string, inert: Document): HTMLElement {
  const paragraph = inert.createElement('p');
  const link = paragraph.appendChild(inert.createElement('a'));
  link.setAttribute('href', address);
  link.textContent = address;
  return paragraph;
}

const BLOCKS =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, table, tr, td, th, figure, hr, br';
const FIXED = 'a, pre, code';

/** Links URLs in text, bare domains by https. Existing links keep their targets. */
export function linkAddresses(body: HTMLElement): void {
  for (const line of linesOf(body)) {
    const text = line.map(({ data }) => data).join('');
    for (const { href, start, end } of addressesIn(text).reverse()) {
      const pieces = cut(line, start, end);
      if (pieces.some(({ parentElement }) => parentElement?.closest(FIXED))) continue;
      for (const piece of pieces) wrap(piece, href);
    }
  }
}

function addressesIn(text: string) {
  const { isAllowedUri, shouldAutoLink } = BodyLink.options;
  const defaults = { defaultValidate: () => true, protocols: [], defaultProtocol: 'https' };
  return find(text, { defaultProtocol: 'https' }).filter(
    ({ isLink, value }) => isLink && isAllowedUri(value, defaults) && shouldAutoLink(value),
  );
}

/** Text nodes by line: a URL may span marks but not blocks. */
function linesOf(body: HTMLElement): Text[][] {
  const lines: Text[][] = [[]];
  const visit = (parent: Node) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) lines.at(-1)?.push(node);
      const isBlock = node instanceof Element && node.matches(BLOCKS);
      if (isBlock) lines.push([]);
      visit(node);
      if (isBlock) lines.push([]);
    }
  };
  visit(body);
  return lines.filter(({ length }) => length > 0);
}

function cut(line: Text[], start: number, end: number): Text[] {
  const pieces: Text[] = [];
  let at = 0;
  for (const node of line) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, node.length)];
    at += node.length;
    if (from >= to) continue;
    if (to < node.length) node.splitText(to);
    pieces.push(from > 0 ? node.splitText(from) : node);
  }
  return pieces;
}

function wrap(piece: Text, href: string): void {
  const link = piece.ownerDocument.createElement('a');
  link.setAttribute('href', href);
  piece.replaceWith(link);
  link.append(piece);
}

/** Google and, like it, VK route links through a redirect. */
export function withoutRedirect(href: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  const isGoogle = /(^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url';
  const isVk = /(^|\.)vk\.(com|ru)$/.test(url.hostname) && url.pathname === '/away.php';
  const target = url.searchParams.get(isVk ? 'to' : 'q');
  return (isGoogle || isVk) && target && URL.canParse(target) ? target : href;
}
