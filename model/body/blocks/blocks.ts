import { audio, file } from './attachment.ts';
import type { Block, Element } from './block.ts';
import { embed } from './embed.ts';
import { gallery, image } from './pictures.ts';
import { table } from './table.ts';

/** Drops `open` and moves the first `summary` to the front; `displayBody` names an empty one. */
const details: Block = {
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

/** In order of precedence: the first match reads an element. */
export const BLOCKS: readonly Block[] = [embed, table, audio, file, details, gallery, image];

/** All blocks, including two that `Writer` handles. A test checks each in the editor and on the page. */
export const BLOCK_NAMES: readonly string[] = [...BLOCKS.map(({ name }) => name), 'author', 'button'];
