import { Extension } from '@tiptap/core';
import { changeIndent } from '../body/commands.ts';
import { ALL_TOOLS, type Opens } from './tools.ts';

interface Acts {
  open: (what: Opens) => void;
  toToolbar: () => void;
}

/**
 * Every tool by the keyboard. In a list Tab and Shift+Tab change the level; after Escape Tab leaves the text, as it does everywhere else
 * in it, so nobody is caught.
 */
export function shortcuts({ open, toToolbar }: Acts) {
  return Extension.create({
    name: 'shortcuts',
    // Before the kit's own, which know less.
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

const RUSSIAN: Record<string, string> = { c: 'с', p: 'з', y: 'н' };

/** On Windows Ctrl+Alt may mean a character, so the keymap does not look there which key it was: a Russian layout needs its own letters. */
function inBothLayouts(keys: string): string[] {
  const letter = RUSSIAN[keys.at(-1) ?? ''];
  return keys.startsWith('Mod-Alt-') && letter ? [keys, `${keys.slice(0, -1)}${letter}`] : [keys];
}
