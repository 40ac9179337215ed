import type { Editor } from '@tiptap/core';
import type { Alignment } from '../body/block-format.ts';
import { BODY_BLOCKS } from '../body/blocks/blocks.ts';
import { INLINE_IMAGE } from '../body/blocks/pictures/pictures.ts';
import { toggleQuote } from '../body/blocks/quote.ts';
import {
  alignmentAt,
  changeIndent,
  clearFormat,
  listKindAt,
  moveBlock,
  setAlignment,
  toggleList,
} from '../body/commands.ts';
import type { DIALOGS } from '../text/dialogs.tsx';
import type { ToolIcon } from './icons.tsx';

/** Names of dialogs. */
export type Opens = keyof typeof DIALOGS;

export interface Tool {
  name: string;
  label: string;
  icon: ToolIcon;
  /** ProseMirror keymap notation: `Mod` is Ctrl, on a Mac ⌘. */
  keys?: string;
  run?: (editor: Editor) => boolean;
  opens?: Opens;
  isOn?: (editor: Editor) => boolean;
  isOff?: (editor: Editor) => boolean;
  /** Of a block in the menu behind the slash: what it is searched by, beside the label. */
  words?: string;
}

/** Always in the row, the most used first: a phone shows six. */
export const ROW: readonly (readonly Tool[])[] = [
  [
    mark('bold', 'Жирный', 'Mod-b'),
    mark('italic', 'Курсив', 'Mod-i'),
    {
      name: 'link',
      label: 'Ссылка',
      icon: 'link',
      keys: 'Mod-k',
      opens: 'link',
      isOn: (editor) => editor.isActive('link'),
    },
  ],
  [heading(1, 'h1 heading title раздел'), heading(2, 'h2 heading подзаголовок'), heading(3, 'h3 heading подзаголовок')],
  [
    {
      name: 'bullet',
      label: 'Маркированный список',
      icon: 'bullet',
      keys: 'Mod-Shift-8',
      words: 'ul bullet list точки',
      run: (editor) => toggleList(editor, 'bullet'),
      isOn: ({ state }) => listKindAt(state) === 'bullet',
    },
    {
      name: 'ordered',
      label: 'Нумерованный список',
      icon: 'ordered',
      keys: 'Mod-Shift-7',
      words: 'ol ordered numbered list номера',
      run: (editor) => toggleList(editor, 'ordered'),
      isOn: ({ state }) => listKindAt(state) === 'ordered',
    },
  ],
  [
    {
      name: 'picture',
      label: 'Изображение',
      icon: 'picture',
      keys: 'Mod-Alt-p',
      words: 'image img picture photo картинка фото',
      opens: 'picture',
      isOn: (editor) => editor.isActive('image') || editor.isActive('figure'),
    },
    {
      name: 'quote',
      label: 'Цитата',
      icon: 'quote',
      keys: 'Mod-Shift-b',
      words: 'quote blockquote',
      run: toggleQuote,
      isOn: (editor) => editor.isActive('blockquote'),
    },
  ],
  [mark('underline', 'Подчёркнутый', 'Mod-u'), mark('strike', 'Зачёркнутый', 'Mod-Shift-s')],
  [
    {
      name: 'undo',
      label: 'Шаг назад',
      icon: 'undo',
      keys: 'Mod-z',
      run: (editor) => editor.commands.undo(),
      isOff: (editor) => !editor.can().undo(),
    },
    {
      name: 'redo',
      label: 'Повторить',
      icon: 'redo',
      keys: 'Mod-Shift-z',
      run: (editor) => editor.commands.redo(),
      isOff: (editor) => !editor.can().redo(),
    },
  ],
];

/** Behind «Ещё»: the row keeps to one line. */
export const MORE: readonly (readonly Tool[])[] = [
  BODY_BLOCKS.flatMap(({ tools = [] }) => tools),
  [
    align('left', null, 'По левому краю', 'Mod-Shift-l'),
    align('center', 'center', 'По центру', 'Mod-Shift-e'),
    align('right', 'right', 'По правому краю', 'Mod-Shift-r'),
    align('justify', 'justify', 'По ширине', 'Mod-Shift-j'),
  ],
  [
    {
      name: 'outdent',
      label: 'Уменьшить отступ',
      icon: 'outdent',
      keys: 'Mod-[',
      run: (editor) => changeIndent(editor, -1),
    },
    {
      name: 'indent',
      label: 'Увеличить отступ',
      icon: 'indent',
      keys: 'Mod-]',
      run: (editor) => changeIndent(editor, 1),
    },
    {
      name: 'earlierBlock',
      label: 'Блок выше',
      icon: 'up',
      keys: 'Alt-Shift-ArrowUp',
      run: (editor) => moveBlock(editor, -1),
    },
    {
      name: 'laterBlock',
      label: 'Блок ниже',
      icon: 'down',
      keys: 'Alt-Shift-ArrowDown',
      run: (editor) => moveBlock(editor, 1),
    },
  ],
  [
    {
      name: 'code',
      label: 'Блок кода',
      icon: 'code',
      keys: 'Mod-Alt-c',
      words: 'code pre код',
      run: (editor) => editor.commands.toggleCodeBlock({ language: 'plain' }),
      isOn: (editor) => editor.isActive('codeBlock'),
    },
    mark('code', 'Код в строке', 'Mod-e', 'inlineCode'),
    mark('superscript', 'Надстрочный', 'Mod-.'),
    mark('subscript', 'Подстрочный', 'Mod-,'),
    {
      name: 'divider',
      label: 'Разделитель',
      icon: 'divider',
      keys: 'Mod-Alt-g',
      words: 'hr divider line линия черта',
      run: (editor) => editor.commands.setHorizontalRule(),
    },
  ],
  [
    { name: 'clean', label: 'Очистить форматирование', icon: 'clean', keys: 'Mod-\\', run: clearFormat },
    { name: 'typograf', label: 'Типограф', icon: 'typograf', keys: 'Mod-Alt-y', opens: 'typograf' },
    { name: 'keys', label: 'Сочетания клавиш', icon: 'keys', keys: 'Mod-/', opens: 'keys' },
  ],
];

export const ALL_TOOLS: readonly Tool[] = [...ROW, ...MORE].flat();

/** Rows of single blocks. */
export const CONTEXTS = [INLINE_IMAGE, ...BODY_BLOCKS.flatMap(({ context }) => context ?? [])];

function heading(level: 1 | 2 | 3, words: string): Tool {
  return {
    name: `heading${level}`,
    label: `Заголовок ${level}`,
    icon: `heading${level}`,
    keys: `Mod-Alt-${level}`,
    words,
    run: (editor) => editor.commands.toggleHeading({ level }),
    isOn: (editor) => editor.isActive('heading', { level }),
  };
}

function mark(
  type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'superscript' | 'subscript',
  label: string,
  keys: string,
  name: ToolIcon = type,
): Tool {
  return {
    name,
    label,
    icon: name,
    keys,
    run: (editor) => editor.commands.toggleMark(type),
    isOn: (editor) => editor.isActive(type),
  };
}

function align(
  icon: 'left' | 'center' | 'right' | 'justify',
  side: Alignment | null,
  label: string,
  keys: string,
): Tool {
  return {
    name: icon,
    label,
    icon,
    keys,
    run: (editor) => setAlignment(editor, side),
    isOn: ({ state }) => alignmentAt(state) === side,
  };
}
