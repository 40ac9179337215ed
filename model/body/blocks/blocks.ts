import { audio, file } from './attachment.ts';
import type { Block } from './block.ts';
import { details } from './details.ts';
import { embed } from './embed.ts';
import { gallery } from './gallery.ts';
import { image } from './image.ts';
import { table } from './table.ts';

/** The first match reads an element. */
export const BLOCKS: readonly Block[] = [embed, table, audio, file, details, gallery, image];

/** With the two that `Writer` handles itself. A test looks for each in the editor and on the page. */
export const BLOCK_NAMES: readonly string[] = [...BLOCKS.map(({ name }) => name), 'author', 'button'];
