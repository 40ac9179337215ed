import { Node } from '@tiptap/core';
import { attributesOf, escapeText } from '../../../../../../model/body/attributes.ts';
import type { BodyBlock } from './block.ts';

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
});

export const button: BodyBlock = {
  name: 'button',
  extensions: [Button],
  write: {
    button: ({ attrs, textContent }) => {
      const link = attributesOf('a', { href: attrs.href, target: attrs.target ?? '' });
      const label = escapeText(textContent.trim());
      if (link === null || label === '') return `<p>${label || '<br>'}</p>`;
      return `<p class="button"><a${link}>${label}</a></p>`;
    },
  },
};

function linkIn(element: HTMLElement): HTMLAnchorElement | null {
  return element.querySelector('a[href]');
}
