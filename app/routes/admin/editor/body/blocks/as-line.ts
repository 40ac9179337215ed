import { type Node as DocumentNode, Fragment, Slice } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import { beside } from '../paste/inert.ts';

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

/** A pasted table fills the cells at the cursor; other blocks become lines where only a line has room. */
export function fitPlace(slice: Slice, state: EditorState): Slice {
  const { parent } = state.selection.$from;
  const only = slice.content.childCount === 1 ? slice.content.firstChild : null;
  if (isInTable(state)) {
    const table = only?.type.name === 'tableBlock' ? only.lastChild : null;
    if (table) return new Slice(Fragment.from(table), 0, 0);
    if (only?.type.spec.tableRole) return slice;
  }
  const isLine = parent.inlineContent && (!parent.type.isInGroup('block') || parent.type.name === 'button');
  return isLine ? asLine(slice, parent) : slice;
}

function asLine({ content }: Slice, parent: DocumentNode): Slice {
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
  return new Slice(
    Fragment.from(lines.flatMap((line, at) => (at > 0 && line.length > 0 ? [separator(), ...line] : line))),
    0,
    0,
  );
}
