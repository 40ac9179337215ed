import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Embed, embedAt } from '../../../../../../../model/embeds/embeds.ts';
import { belowOf, embedNode } from './commands.ts';

/** Pasted addresses on lines of their own become embeds, in a step of its own: one undo brings back the text. */
export const pasteEmbeds = new Plugin({
  props: {
    handlePaste(view, _event, slice) {
      const { selection } = view.state;
      // One address over words links them.
      const isOverWords = !selection.empty && slice.content.childCount === 1;
      if (isOverWords || selection.$from.parent.type.spec.code || !slice.content.content.some(embedOfLine))
        return false;
      const pasted = view.state.tr.replaceSelection(slice).scrollIntoView();
      view.dispatch(pasted.setMeta('paste', true).setMeta('uiEvent', 'paste'));
      const [from, to] = [pasted.mapping.map(selection.from, -1), pasted.mapping.map(selection.to)];
      convert(view, from, to);
      return true;
    },
  },
});

function convert(view: EditorView, from: number, to: number): void {
  const { state } = view;
  const tr = closeHistory(state.tr);
  state.doc.nodesBetween(from, to, (line, pos, parent, index) => {
    const embed = embedOfLine(line);
    const node = embed && embedNode(state, embed);
    if (!node || !parent?.canReplaceWith(index, index + 1, node.type)) return !line.isTextblock;
    const at = tr.mapping.map(pos);
    const hadCursor = pos < state.selection.from && state.selection.from < pos + line.nodeSize;
    tr.replaceWith(at, at + line.nodeSize, node);
    if (hadCursor) belowOf(tr, at + node.nodeSize);
    return false;
  });
  if (tr.docChanged) view.dispatch(tr.scrollIntoView());
}

function embedOfLine(line: Node): Embed | undefined {
  const { length } = line.textContent;
  return line.type.name === 'paragraph' && length === line.content.size ? embedAt(line.textContent) : undefined;
}
