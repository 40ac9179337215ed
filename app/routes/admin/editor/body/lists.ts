import { ListItem, OrderedList } from '@tiptap/extension-list';
import { LIST_KINDS } from '../../../../../model/body/vocabulary.ts';

/** With `data-list`: Quill stores all kinds of items in one flat `ol`. Any block may come first. */
export const BodyListItem = ListItem.extend({
  content: 'block+',
  addAttributes() {
    return {
      kind: { default: null, parseHTML: kindOf, renderHTML: ({ kind }) => (kind ? { 'data-list': kind } : {}) },
    };
  },
  addKeyboardShortcuts() {
    return {
      Enter: () =>
        this.editor.commands.splitListItem(
          this.name,
          this.editor.getAttributes(this.name).kind === 'checked' ? { kind: 'unchecked' } : {},
        ),
    };
  },
});

/** `type` (letters, Roman numerals) is not stored, so not read from pastes. */
export const BodyOrderedList = OrderedList.extend({
  addAttributes() {
    return { start: { default: 1, parseHTML: startOf } };
  },
});

function kindOf(element: HTMLElement): string | null {
  const kind = element.dataset.list ?? '';
  return LIST_KINDS.includes(kind) ? kind : null;
}

function startOf(element: HTMLElement): number {
  const start = Number(element.getAttribute('start'));
  return Number.isInteger(start) && start > 0 ? start : 1;
}
