import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { belowOf } from './blocks/embed/commands.ts';

/** A click below a last block that Enter does not leave writes on in a new paragraph: fingers have no arrow keys. */
export const WriteBelow = Extension.create({
  name: 'writeBelow',
  // Before the gap cursor, which phones do not show.
  priority: 1050,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClick(view, _pos, { target, clientY }) {
          const { doc, tr } = view.state;
          const bottom = view.dom.lastElementChild?.getBoundingClientRect().bottom ?? 0;
          if (target !== view.dom || clientY <= bottom || !doc.lastChild || !holdsCursor(doc.lastChild)) return false;
          view.dispatch(belowOf(tr, doc.content.size).scrollIntoView());
          return true;
        },
      },
    }),
  ],
});

function holdsCursor({ type }: Node): boolean {
  return !type.isTextblock && !LEFT_BY_ENTER.has(type.name);
}

const LEFT_BY_ENTER = new Set(['bulletList', 'orderedList', 'blockquote']);
