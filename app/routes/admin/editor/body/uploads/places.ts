import { Fragment } from '@tiptap/pm/model';
import { type EditorState, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, type DecorationSet } from '@tiptap/pm/view';
import type { UploadJob } from './job.ts';

/** Upload placeholders: decorations, mapped through changes and not part of the document. */
export const placesKey = new PluginKey<DecorationSet>('imageUploads');

type Change = { add: { jobs: readonly UploadJob[]; pos: number } } | { remove: UploadJob };

export function keepPlaces(tr: Transaction, jobs: readonly UploadJob[], pos: number): Transaction {
  return tr.setMeta(placesKey, { add: { jobs, pos } } satisfies Change);
}

export function removePlace(tr: Transaction, job: UploadJob): Transaction {
  return tr.setMeta(placesKey, { remove: job } satisfies Change);
}

/** Undefined when its text was deleted. */
export function placeOf(state: EditorState, job: UploadJob): number | undefined {
  return placesKey.getState(state)?.find(undefined, undefined, (spec) => spec.job === job)[0]?.from;
}

export function keptPlaces(state: EditorState): Set<UploadJob> {
  const places = placesKey.getState(state)?.find() ?? [];
  return new Set(places.map(({ spec }) => spec.job));
}

export function changePlaces(tr: Transaction, set: DecorationSet): DecorationSet {
  const mapped = set.map(tr.mapping, tr.doc);
  const change: Change | undefined = tr.getMeta(placesKey);
  if (!change) return mapped;
  if ('remove' in change) return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.job === change.remove));
  const { jobs, pos } = change.add;
  const spec = { side: -1, ignoreSelection: true, stopEvent: () => true };
  return mapped.add(
    tr.doc,
    jobs.map((job) => Decoration.widget(pos, job.dom, { ...spec, job })),
  );
}

/** Inline in text; else in a new paragraph, behind what takes none: code, a cell. */
export function insertImage(tr: Transaction, pos: number, attrs: object): Transaction {
  const { image, paragraph } = tr.doc.type.schema.nodes;
  const picture = image?.create({ ...attrs });
  const $pos = tr.doc.resolve(pos);
  if (!picture || !paragraph) return tr;
  if ($pos.parent.type.contentMatch.matchType(picture.type)) return tr.insert(pos, picture);
  let depth = $pos.depth;
  const takes = () => $pos.node(depth).canReplaceWith($pos.indexAfter(depth), $pos.indexAfter(depth), paragraph);
  while (depth > 0 && !takes()) depth -= 1;
  return tr.insert(depth < $pos.depth ? $pos.after(depth + 1) : pos, Fragment.from(paragraph.create(null, picture)));
}
