import { Extension } from '@tiptap/core';
import { ALIGNMENTS } from '../../../../../model/body/vocabulary.ts';

export type Alignment = 'center' | 'right' | 'justify';

export const MAX_INDENT = 8;

const ALIGNED = ['paragraph', 'heading'];
const INDENTED = ['paragraph', 'heading', 'blockquote', 'listItem'];

/** Stored as classes: `ql-align-center`, `ql-indent-1` to `ql-indent-8`. */
export const BlockFormat = Extension.create({
  name: 'blockFormat',
  addGlobalAttributes() {
    return [
      {
        types: ALIGNED,
        attributes: {
          align: {
            default: null,
            parseHTML: alignmentOf,
            renderHTML: ({ align }) => (align ? { class: `ql-align-${align}` } : {}),
          },
        },
      },
      {
        types: INDENTED,
        attributes: {
          indent: {
            default: 0,
            parseHTML: indentOf,
            renderHTML: ({ indent }) => (indent ? { class: `ql-indent-${indent}` } : {}),
          },
        },
      },
    ];
  },
});

export function alignmentOf(element: HTMLElement): Alignment | null {
  const said = ALIGNMENTS.find((side) => element.classList.contains(`ql-align-${side}`));
  const pasted = (element.style.textAlign || element.getAttribute('align') || '').toLowerCase();
  const side = said ?? (pasted === 'end' ? 'right' : pasted);
  return ALIGNMENTS.includes(side) ? (side as Alignment) : null;
}

function indentOf(element: HTMLElement): number {
  const [, level] = /(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(element.className) ?? [];
  return Number(level ?? 0);
}
