import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Quick keys act where the browser has moved the cursor: its own event comes only with the next frame. */
export const PromptSelection = Extension.create({
  name: 'promptSelection',
  // Before all that acts on keys.
  priority: 1300,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: readSelection,
          // Dictation and input methods press no keys.
          beforeinput: readSelection,
          compositionstart: readSelection,
        },
      },
    }),
  ],
});

function readSelection({ composing, dom }: EditorView): void {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
