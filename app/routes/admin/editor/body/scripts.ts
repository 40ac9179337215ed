import { Mark } from '@tiptap/core';

/** No button: kept only for stored and pasted texts (CO₂, 10⁶). */
export const Subscript = script('subscript', 'sub');
export const Superscript = script('superscript', 'sup');

function script(name: string, tag: 'sub' | 'sup') {
  return Mark.create({
    name,
    parseHTML: () => [
      { tag },
      { style: 'vertical-align', getAttrs: (value) => (value === (tag === 'sub' ? 'sub' : 'super') ? null : false) },
    ],
    renderHTML: () => [tag, 0],
  });
}
