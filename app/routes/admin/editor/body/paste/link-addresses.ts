import { find } from 'linkifyjs';
import { BodyLink } from '../links.ts';

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
