import { type EditorState, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, type DecorationSet } from '@tiptap/pm/view';
import type { UploadJob } from './job.ts';

/** Upload placeholders: decorations, mapped through changes and not part of the document. */
export const placesKey = new PluginKey<DecorationSet>('imageUploads');

type Change = { add: { jobs: readonly UploadJob[]; pos: number } } | { remove: readonly UploadJob[] };

export function keepPlaces(tr: Transaction, jobs: readonly UploadJob[], pos: number): Transaction {
  return tr.setMeta(placesKey, { add: { jobs, pos } } satisfies Change);
}

export function removePlaces(tr: Transaction, jobs: readonly UploadJob[]): Transaction {
  return tr.setMeta(placesKey, { remove: jobs } satisfies Change);
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
  if ('remove' in change)
    return mapped.remove(mapped.find(undefined, undefined, (spec) => change.remove.includes(spec.job)));
  const { jobs, pos } = change.add;
  const spec = { side: -1, ignoreSelection: true, stopEvent: () => true };
  return mapped.add(
    tr.doc,
    jobs.map((job) => Decoration.widget(pos, job.dom, { ...spec, job })),
  );
}
