import { Extension, type Extensions, Mark, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { ListItem, OrderedList } from '@tiptap/extension-list';
import { closeHistory, undoDepth } from '@tiptap/pm/history';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { LIST_KINDS } from '../../../../../model/body/vocabulary.ts';
import { BlockFormat } from './block-format.ts';
import { BODY_BLOCKS } from './blocks/blocks.ts';
import { belowOf } from './blocks/put-block.ts';
import { BodyCodeBlock, InlineCode } from './code-block.ts';
import { BodyLink } from './links.ts';
import { WholeText } from './typing/whole-text.ts';

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

/** With `data-list`: Quill stores all kinds of items in one flat `ol`. Any block may come first. */
const BodyListItem = ListItem.extend({
  content: 'block+',
  addAttributes() {
    return {
      kind: { default: null, parseHTML: kindOf, renderHTML: ({ kind }) => (kind ? { 'data-list': kind } : {}) },
    };
  },
  addKeyboardShortcuts() {
    return {
      Enter: () =>
        this.editor.commands.splitListItem(
          this.name,
          this.editor.getAttributes(this.name).kind === 'checked' ? { kind: 'unchecked' } : {},
        ),
    };
  },
});

/** `type` (letters, Roman numerals) is not stored, so not read from pastes. */
const BodyOrderedList = OrderedList.extend({
  addAttributes() {
    return { start: { default: 1, parseHTML: startOf } };
  },
});

function kindOf(element: HTMLElement): string | null {
  const kind = element.dataset.list ?? '';
  return LIST_KINDS.includes(kind) ? kind : null;
}

function startOf(element: HTMLElement): number {
  const start = Number(element.getAttribute('start'));
  return Number.isInteger(start) && start > 0 ? start : 1;
}

const MAX_UNDO_STEP = 1000; // ms
const OWN_STEPS = new Set(['paste', 'cut', 'drop']);

/** Limits an undo step by age: `newGroupDelay` measures only pauses, so continuous typing would be one step. */
const UndoSteps = Extension.create({
  name: 'undoSteps',
  addProseMirrorPlugins() {
    let depth = 0;
    let changedAt = 0;
    let startedAt = 0;
    let isCleared = false;
    return [
      new Plugin({
        filterTransaction(tr, state) {
          if (!tr.docChanged) return true;
          const before = undoDepth(state);
          // A new depth: the change before opened a step.
          if (before !== depth) startedAt = changedAt;
          depth = before;
          changedAt = tr.time;
          // A paste belongs to the step that cleared its place.
          const isOwn = OWN_STEPS.has(tr.getMeta('uiEvent')) && !isCleared;
          if (tr.time - startedAt >= MAX_UNDO_STEP || isOwn) closeHistory(tr);
          isCleared = tr.getMeta('cleared') === true;
          return true;
        },
      }),
    ];
  },
});

/** A click below a last block that Enter does not leave writes on in a new paragraph: fingers have no arrow keys. */
const WriteBelow = Extension.create({
  name: 'writeBelow',
  // Before the gap cursor, which phones do not show.
  priority: 1050,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleClick(view, _pos, { target, clientY }) {
          const { doc, tr } = view.state;
          const bottom = view.dom.lastElementChild?.getBoundingClientRect().bottom ?? 0;
          if (target !== view.dom || clientY <= bottom || !doc.lastChild || !holdsCursor(doc.lastChild)) return false;
          view.dispatch(belowOf(tr, doc.content.size).scrollIntoView());
          return true;
        },
      },
    }),
  ],
});

function holdsCursor({ type }: DocumentNode): boolean {
  return !type.isTextblock && !LEFT_BY_ENTER.has(type.name);
}

const LEFT_BY_ENTER = new Set(['bulletList', 'orderedList', 'blockquote']);

/** Schema of an article. Covers everything stored articles may contain: opening one loses nothing. */
export const bodyExtensions: Extensions = [
  BodyDocument,
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: UNDO_STEPS, newGroupDelay: MAX_UNDO_STEP },
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
