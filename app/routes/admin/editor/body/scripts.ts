import { Mark } from '@tiptap/core';

/** CO₂ and 10⁶: without a button, for texts that come with them. */
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
