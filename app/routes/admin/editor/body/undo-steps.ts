import { Extension } from '@tiptap/core';
import { closeHistory, undoDepth } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';

/** Maximum length of an undo step, in ms. */
export const UNDO_MERGE = 1000;

/** Limits an undo step by age: `newGroupDelay` measures only pauses, so continuous typing would be one step. */
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
          // A new depth: the change before opened a step.
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
