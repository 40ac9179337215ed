import { type Editor, Node } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { attributesOf, safeText } from '../../../../../../model/body/vocabulary.ts';
import { around, type BodyBlock, goBehind, putBlock, tool } from './block.ts';

const Button = Node.create({
  name: 'button',
  group: 'block',
  content: 'text*',
  marks: '',
  addAttributes: () => ({
    href: {
      default: '',
      parseHTML: (element: HTMLElement) => linkIn(element)?.getAttribute('href') ?? '',
      rendered: false,
    },
    target: {
      default: null,
      parseHTML: (element: HTMLElement) => linkIn(element)?.getAttribute('target'),
      rendered: false,
    },
  }),
  parseHTML: () => [
    { tag: 'p.button', priority: 60, contentElement: 'a', getAttrs: (element) => (linkIn(element) ? null : false) },
  ],
  renderHTML: ({ node }) => ['p', { class: 'button' }, ['a', { href: node.attrs.href }, 0]],
  // One element: browsers put letters typed at the edge of a link outside of it.
  addNodeView: () => () => {
    const dom = document.createElement('p');
    dom.className = 'button';
    return { dom, contentDOM: dom };
  },
  addKeyboardShortcuts() {
    const { editor } = this;
    return { Enter: () => editor.isActive('button') && goBehind(editor, 'button') };
  },
});

export const button: BodyBlock = {
  name: 'button',
  extensions: [Button],
  write: {
    button: ({ attrs, textContent }) => {
      const link = attributesOf('a', { href: attrs.href, target: attrs.target ?? '' });
      const label = safeText(textContent.trim());
      if (link === null || label === '') return `<p>${label || '<br>'}</p>`;
      return `<p class="button"><a${link}>${label}</a></p>`;
    },
  },
  tools: [
    tool('button', 'Кнопка', 'Mod-Alt-b', {
      words: 'button link кнопка ссылка билеты',
      opens: 'button',
      isOn: (editor) => editor.isActive('button'),
    }),
  ],
};

export function putButton(editor: Editor, label: string, href: string): void {
  const type = editor.schema.nodes.button;
  if (!type) return;
  const made = type.create({ href }, editor.schema.text(label));
  editor.view.focus();
  editor.commands.command(({ tr, state }) => {
    const old = around(state, 'button');
    if (!old) return putBlock(tr, made, 1 + label.length);
    tr.replaceWith(old.pos, old.pos + old.node.nodeSize, made);
    tr.setSelection(TextSelection.create(tr.doc, old.pos + 1 + label.length));
    return true;
  });
}

function linkIn(element: HTMLElement): HTMLAnchorElement | null {
  return element.querySelector('a[href]');
}
