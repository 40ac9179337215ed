import { Extension } from '@tiptap/core';
import { closeHistory, undoDepth } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';

/** No undo step is longer than this, in ms. */
export const UNDO_MERGE = 1000;

/**
 * Ends an undo step by its age. ProseMirror's `newGroupDelay` measures the pause between two changes: without one, minutes of typing
 * would be a single step.
 */
export const UndoSteps = Extension.create({
  name: 'undoSteps',
  addProseMirrorPlugins() {
    let depth = 0;
    let changedAt = 0;
    let startedAt = 0;
    return [
      new Plugin({
        filterTransaction(tr, state) {
          if (!tr.docChanged) return true;
          const before = undoDepth(state);
          // Another depth: the change before this one opened the step.
          if (before !== depth) startedAt = changedAt;
          depth = before;
          changedAt = tr.time;
          if (tr.time - startedAt >= UNDO_MERGE) closeHistory(tr);
          return true;
        },
      }),
    ];
  },
});
