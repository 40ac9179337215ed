import { ListItem, OrderedList } from '@tiptap/extension-list';
import { LIST_KINDS } from '../../../../../model/body/vocabulary.ts';

/**
 * A list item also carries `data-list`: Quill puts all kinds of items into one flat `ol` and says of each what it is.
 * Anything may be its first block, as in stored articles.
 */
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

/** Numbering with letters or Roman figures is not stored, so it is not taken from pasted lists either. */
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
