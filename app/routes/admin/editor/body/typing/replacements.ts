import { Extension, InputRule } from '@tiptap/core';
import type { FormEvent } from 'react';
import { onRussianKeys } from '../../../../../../model/text/layout.ts';
import { ALL_TOOLS, type Opens, type Tool } from '../../toolbar/tools.ts';
import { changeIndent } from '../block-format.ts';
import { toLink } from '../links.ts';

const DASH = '\u00a0— ';
/** The typed space with the hyphens and the space before it. */
export const HYPHENS = /(?<=\S)[ \u00a0]-{1,2} $/;
const LINK = /\[([^[\]\n]+)\]\(([^()\s]+)\)$/;

/** One undo, or Backspace right after it, restores the typed character. */
export const Replacements = Extension.create({
  name: 'replacements',
  addInputRules() {
    const { editor } = this;
    const rule = (find: RegExp, handler: InputRule['handler']) =>
      new InputRule({ find, handler: (props) => (editor.isActive('code') ? null : handler(props)) });
    return [
      rule(/"$/, ({ state: { tr }, range: { from, to } }) => {
        const $from = tr.doc.resolve(from);
        const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
        tr.insertText(quoteAfter(before), from, to);
      }),
      rule(HYPHENS, ({ state: { tr }, range: { from, to } }) => void tr.insertText(DASH, from, to)),
      rule(LINK, ({ state: { tr, schema }, range: { from, to }, match: [, words = '', address = ''] }) => {
        const href = toLink(address);
        const link = schema.marks.link;
        if (!href || !link || words.includes('%leaf%')) return null; // What Tiptap puts in place of a picture within a line
        tr.delete(from + 1 + words.length, to).delete(from, from + 1);
        tr.addMark(from, from + words.length, link.create({ href })).removeStoredMark(link);
      }),
    ];
  },
});

/** Replaces in a field; `execCommand` enters the change into the browser's undo history. */
export function replaceTyped({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
  const { inputType, data } = nativeEvent as InputEvent;
  const end = field.selectionEnd ?? 0;
  // What undo brings back is selected: the next character would be typed over it.
  if (inputType === 'historyUndo') field.setSelectionRange(end, end);
  if (inputType !== 'insertText') return;
  const typed = field.value.slice(0, end);
  const [replaced] = data === '"' ? ['"'] : (HYPHENS.exec(typed) ?? []);
  if (!replaced) return;
  field.setSelectionRange(end - replaced.length, end);
  document.execCommand('insertText', false, data === '"' ? quoteAfter(typed.slice(0, -1)) : DASH);
}

/** «…», inside them „…“; by the text of the paragraph before the typed quote. */
export function quoteAfter(before: string): string {
  const open: string[] = [];
  for (const char of before) {
    if (char === '«' || char === '„') open.push(char);
    else if (char === '»' || char === '“') open.pop();
  }
  const isOpening = /(?:^|[\s([{«„—–-])$/.test(before);
  if (isOpening) return open.length > 0 ? '„' : '«';
  return open.at(-1) === '„' ? '“' : '»';
}

/** In a list Tab and Shift+Tab indent; Escape, then Tab leaves the text: no keyboard trap. */
export function shortcuts(open: (what: Opens) => void) {
  return Extension.create({
    name: 'shortcuts',
    // Before the keymap of lists.
    priority: 1100,
    addKeyboardShortcuts() {
      const { editor } = this;
      let leaves = false;
      const press = ({ opens, run }: Tool) => {
        if (!opens) return run?.(editor) ?? false;
        open(opens);
        return true;
      };
      const level = (by: 1 | -1) => () => !leaves && editor.isActive('listItem') && changeIndent(editor, by);
      return {
        ...Object.fromEntries(
          ALL_TOOLS.flatMap((tool) => inBothLayouts(tool.keys).map((keys) => [keys, () => press(tool)])),
        ),
        'Mod-y': () => editor.commands.redo(),
        'Alt-F10': () => {
          document.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus();
          return true;
        },
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
