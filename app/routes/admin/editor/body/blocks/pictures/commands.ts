import type { Editor, NodeWithPos } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node, type ResolvedPos, type Schema } from '@tiptap/pm/model';
import { AllSelection, type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { around, belowOf, depthFor } from '../block.ts';

export interface ImageAttributes {
  src: string;
  alt: string | null;
  width?: number | null;
  height?: number | null;
}

/** The figure selected or around the cursor; an inline image only if selected. */
export function foundAt(state: EditorState, name: 'figure' | 'gallery' | 'image'): NodeWithPos | undefined {
  const { selection } = state;
  if (selection instanceof NodeSelection && selection.node.type.name === name)
    return { node: selection.node, pos: selection.from };
  return around(state, name);
}

function newFigure(schema: Schema, attrs: ImageAttributes): Node | null | undefined {
  return schema.nodes.figure?.createAndFill({ ...attrs });
}

function newGallery(schema: Schema, figures: readonly Node[]): Node | null | undefined {
  return schema.nodes.gallery?.createAndFill(null, figures);
}

/** The nearest place for a figure; a paragraph is split there. Undefined in lists, quotations and cells. */
export function placeOfFigure(tr: Transaction, pos: number): number | undefined {
  const $pos = tr.doc.resolve(pos);
  if (!$pos.parent.isTextblock) return takesFigure($pos) ? pos : undefined;
  const around = $pos.node(-1).type.name === 'figure' || $pos.node(-1).type.name === 'gallery' ? -1 : 0;
  const depth = $pos.depth + around;
  const [before, after] = [$pos.before(depth), $pos.after(depth)];
  if (!takesFigure(tr.doc.resolve(after))) return undefined;
  const isText = around === 0 && !$pos.parent.type.spec.code;
  if (isText && $pos.parentOffset === 0) return before;
  if (!isText || $pos.parentOffset === $pos.parent.content.size) return after;
  tr.split(pos);
  return pos + 1;
}

/** Deletes selected text, which is replaced by the choice in a dialog; a selected block stays. */
export function dropWords(tr: Transaction): Transaction {
  const { selection } = tr;
  return selection instanceof TextSelection || selection instanceof AllSelection ? tr.deleteSelection() : tr;
}

/** The place of pictures at the cursor or behind a selected block; the cursor goes on behind them. */
export function placeAtCursor(tr: Transaction): number {
  const { selection } = tr;
  const isBlock = selection instanceof NodeSelection;
  const pos = isBlock ? selection.to : selection.from;
  const place = placeOfFigure(tr, pos);
  if (place === undefined) return pos;
  const isInGallery = tr.doc.resolve(place).parent.type.name === 'gallery';
  if ((isBlock || selection.empty) && !isInGallery) belowOf(tr, place);
  return place;
}

/** At the place of `placeOfFigure`, or inline where that found none. */
export function insertPictures(tr: Transaction, pos: number, pictures: readonly ImageAttributes[]): Transaction {
  const { schema } = tr.doc.type;
  const $pos = tr.doc.resolve(pos);
  if (takesFigure($pos)) {
    const figures = pictures.flatMap((attrs) => newFigure(schema, attrs) ?? []);
    const isPlain = figures.length === 1 || $pos.parent.type.name === 'gallery';
    return tr.insert(pos, isPlain ? figures : (newGallery(schema, figures) ?? figures));
  }
  const images = Fragment.from(pictures.flatMap((attrs) => schema.nodes.image?.create({ ...attrs }) ?? []));
  const { image, paragraph } = schema.nodes;
  if (!image || !paragraph) return tr;
  if ($pos.parent.type.contentMatch.matchType(image)) return tr.insert(pos, images);
  const depth = depthFor($pos, paragraph);
  const place = depth < $pos.depth ? $pos.after(depth + 1) : pos;
  return tr.insert(place, paragraph.create(null, images));
}

export function change({ view, state }: Editor, name: 'figure' | 'gallery', attrs: object): boolean {
  const found = foundAt(state, name);
  if (found) view.dispatch(changed(state.tr, found.pos, attrs));
  return found !== undefined;
}

/** A selected node stays selected. */
export function changed(tr: Transaction, pos: number, attrs: object): Transaction {
  const isSelected = tr.selection instanceof NodeSelection && tr.selection.from === pos;
  tr.setNodeMarkup(pos, undefined, { ...tr.doc.nodeAt(pos)?.attrs, ...attrs });
  return isSelected ? tr.setSelection(NodeSelection.create(tr.doc, pos)) : tr;
}

/** Deletes a figure with its caption; the cursor moves to what follows. */
export function removeFigure({ view, state }: Editor): boolean {
  const gallery = foundAt(state, 'gallery');
  const figure = foundAt(state, 'figure');
  const found = gallery && gallery.node.childCount === 2 ? gallery : (figure ?? gallery);
  if (found)
    view.dispatch(
      closeHistory(state.tr)
        .delete(found.pos, found.pos + found.node.nodeSize)
        .scrollIntoView(),
    );
  return found !== undefined;
}

/** Moves a figure before the previous or after the next block; false without a figure. */
export function moveFigure({ view, state }: Editor, by: 1 | -1): boolean {
  const found = foundAt(state, 'figure') ?? foundAt(state, 'gallery');
  if (!found) return false;
  const $pos = state.doc.resolve(found.pos);
  const other = $pos.parent.maybeChild($pos.index() + by);
  if (!other || other.type.name === 'galleryCaption') return true;
  const to = by > 0 ? found.pos + other.nodeSize : found.pos - other.nodeSize;
  const tr = state.tr.delete(found.pos, found.pos + found.node.nodeSize).insert(to, found.node);
  view.dispatch(closeHistory(tr).setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView());
  return true;
}

/** Turns the figure into a gallery, so that others can be added; returns the position after its pictures. */
export function toGallery({ view, state }: Editor): number | undefined {
  const gallery = foundAt(state, 'gallery');
  if (gallery) return endOfPictures(gallery);
  const figure = foundAt(state, 'figure');
  const made = figure && newGallery(state.schema, [figure.node]);
  if (!made) return undefined;
  view.dispatch(state.tr.replaceWith(figure.pos, figure.pos + figure.node.nodeSize, made));
  return endOfPictures({ node: made, pos: figure.pos });
}

function endOfPictures({ node, pos }: NodeWithPos): number {
  return pos + node.nodeSize - 1 - (node.lastChild?.nodeSize ?? 0);
}

function takesFigure($pos: ResolvedPos): boolean {
  const { figure } = $pos.doc.type.schema.nodes;
  return figure !== undefined && $pos.parent.canReplaceWith($pos.index(), $pos.index(), figure);
}
