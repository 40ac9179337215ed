import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';

interface Place {
  node: Node;
  pos: number;
}

/** In place of an empty paragraph, else behind what it may not stand in; the cursor goes `inside` it. */
export function putBlock(tr: Transaction, block: Node, inside: number): boolean {
  const { $from, to } = tr.selection;
  const depth = Math.min($from.depth, $from.node(1)?.type.name === 'details' && block.type.name !== 'details' ? 2 : 1);
  const around = $from.node(depth);
  const isEmpty = around.type.name === 'paragraph' && around.content.size === 0;
  const at = depth === 0 ? to : isEmpty ? $from.before(depth) : $from.after(depth);
  if (isEmpty) tr.replaceWith(at, $from.after(depth), block);
  else tr.insert(at, block);
  tr.setSelection(TextSelection.near(tr.doc.resolve(at + inside))).scrollIntoView();
  return true;
}

/** The innermost node of that type around the cursor. */
export function around({ selection: { $from } }: EditorState, type: string): Place | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === type) return { node: $from.node(depth), pos: $from.before(depth) };
  return undefined;
}

/** To the paragraph behind a block, a new one where there is none. */
export function goBehind({ state, view, schema }: Editor, block: Place | undefined): boolean {
  const paragraph = schema.nodes.paragraph?.create();
  if (!block || !paragraph) return false;
  const end = block.pos + block.node.nodeSize;
  const { tr } = state;
  if (tr.doc.resolve(end).nodeAfter?.type.name !== 'paragraph') tr.insert(end, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  view.focus();
  return true;
}

/** True in an empty text of that type, with the cursor. */
export function isInEmpty({ selection }: EditorState, type: string): boolean {
  const { parent } = selection.$from;
  return selection.empty && parent.type.name === type && parent.content.size === 0;
}
