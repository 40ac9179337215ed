import { closeHistory } from '@tiptap/pm/history';
import type { Fragment, Node, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Embed, embedAt } from '../../../../../../../model/embeds/embeds.ts';
import { belowOf, putBlock } from '../put-block.ts';

function embedNode({ schema }: EditorState, { provider, id }: Embed): Node | undefined {
  return schema.nodes.embed?.create({ provider, code: id });
}

export function putEmbed(view: EditorView, embed: Embed): void {
  const { tr } = view.state;
  const node = embedNode(view.state, embed);
  if (!node) return;
  putBlock(tr, node);
  view.dispatch(tr);
  view.focus();
}

/** Pasted addresses on lines of their own, and a link pasted alone, become embeds in a step of its own: one undo brings back the text. */
export const pasteEmbeds = new Plugin({
  props: {
    handlePaste(view, event, slice) {
      const { selection } = view.state;
      // One address over words links them.
      const isOverWords = !selection.empty && slice.content.childCount === 1;
      const isLink = !event.clipboardData?.getData('text/html').includes('data-pm-slice') && isOneLink(slice);
      const embedOf = (line: Node) => embedOfLine(line) ?? (isLink ? embedOfLink(line.content) : undefined);
      if (isOverWords || selection.$from.parent.type.spec.code) return false;
      if (!isLink && !slice.content.content.some(embedOfLine)) return false;
      const pasted = view.state.tr.replaceSelection(slice).scrollIntoView();
      view.dispatch(pasted.setMeta('paste', true).setMeta('uiEvent', 'paste'));
      const [from, to] = [pasted.mapping.map(selection.from, -1), pasted.mapping.map(selection.to)];
      convert(view, from, to, embedOf);
      return true;
    },
  },
});

function convert(view: EditorView, from: number, to: number, embedOf: (line: Node) => Embed | undefined): void {
  const { state } = view;
  const tr = closeHistory(state.tr);
  state.doc.nodesBetween(from, to, (line, pos, parent, index) => {
    const embed = line.type.name === 'paragraph' ? embedOf(line) : undefined;
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

/** Whether the slice is one linked text: how browsers copy a link to a video. */
function isOneLink({ content }: Slice): boolean {
  const [only, ...others] = content.content;
  if (only?.isInline) return embedOfLink(content) !== undefined;
  return others.length === 0 && only?.type.name === 'paragraph' && embedOfLink(only.content) !== undefined;
}

function embedOfLink({ content }: Fragment): Embed | undefined {
  const targets = new Set(content.map(({ marks }) => marks.find(({ type }) => type.name === 'link')?.attrs.href));
  const [href] = targets;
  return targets.size === 1 && typeof href === 'string' ? embedAt(href) : undefined;
}
