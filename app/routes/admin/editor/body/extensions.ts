import { Extension, type Extensions, Mark, Node, nodeInputRule } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import { closeHistory, undoDepth } from '@tiptap/pm/history';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { LIST_KINDS } from '../../../../../model/body/vocabulary.ts';
import { BlockFormat } from './block-format.ts';
import { belowOf } from './blocks/block.ts';
import { BODY_BLOCKS } from './blocks/blocks.ts';
import { BodyCodeBlock, InlineCode } from './code-block.ts';
import { BodyLink } from './links.ts';
import { WholeText } from './typing/whole-text.ts';

const UNDO_STEPS = 100;

const BodyImage = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

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
  // Tiptap's makes a list of any pasted line like «12. мая», and parts tables and figures with it.
  addProseMirrorPlugins: () => [],
});

function kindOf(element: HTMLElement): string | null {
  const kind = element.dataset.list ?? '';
  return LIST_KINDS.includes(kind) ? kind : null;
}

function startOf(element: HTMLElement): number {
  const start = Number(element.getAttribute('start'));
  return Number.isInteger(start) && start > 0 ? start : 1;
}

/** Typed hyphens become a divider in paragraphs only: it would part tables and figures. */
const Divider = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
  addInputRules() {
    const isDivider = (text: string) => /^(?:---|—-|___\s|\*\*\*\s)$/.test(text) && this.editor.isActive('paragraph');
    return [nodeInputRule({ type: this.type, find: (text) => (isDivider(text) ? { index: 0, text } : null) })];
  },
});

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
          // The undo depth has grown: the previous change began a step.
          if (before !== depth) startedAt = changedAt;
          depth = before;
          changedAt = tr.time;
          // A paste belongs to the step that deleted the selection.
          const isOwn = OWN_STEPS.has(tr.getMeta('uiEvent')) && !isCleared;
          if (tr.time - startedAt >= MAX_UNDO_STEP || isOwn) closeHistory(tr);
          isCleared = tr.getMeta('cleared') === true;
          return true;
        },
      }),
    ];
  },
});

/** A click below a last block that Enter cannot leave adds a paragraph: touch screens have no arrow keys. */
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
  Bold,
  BulletList,
  Dropcursor,
  Gapcursor,
  HardBreak,
  Heading.configure({ levels: [1, 2, 3] }),
  UndoRedo.configure({ depth: UNDO_STEPS, newGroupDelay: MAX_UNDO_STEP }),
  Italic,
  ListKeymap,
  Paragraph,
  Strike,
  Text,
  Underline,
  UndoSteps,
  WholeText,
  WriteBelow,
  BlockFormat,
  BodyListItem,
  BodyOrderedList,
  Divider,
  BodyCodeBlock,
  InlineCode,
  script('subscript', 'sub'),
  script('superscript', 'sup'),
  BodyLink,
  BodyImage,
  ...BODY_BLOCKS.flatMap(({ extensions }) => extensions),
];
