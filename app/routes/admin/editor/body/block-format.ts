import { type Editor, Extension, type NodeWithPos } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { ALIGNMENTS } from '../../../../../model/body/vocabulary.ts';
import { ancestor } from './blocks/block.ts';

export type Alignment = 'center' | 'right' | 'justify';

const MAX_INDENT = 8;

const ALIGNED = ['paragraph', 'heading', 'tableCell', 'tableHeader'];
const INDENTED = ['paragraph', 'heading', 'blockquote', 'listItem'];

/** Stored as classes: `ql-align-center`, `ql-indent-1` to `ql-indent-8`. */
export const BlockFormat = Extension.create({
  name: 'blockFormat',
  addGlobalAttributes() {
    return [
      {
        types: ALIGNED,
        attributes: {
          align: {
            default: null,
            parseHTML: alignmentOf,
            renderHTML: ({ align }) => (align ? { class: `ql-align-${align}` } : {}),
          },
        },
      },
      {
        types: INDENTED,
        attributes: {
          indent: {
            default: 0,
            parseHTML: indentOf,
            renderHTML: ({ indent }) => (indent ? { class: `ql-indent-${indent}` } : {}),
          },
        },
      },
    ];
  },
});

export function alignmentOf(element: HTMLElement): Alignment | null {
  const said = ALIGNMENTS.find((side) => element.classList.contains(`ql-align-${side}`));
  const pasted = (element.style.textAlign || element.getAttribute('align') || '').toLowerCase();
  const side = said ?? (pasted === 'end' ? 'right' : pasted);
  return ALIGNMENTS.includes(side) ? (side as Alignment) : null;
}

function indentOf(element: HTMLElement): number {
  const [, level] = /(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(element.className) ?? [];
  return Number(level ?? 0);
}

export function setAlignment(editor: Editor, align: Alignment | null): boolean {
  return change(editor, (tr) => {
    for (const { node, pos } of selectedTexts(editor.state))
      if ('align' in node.attrs) tr.setNodeAttribute(pos, 'align', align);
  });
}

export function alignmentAt(state: EditorState): Alignment | null | undefined {
  const sides = new Set(selectedTexts(state).map(({ node }) => (node.attrs.align ?? null) as Alignment | null));
  return sides.size === 1 ? [...sides][0] : undefined;
}

/** Moves the selection in (1) or out (-1), at most 8 deep. Items are nested, except in Quill's flat lists. */
export function changeIndent(editor: Editor, by: 1 | -1): boolean {
  const { state } = editor;
  const item = itemAround(state.selection.$from);
  if (item && !item.isFlat && moveItem(editor, by, item.level)) return true;
  return change(editor, (tr) => {
    for (const { node, pos } of holdersOf(state)) {
      const indent = Math.min(MAX_INDENT, Math.max(0, node.attrs.indent + by));
      if (indent !== node.attrs.indent) tr.setNodeAttribute(pos, 'indent', indent);
    }
  });
}

function moveItem(editor: Editor, by: 1 | -1, level: number): boolean {
  if (by === 1) return level <= MAX_INDENT && editor.commands.sinkListItem('listItem');
  return level > 1 && editor.commands.liftListItem('listItem');
}

export function toggleList(editor: Editor, kind: 'bullet' | 'ordered'): boolean {
  const item = itemAround(editor.state.selection.$from);
  if (item?.kind === kind) return editor.commands.toggleList(item.list, 'listItem');
  if (!item?.node.attrs.kind) return editor.commands.toggleList(`${kind}List`, 'listItem');
  return change(editor, (tr) => {
    for (const { pos } of selectedItems(editor.state)) tr.setNodeAttribute(pos, 'kind', kind);
  });
}

/** Kind as displayed (`data-list`), not the element. */
export function listKindAt(state: EditorState): 'bullet' | 'ordered' | undefined {
  return itemAround(state.selection.$from)?.kind;
}

/** Moves the block of the text that holds the cursor before (-1) or behind (1) its neighbour. */
export function moveBlock({ state, view }: Editor, by: 1 | -1): boolean {
  const { doc, selection, tr } = state;
  const index = selection.$from.index(0);
  const [block, neighbour] = [doc.maybeChild(index), doc.maybeChild(index + by)];
  if (!block || !neighbour) return false;
  const pos = selection.$from.posAtIndex(index, 0);
  const at = pos + by * neighbour.nodeSize;
  tr.delete(pos, pos + block.nodeSize).insert(at, block);
  const shift = at - pos;
  tr.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, selection.from + shift)
      : TextSelection.create(tr.doc, selection.from + shift, Math.min(selection.to + shift, at + block.nodeSize - 1)),
  );
  view.dispatch(tr.scrollIntoView());
  return true;
}

export function clearFormat(editor: Editor): boolean {
  return editor
    .chain()
    .unsetAllMarks()
    .clearNodes()
    .command(({ tr }) => {
      tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, pos) => {
        for (const name of ['align', 'indent'])
          if (node.attrs[name]) tr.setNodeAttribute(pos, name, name === 'align' ? null : 0);
      });
      return true;
    })
    .run();
}

function change(editor: Editor, make: (tr: Transaction) => void): boolean {
  return editor.commands.command(({ tr }) => {
    make(tr);
    return true;
  });
}

function selectedTexts(state: EditorState): NodeWithPos[] {
  const places: NodeWithPos[] = [];
  for (const { $from, $to } of state.selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
      if (node.isTextblock) places.push({ node, pos });
      return !node.isTextblock;
    });
  return places;
}

function selectedItems(state: EditorState): NodeWithPos[] {
  return unique(selectedTexts(state).flatMap(({ pos }) => ancestor(state.doc.resolve(pos), 'listItem') ?? []));
}

function holdersOf(state: EditorState): NodeWithPos[] {
  return unique(
    selectedTexts(state)
      .map(({ node, pos }) => {
        const $pos = state.doc.resolve(pos);
        return ancestor($pos, 'listItem') ?? ancestor($pos, 'blockquote') ?? { node, pos };
      })
      .filter(({ node }) => 'indent' in node.attrs),
  );
}

function unique(places: NodeWithPos[]): NodeWithPos[] {
  return [...new Map(places.map((place) => [place.pos, place])).values()];
}

function itemAround($pos: ResolvedPos) {
  const item = ancestor($pos, 'listItem');
  if (!item) return undefined;
  const $item = $pos.doc.resolve(item.pos);
  const list = $item.parent;
  const kind: string = item.node.attrs.kind ?? (list.type.name === 'orderedList' ? 'ordered' : 'bullet');
  let level = item.node.attrs.indent;
  for (let depth = $item.depth; depth > 0; depth -= 1) if ($item.node(depth).type.name.endsWith('List')) level += 1;
  return {
    node: item.node,
    list: list.type.name,
    level: level as number,
    kind: kind === 'ordered' ? ('ordered' as const) : ('bullet' as const),
    isFlat: list.children.some(({ attrs }) => attrs.kind !== null || attrs.indent > 0),
  };
}
