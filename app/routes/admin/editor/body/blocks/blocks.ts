import { audio, file } from './attachment.ts';
import type { BodyBlock } from './block.ts';
import { button } from './button.ts';
import { details } from './details.ts';
import { embed } from './embed.ts';
import { figure, gallery } from './pictures/pictures.ts';
import { author } from './quote.ts';
import { table } from './table/table.ts';

export const BODY_BLOCKS: readonly BodyBlock[] = [embed, gallery, figure, table, file, audio, author, button, details];
