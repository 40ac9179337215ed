import { Node } from '@tiptap/core';
import { flattenToLine } from './as-line.ts';
import type { BodyBlock } from './block.ts';

/** Open while it is edited. */
const Details = Node.create({
  name: 'details',
  content: 'summary (block | standalone)+',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'div[data-block="details"]' }],
  renderHTML: () => ['div', { 'data-block': 'details' }, 0],
});

const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-summary]' }],
  renderHTML: () => ['div', { 'data-summary': '' }, 0],
});

export const details: BodyBlock = {
  name: 'details',
  extensions: [Details, Summary],
  write: {
    details: (node, { blocks }) => `<details>${blocks(node)}</details>`,
    summary: (node, { line }) => `<summary>${line(node)}</summary>`,
  },
  prepare: (body) => {
    for (const element of [...body.querySelectorAll('details')].reverse()) prepareDetails(element);
  },
};

/** Where it may not stand, its content does. */
function prepareDetails(element: HTMLElement): void {
  const { ownerDocument } = element;
  const summary = element.querySelector<HTMLElement>(':scope > summary');
  summary?.remove();
  const mayStand = !element.parentElement?.closest('li, blockquote, td, th, details');
  const block = ownerDocument.createElement('div');
  if (mayStand) block.dataset.block = 'details';
  const line = ownerDocument.createElement('div');
  if (mayStand) line.dataset.summary = '';
  line.append(...(summary?.childNodes ?? []));
  const images = mayStand ? flattenToLine(line) : [];
  block.append(line, ...images, ...element.childNodes);
  element.replaceWith(block);
}
