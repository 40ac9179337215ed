import { type Node as DocumentNode, Fragment, Slice } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';

/** A pasted table fills the cells at the cursor; other blocks become lines where only a line has room. */
export function fitPlace(slice: Slice, state: EditorState): Slice {
  const { parent } = state.selection.$from;
  const only = slice.content.childCount === 1 ? slice.content.firstChild : null;
  if (isInTable(state)) {
    const table = only?.type.name === 'tableBlock' ? only.lastChild : null;
    if (table) return new Slice(Fragment.from(table), 0, 0);
    if (only?.type.spec.tableRole) return slice;
  }
  const isLine = parent.inlineContent && (parent.type.spec.isolating || parent.type.name === 'button');
  return isLine ? asLine(slice, parent) : slice;
}

function asLine({ content }: Slice, parent: DocumentNode): Slice {
  const { hardBreak } = parent.type.schema.nodes;
  const breaks = hardBreak && parent.type.contentMatch.matchType(hardBreak) ? hardBreak : undefined;
  const lines: DocumentNode[][] = [[]];
  content.descendants((node) => {
    if (node.isTextblock && lines.at(-1)?.length) lines.push([]);
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
