const BLOCKS =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, hr, table, tbody, tr, td, th, figure';
const EDGE = 'data-edge';

/** Turns the blocks in an element into lines, as the server does. Returns its images: a line cannot hold them. */
export function flattenToLine(element: HTMLElement): HTMLImageElement[] {
  const images = [...element.querySelectorAll('img')];
  for (const image of images) image.remove();
  for (const pre of element.querySelectorAll('pre')) breakLines(pre);
  for (const block of [...element.querySelectorAll(BLOCKS)].reverse()) {
    block.before(edge(element));
    block.after(edge(element));
    block.replaceWith(...block.childNodes);
  }
  for (const lineBreak of element.querySelectorAll(`br[${EDGE}]`)) {
    const isNeeded = isText(beside(lineBreak, 'previousSibling')) && beside(lineBreak, 'nextSibling') !== null;
    if (isNeeded && !isBreak(beside(lineBreak, 'nextSibling'))) lineBreak.removeAttribute(EDGE);
    else lineBreak.remove();
  }
  return images;
}

function edge({ ownerDocument }: HTMLElement): HTMLElement {
  const lineBreak = ownerDocument.createElement('br');
  lineBreak.setAttribute(EDGE, '');
  return lineBreak;
}

function breakLines(pre: HTMLElement): void {
  const lines = (pre.textContent ?? '').split('\n');
  pre.replaceChildren(
    ...lines.flatMap((line, at) => (at > 0 ? [pre.ownerDocument.createElement('br'), line] : [line])),
  );
}

function beside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let next = node[side];
  while (next?.nodeType === Node.TEXT_NODE && /^[ \t\r\n]*$/.test(next.textContent ?? '')) next = next[side];
  return next;
}

const isBreak = (node: Node | null) => node instanceof HTMLBRElement;
const isText = (node: Node | null) => node !== null && !isBreak(node);
