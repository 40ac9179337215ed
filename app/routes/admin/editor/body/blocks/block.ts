import { type Editor, type Extensions, findParentNodeClosestToPos, type NodeWithPos } from '@tiptap/core';
import type { Node, NodeType, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { UploadedFile } from '../../../../../ui/upload.ts';
import type { ToolIcon } from '../../toolbar/icons.tsx';
import type { Tool } from '../../toolbar/tools.ts';

/** Content of lines: text and breaks, no images. */
export const LINE = '(text | hardBreak)*';

export interface Inner {
  line: (node: Node) => string;
  blocks: (node: Node) => string;
}

/** A block of `model/body/blocks` in the editor. */
export interface BodyBlock {
  name: string;
  extensions: Extensions;
  /** Stored HTML of its nodes, by their types. */
  write: Readonly<Record<string, (node: Node, inner: Inner) => string>>;
  /** Elements of stored or pasted HTML, in the form that its nodes are parsed from. */
  prepare?: (body: HTMLElement) => void;
  /** Reads clipboard HTML of other programs; `html` still has its styles. */
  paste?: (body: HTMLElement, html: string) => void;
  /** Behind «Ещё». */
  tools?: readonly Tool[];
  /** Tools in a row below the others while the cursor is in the block. */
  context?: { label: string; isIn: Tool['isOn'] & {}; tools: readonly Tool[] };
}

export function tool(name: ToolIcon, label: string, keys: string, more: Partial<Tool>): Tool {
  return { name, label, icon: name, keys, ...more };
}

/** Attributes as strings; unset ones are left out. */
export function written(attrs: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attrs).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** Inserts a block: replaces an empty paragraph, else goes after the nodes that cannot contain it; the cursor moves `inside` it, or below it. */
export function putBlock(tr: Transaction, block: Node, inside?: number): true {
  const { $from, to } = tr.selection;
  let [at, end] = [to, to];
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const [parent, around, index] = [$from.node(depth - 1), $from.node(depth), $from.index(depth - 1) + 1];
    const isEmpty = around.type.name === 'paragraph' && around.content.size === 0;
    const isParted = !isEmpty && PARTED.has(parent.type.name);
    if (isParted || !parent.canReplaceWith(index, index, block.type)) continue;
    end = $from.after(depth);
    at = isEmpty ? $from.before(depth) : end;
    break;
  }
  tr.replaceWith(at, end, block);
  if (inside === undefined) belowOf(tr, at + block.nodeSize);
  else tr.setSelection(TextSelection.near(tr.doc.resolve(at + inside)));
  tr.scrollIntoView();
  return true;
}

/** Nodes that a block would split: it goes after them. */
const PARTED = new Set(['listItem', 'blockquote']);

export function around({ selection }: EditorState, type: string): NodeWithPos | undefined {
  return ancestor(selection.$from, type);
}

export function ancestor($pos: ResolvedPos, name: string): NodeWithPos | undefined {
  return findParentNodeClosestToPos($pos, ({ type }) => type.name === name);
}

export function moveTo(view: EditorView, selection: Selection): true {
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  return true;
}

/** Moves the cursor to the first text after its line. */
export function moveBehind({ view, state }: Editor): true {
  return moveTo(view, Selection.near(state.doc.resolve(state.selection.$from.after())));
}

/** Moves the cursor to the paragraph after a block; inserts one where there is none. */
export function goBehind({ state, view, schema }: Editor, type: string): boolean {
  const block = around(state, type);
  const paragraph = schema.nodes.paragraph?.create();
  if (!block || !paragraph) return false;
  const end = block.pos + block.node.nodeSize;
  const { tr } = state;
  if (tr.doc.resolve(end).nodeAfter?.type.name !== 'paragraph') tr.insert(end, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  view.focus();
  return true;
}

export function isInEmpty({ selection }: EditorState, type: string): boolean {
  const { parent } = selection.$from;
  return selection.empty && parent.type.name === type && parent.content.size === 0;
}

/** Deletes the text block with the cursor, which moves before it (-1) or after it. */
export function dropText({ state, view }: Editor, towards: 1 | -1): true {
  const { $from } = state.selection;
  const tr = state.tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve($from.before()), towards)));
  return true;
}

/** Puts the cursor at `after`, the end of a block: into the next text, or a new paragraph. */
export function belowOf(tr: Transaction, after: number): Transaction {
  const next = tr.doc.resolve(after).nodeAfter;
  if (!next?.isTextblock) {
    const paragraph = tr.doc.type.schema.nodes.paragraph?.create();
    if (paragraph) tr.insert(after, paragraph);
  }
  return tr.setSelection(TextSelection.create(tr.doc, after + 1));
}

const ATTACHMENTS = new Set(['file', 'audio']);

/** Inserts a file at the nearest position for a block: before an empty paragraph, else after the text and the files that follow it. */
export function insertAttachment(tr: Transaction, pos: number, { url, name, type }: UploadedFile): Transaction {
  const { schema } = tr.doc.type;
  const title = schema.text(name.replace(/\.\w+$/, ''));
  const made = schema.nodes[type.startsWith('audio/') ? 'audio' : 'file']?.create({ href: url }, title);
  if (!made) return tr;
  const $pos = tr.doc.resolve(pos);
  const depth = depthFor($pos, made.type);
  if (depth === $pos.depth) return tr.insert(pos, made);
  const around = $pos.node(depth + 1);
  // The paragraph stays: it may hold placeholders of other files of the same upload.
  if (around.type.name === 'paragraph' && around.content.size === 0) return tr.insert($pos.before(depth + 1), made);
  let after = $pos.after(depth + 1);
  for (let next = tr.doc.nodeAt(after); next && ATTACHMENTS.has(next.type.name); next = tr.doc.nodeAt(after))
    after += next.nodeSize;
  return tr.insert(after, made);
}

/** Depth of the nearest node around `$pos` that accepts a block of this type. */
export function depthFor($pos: ResolvedPos, type: NodeType): number {
  let { depth } = $pos;
  const takes = () => $pos.node(depth).canReplaceWith($pos.indexAfter(depth), $pos.indexAfter(depth), type);
  while (depth > 0 && !takes()) depth -= 1;
  return depth;
}
