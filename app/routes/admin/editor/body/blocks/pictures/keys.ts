import { type Editor, Extension } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { moveTo } from '../block.ts';
import { foundAt, moveFigure } from './commands.ts';

const BLOCKS = ['figure', 'gallery'];
const WORDS = ['figureCaption', 'figureCredit', 'galleryCaption'];

/** Arrows select a figure before they enter its caption; Enter leaves a selected one, Alt with an arrow moves it. */
export const FigureKeys = Extension.create({
  name: 'figureKeys',
  // Before the keymaps of lists and paragraphs, behind the menu of blocks.
  priority: 1050,
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      ArrowUp: () => goBy(editor, -1, 'up'),
      ArrowDown: () => goBy(editor, 1, 'down'),
      ArrowLeft: () => goBy(editor, -1, 'left'),
      ArrowRight: () => goBy(editor, 1, 'right'),
      'Alt-ArrowUp': () => moveFigure(editor, -1),
      'Alt-ArrowDown': () => moveFigure(editor, 1),
      Enter: () => leaveByEnter(editor.view),
      Backspace: () => erase(editor.view, -1),
      Delete: () => erase(editor.view, 1),
    };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        // The toolbar's figure, also while its caption is edited.
        decorations(state) {
          const found = foundAt(state, 'figure') ?? foundAt(state, 'gallery');
          const frame = found && Decoration.node(found.pos, found.pos + found.node.nodeSize, { class: 'framed' });
          return frame && DecorationSet.create(state.doc, [frame]);
        },
        // The browser sets no cursor in an image, and the kit selects only leaves by a click.
        handleClickOn(view, _pos, node, pos, { target }) {
          return node.type.name === 'figure' && target instanceof HTMLImageElement && select(view, pos);
        },
        // A browser may report a selected figure as its whole text.
        createSelectionBetween: ({ state }, $anchor, $head) => {
          const block = selectedBlock(state);
          const isWhole = block && $anchor.pos <= block.from + 2 && $head.pos >= block.to - 2 && $head.pos < block.to;
          return isWhole && $anchor.pos > block.from ? block : null;
        },
        // A letter typed on a selected figure begins its caption instead of replacing it.
        handleTextInput: (view, _from, _to, text) => writeCaption(view, text),
        handleDOMEvents: {
          // Screen keyboards and input methods send no key events.
          beforeinput(view, event) {
            if (event.inputType === 'insertText' && event.data && writeCaption(view, event.data))
              event.preventDefault();
            return event.defaultPrevented;
          },
          compositionstart: (view) => void writeCaption(view, ''),
        },
      },
    }),
  ],
});

function selectedBlock({ selection }: EditorState): NodeSelection | undefined {
  return selection instanceof NodeSelection && BLOCKS.includes(selection.node.type.name) ? selection : undefined;
}

function writeCaption(view: EditorView, text: string): boolean {
  const figure = selectedBlock(view.state);
  if (!figure) return false;
  const { node, from } = figure;
  const end = from + (node.type.name === 'gallery' ? node.nodeSize - 2 : (node.firstChild?.nodeSize ?? 2));
  const tr = view.state.tr.setSelection(Selection.near(view.state.doc.resolve(end)));
  view.dispatch(text ? tr.insertText(text) : tr);
  return true;
}

const select = (view: EditorView, pos: number) => moveTo(view, NodeSelection.create(view.state.doc, pos));

function setCursor(view: EditorView, pos: number, towards: 1 | -1 = 1): true {
  return moveTo(view, Selection.near(view.state.doc.resolve(pos), towards));
}

function goBy({ view }: Editor, by: 1 | -1, towards: 'up' | 'down' | 'left' | 'right'): boolean {
  const block = selectedBlock(view.state);
  if (block) return leave(view, block, by, towards);
  const { $head, empty } = view.state.selection;
  if (!empty || !$head.parent.isTextblock || !view.endOfTextblock(towards)) return false;
  if (WORDS.includes($head.parent.type.name)) return goFrom(view, by > 0 ? $head.after() : $head.before(), by);
  return goFrom(view, edgeOfBlock($head, by), by);
}

/** End or start of the largest block that ends or starts with the one around `$pos`. */
function edgeOfBlock($pos: ResolvedPos, by: 1 | -1): number {
  const edge = (depth: number) => $pos.doc.resolve(by > 0 ? $pos.after(depth) : $pos.before(depth));
  let { depth } = $pos;
  while (depth > 1 && !(by > 0 ? edge(depth).nodeAfter : edge(depth).nodeBefore)) depth -= 1;
  return edge(depth).pos;
}

/** Selects the figure next to `pos`, or the one whose caption ends there; false if it is another block. */
function goFrom(view: EditorView, pos: number, by: 1 | -1): boolean {
  const $pos = view.state.doc.resolve(pos);
  const next = by > 0 ? $pos.nodeAfter : $pos.nodeBefore;
  if (next && BLOCKS.includes(next.type.name)) return select(view, by > 0 ? pos : pos - next.nodeSize);
  if (next || !BLOCKS.includes($pos.parent.type.name)) return false;
  return by < 0 ? select(view, $pos.before()) : selectOrMove(view, $pos.after(), by);
}

function selectOrMove(view: EditorView, pos: number, by: 1 | -1): boolean {
  if (goFrom(view, pos, by)) return true;
  const next = Selection.findFrom(view.state.doc.resolve(pos), by, true);
  return next !== null && moveTo(view, next);
}

/** Moves from a selected figure into its caption, to its neighbour in the gallery, or out of it. */
function leave(view: EditorView, { node, from, to, $from }: NodeSelection, by: 1 | -1, towards: string): boolean {
  if (by < 0) return selectOrMove(view, from, by);
  if (towards === 'right' && $from.parent.type.name === 'gallery') return selectOrMove(view, to, by);
  return node.type.name === 'gallery' ? select(view, from + 1) : setCursor(view, from + 1);
}

/** Enter moves from the caption to the credit, from the credit and the figure to the text after it. */
function leaveByEnter(view: EditorView): boolean {
  const { state } = view;
  const block = selectedBlock(state);
  const { $head } = state.selection;
  const words = $head.parent.type.name;
  if (!block && !WORDS.includes(words)) return false;
  if (words === 'figureCaption') return setCursor(view, $head.after());
  const $end = block ? block.$to : state.doc.resolve($head.after($head.depth - 1));
  const place = $end.parent.type.name === 'gallery' ? $end.after() : $end.pos;
  const { tr } = state;
  const next = tr.doc.resolve(place).nodeAfter;
  if (!next?.isTextblock || next.content.size > 0) tr.insert(place, state.schema.nodes.paragraph?.create() ?? []);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place + 1)).scrollIntoView());
  return true;
}

/** Backspace and Delete join nothing at the edges of a caption. */
function erase(view: EditorView, by: 1 | -1): boolean {
  const { $head, empty } = view.state.selection;
  const { parent, parentOffset } = $head;
  if (!empty || !WORDS.includes(parent.type.name)) return false;
  if (by > 0) return parentOffset === parent.content.size;
  if (parentOffset > 0) return false;
  if (parent.type.name === 'figureCredit') return setCursor(view, $head.before(), -1);
  return select(view, $head.before($head.depth - 1));
}
