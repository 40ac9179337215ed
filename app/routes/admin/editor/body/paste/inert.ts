import { type Node as DocumentNode, Fragment, Slice } from '@tiptap/pm/model';

/** Parses HTML without loading or running anything. Detached, and forms lose their controls, against DOM clobbering. */
export function readInert(html: string): HTMLElement {
  const body = document.implementation.createHTMLDocument('').createElement('body');
  body.innerHTML = html;
  for (const object of body.querySelectorAll('object')) {
    const embed = object.ownerDocument.createElement('embed');
    embed.setAttribute('src', object.getAttribute('data') ?? '');
    object.replaceWith(embed);
  }
  for (const control of body.querySelectorAll('input, select, button, textarea, datalist')) control.remove();
  for (const named of body.querySelectorAll('img, fieldset, output')) {
    named.removeAttribute('name');
    named.removeAttribute('id');
  }
  for (const form of body.querySelectorAll('form')) rename(form, 'div');
  return body;
}

/** Replaces an element, in the inert document: no image loads, no handler runs. */
export function rename(element: Element, tag: string): HTMLElement {
  const other = contentAs(tag, element);
  const style = element.getAttribute('style');
  if (style) other.setAttribute('style', style);
  element.replaceWith(other);
  return other;
}

export function contentAs(tag: string, { ownerDocument, childNodes }: Element): HTMLElement {
  const other = ownerDocument.createElement(tag);
  other.append(...childNodes);
  return other;
}

/** Nearest sibling on one side that is not white space. */
export function beside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let next = node[side];
  while (next?.nodeType === Node.TEXT_NODE && /^[ \t\r\n]*$/.test(next.textContent ?? '')) next = next[side];
  return next;
}

const SPLIT =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, pre, hr, table, tbody, tr, td, th, figure';
const EDGE = 'data-edge';

/** Turns the blocks in an element into lines, as the server does. Returns its images: a line cannot hold them. */
export function flattenToLine(element: HTMLElement): HTMLImageElement[] {
  const images = [...element.querySelectorAll('img')];
  for (const image of images) image.remove();
  for (const pre of element.querySelectorAll('pre')) breakLines(pre);
  for (const block of [...element.querySelectorAll(SPLIT)].reverse()) {
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

const isBreak = (node: Node | null) => node instanceof HTMLBRElement;
const isText = (node: Node | null) => node !== null && !isBreak(node);

/** As `flattenToLine`, for a slice: in the content that `parent` allows. */
export function asLine({ content }: Slice, parent: DocumentNode): Slice {
  const { hardBreak } = parent.type.schema.nodes;
  const breaks = hardBreak && parent.type.contentMatch.matchType(hardBreak) ? hardBreak : undefined;
  const lines: DocumentNode[][] = [[]];
  content.descendants((node) => {
    const isEnd = node.isTextblock || (node.type === hardBreak && !breaks);
    if (isEnd && lines.at(-1)?.length) lines.push([]);
    if (!node.isInline) return true;
    if (parent.type.contentMatch.matchType(node.type))
      lines.at(-1)?.push(node.mark(parent.type.allowedMarks(node.marks)));
    return false;
  });
  const separator = () => breaks?.create() ?? parent.type.schema.text(' ');
  const joined = lines.flatMap((line, at) => (at > 0 && line.length > 0 ? [separator(), ...line] : line));
  return new Slice(Fragment.from(joined), 0, 0);
}

export function removeComments(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) (comment as Comment).remove();
}

/** Whether it has neither text nor pictures. */
export function isBlank(element: Element): boolean {
  return !/[^\s\u00a0]/.test(element.textContent ?? '') && !element.querySelector('img');
}
