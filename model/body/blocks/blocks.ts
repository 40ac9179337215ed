import { audio, file } from './attachment.ts';
import type { Block } from './block.ts';
import { details } from './details.ts';
import { embed } from './embed.ts';
import { table } from './table.ts';

/** The first that matches reads an element. */
export const BLOCKS: readonly Block[] = [embed, table, audio, file, details];

/** With the two that `Writer` settles itself. Each has its place in the editor, on the page and in tests. */
export const BLOCK_NAMES: readonly string[] = [...BLOCKS.map(({ name }) => name), 'author', 'button'];
