import { Extension } from '@tiptap/core';
import { onRussianKeys } from '../../../../../model/text/layout.ts';
import { changeIndent } from '../body/commands.ts';
import { ALL_TOOLS, type Opens } from './tools.ts';

interface Acts {
  open: (what: Opens) => void;
  toToolbar: () => void;
}

/** In a list Tab and Shift+Tab indent; Escape, then Tab leaves the text: no keyboard trap. */
export function shortcuts({ open, toToolbar }: Acts) {
  return Extension.create({
    name: 'shortcuts',
    // Before the keymap of lists.
    priority: 1100,
    addKeyboardShortcuts() {
      const { editor } = this;
      let leaves = false;
      const act = (run: () => unknown) => () => {
        run();
        return true;
      };
      const level = (by: 1 | -1) => () => !leaves && editor.isActive('listItem') && changeIndent(editor, by);
      return {
        ...Object.fromEntries(
          ALL_TOOLS.flatMap(({ keys, run, opens }) =>
            inBothLayouts(keys).map((each) => [
              each,
              () => (opens ? act(() => open(opens))() : (run?.(editor) ?? false)),
            ]),
          ),
        ),
        'Mod-y': () => editor.commands.redo(),
        'Alt-F10': act(toToolbar),
        Escape: () => {
          leaves = true;
          editor.view.dom.addEventListener('blur', () => (leaves = false), { once: true });
          return false;
        },
        Tab: level(1),
        'Shift-Tab': level(-1),
      };
    },
  });
}

/** Ctrl+Alt may type a character on Windows, so the keymap skips its key code fallback: Russian keys are bound too. */
function inBothLayouts(keys: string | undefined): string[] {
  if (!keys) return [];
  const letter = onRussianKeys(keys.slice(-1));
  return keys.startsWith('Mod-Alt-') && /[а-яё]/.test(letter) ? [keys, `${keys.slice(0, -1)}${letter}`] : [keys];
}
