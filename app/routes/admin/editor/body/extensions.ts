import { type Extensions, Mark, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import { BlockFormat } from './block-format.ts';
import { BODY_BLOCKS } from './blocks/blocks.ts';
import { BodyCodeBlock, InlineCode } from './code-block.ts';
import { BodyLink } from './links.ts';
import { BodyListItem, BodyOrderedList } from './lists.ts';
import { WholeText } from './typing/whole-text.ts';
import { UNDO_MERGE, UndoSteps } from './undo-steps.ts';
import { WriteBelow } from './write-below.ts';

const UNDO_STEPS = 100;

const BodyImage = Image.extend({
  addAttributes() {
    return { src: { default: null }, alt: { default: null }, width: { default: null }, height: { default: null } };
  },
  // Typed `![…](…)` stays text.
  addInputRules: () => [],
}).configure({ inline: true, allowBase64: true });

const Subscript = script('subscript', 'sub');
const Superscript = script('superscript', 'sup');

function script(name: string, tag: 'sub' | 'sup') {
  return Mark.create({
    name,
    parseHTML: () => [
      { tag },
      { style: 'vertical-align', getAttrs: (value) => (value === (tag === 'sub' ? 'sub' : 'super') ? null : false) },
    ],
    renderHTML: () => [tag, 0],
  });
}

/** `standalone`: at the top of a body, or in `details`. */
const BodyDocument = Node.create({ name: 'doc', topNode: true, content: '(block | standalone | details)+' });

/** Schema of an article. Covers everything stored articles may contain: opening one loses nothing. */
export const bodyExtensions: Extensions = [
  BodyDocument,
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: UNDO_STEPS, newGroupDelay: UNDO_MERGE },
    blockquote: false,
    document: false,
    code: false,
    codeBlock: false,
    link: false,
    listItem: false,
    orderedList: false,
    // It would append an empty paragraph after a final list.
    trailingNode: false,
  }),
  UndoSteps,
  WholeText,
  WriteBelow,
  BlockFormat,
  BodyListItem,
  BodyOrderedList,
  BodyCodeBlock,
  InlineCode,
  Subscript,
  Superscript,
  BodyLink,
  BodyImage,
  ...BODY_BLOCKS.flatMap(({ extensions }) => extensions),
];
