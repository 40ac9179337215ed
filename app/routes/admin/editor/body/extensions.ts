import type { Extensions } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { BlockFormat } from './block-format.ts';
import { BodyCodeBlock, InlineCode } from './code-block.ts';
import { BodyImage } from './images.ts';
import { BodyLink } from './links.ts';
import { BodyListItem, BodyOrderedList } from './lists.ts';
import { Subscript, Superscript } from './scripts.ts';
import { UNDO_MERGE, UndoSteps } from './undo-steps.ts';

const UNDO_STEPS = 100;

/** Schema of an article. Covers everything stored articles may contain: opening one loses nothing. */
export const bodyExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: UNDO_STEPS, newGroupDelay: UNDO_MERGE },
    code: false,
    codeBlock: false,
    link: false,
    listItem: false,
    orderedList: false,
    // It would append an empty paragraph after a final list.
    trailingNode: false,
  }),
  UndoSteps,
  BlockFormat,
  BodyListItem,
  BodyOrderedList,
  BodyCodeBlock,
  InlineCode,
  Subscript,
  Superscript,
  BodyLink,
  BodyImage,
];
