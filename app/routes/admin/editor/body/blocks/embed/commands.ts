import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Embed, pageOf } from '../../../../../../../model/embeds/embeds.ts';

export function embedNode({ schema }: EditorState, { provider, id }: Embed): Node | undefined {
  return schema.nodes.embed?.create({ provider, code: id });
}

export function embedSelected({ selection }: EditorState): Node | undefined {
  return selection instanceof NodeSelection && selection.node.type.name === 'embed' ? selection.node : undefined;
}

/** In place of an empty paragraph, else behind the block at the cursor; the cursor goes below. */
export function putEmbed(view: EditorView, embed: Embed): void {
  const { state } = view;
  const { $from, to } = state.selection;
  const node = embedNode(state, embed);
  if (!node) return;
  const { tr } = state;
  let at = to;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const parent = $from.node(depth - 1);
    const index = $from.index(depth - 1);
    if (!parent.canReplaceWith(index + 1, index + 1, node.type)) continue;
    const { type, content } = $from.node(depth);
    const isEmpty = type.name === 'paragraph' && content.size === 0;
    at = isEmpty ? $from.before(depth) : $from.after(depth);
    if (isEmpty) tr.delete(at, $from.after(depth));
    break;
  }
  tr.insert(at, node);
  view.dispatch(belowOf(tr, at + node.nodeSize).scrollIntoView());
  view.focus();
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

/** The selected embed becomes a paragraph with a link. */
export function asLink(view: EditorView): boolean {
  const { state } = view;
  const node = embedSelected(state);
  const { paragraph } = state.schema.nodes;
  if (!node || !paragraph) return false;
  const href = pageOf({ provider: node.attrs.provider, id: node.attrs.code });
  const link = state.schema.marks.link?.create({ href });
  const text = state.schema.text(node.attrs.title || href, link ? [link] : []);
  const tr = state.tr.replaceSelectionWith(paragraph.create(null, text), false);
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(state.selection.from + 1))));
  view.focus();
  return true;
}
