import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';

/** In place of an empty paragraph at the top, else behind the outermost block; the cursor goes `inside` it. */
export function putBlock(tr: Transaction, block: Node, inside: number): boolean {
  const { $from } = tr.selection;
  const isEmpty = $from.depth === 1 && $from.parent.isTextblock && $from.parent.content.size === 0;
  const depth = Math.max(1, topDepth(tr));
  const at = isEmpty ? $from.before() : $from.depth === 0 ? $from.pos : $from.after(depth);
  if (isEmpty) tr.replaceWith(at, $from.after(), block);
  else tr.insert(at, block);
  tr.setSelection(TextSelection.near(tr.doc.resolve(at + inside))).scrollIntoView();
  return true;
}

/** Blocks stand at the top of a body or in `details`. */
function topDepth({ selection }: Transaction): number {
  const { $from } = selection;
  return $from.node(1)?.type.name === 'details' ? Math.min(2, $from.depth) : 1;
}
