import type { Block, Element } from './block.ts';

/** Without `open`. Its first `summary` comes first; an empty one is named by the display. */
export const details: Block = {
  name: 'details',
  root: 'details',
  elements: { details: {}, summary: {} },
  matches: () => true,
  write({ children }, writer) {
    const summary = children.find((child) => typeof child === 'object' && child.name === 'summary') as
      | Element
      | undefined;
    writer.open('details');
    writer.open('summary');
    writer.inline(summary?.children ?? []);
    writer.close();
    writer.blocks(children.filter((child) => child !== summary));
    writer.close();
  },
  show: (html) => html.replaceAll('<summary></summary>', '<summary>Подробнее</summary>'),
};
