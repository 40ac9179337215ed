import type { Editor } from '@tiptap/core';
import {
  type Alignment,
  alignmentAt,
  changeIndent,
  clearFormat,
  listKindAt,
  moveBlock,
  setAlignment,
  toggleList,
} from '../body/block-format.ts';
import { putBlock, tool } from '../body/blocks/block.ts';
import { BODY_BLOCKS } from '../body/blocks/blocks.ts';
import { toggleQuote } from '../body/blocks/quote.ts';
import type { DIALOGS } from '../text/dialogs.tsx';
import type { ToolIcon } from './icons.tsx';

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
  /** Further search words of a block in the slash menu, beside its label. */
  words?: string;
}

/** Always in the row, the most used first: a phone shows six. */
export const ROW: readonly (readonly Tool[])[] = [
  [
    mark('bold', 'Жирный', 'Mod-b'),
    mark('italic', 'Курсив', 'Mod-i'),
    tool('link', 'Ссылка', 'Mod-k', { opens: 'link', isOn: (editor) => editor.isActive('link') }),
  ],
  [heading(1, 'h1 heading title раздел'), heading(2, 'h2 heading подзаголовок'), heading(3, 'h3 heading подзаголовок')],
  [
    list('bullet', 'Маркированный список', 'Mod-Shift-8', 'ul bullet list точки'),
    list('ordered', 'Нумерованный список', 'Mod-Shift-7', 'ol ordered numbered list номера'),
  ],
  [
    tool('picture', 'Изображение', 'Mod-Alt-p', {
      words: 'image img picture photo картинка фото',
      opens: 'picture',
      isOn: (editor) => editor.isActive('image') || editor.isActive('figure'),
    }),
    tool('quote', 'Цитата', 'Mod-Shift-b', {
      words: 'quote blockquote',
      run: toggleQuote,
      isOn: (editor) => editor.isActive('blockquote'),
    }),
  ],
  [mark('underline', 'Подчёркнутый', 'Mod-u'), mark('strike', 'Зачёркнутый', 'Mod-Shift-s')],
  [
    tool('undo', 'Шаг назад', 'Mod-z', {
      run: (editor) => editor.commands.undo(),
      isOff: (editor) => !editor.can().undo(),
    }),
    tool('redo', 'Повторить', 'Mod-Shift-z', {
      run: (editor) => editor.commands.redo(),
      isOff: (editor) => !editor.can().redo(),
    }),
  ],
];

/** Behind «Ещё»: the row keeps to one line. */
export const MORE: readonly (readonly Tool[])[] = [
  BODY_BLOCKS.flatMap(({ tools = [] }) => tools),
  [
    tool('code', 'Блок кода', 'Mod-Alt-c', {
      words: 'code pre код',
      run: (editor) => editor.commands.toggleCodeBlock({ language: 'plain' }),
      isOn: (editor) => editor.isActive('codeBlock'),
    }),
    mark('code', 'Код в строке', 'Mod-e', 'inlineCode'),
    mark('superscript', 'Надстрочный', 'Mod-.'),
    mark('subscript', 'Подстрочный', 'Mod-,'),
    tool('divider', 'Разделитель', 'Mod-Alt-g', {
      words: 'hr divider line линия черта',
      run: ({ schema: { nodes }, commands }) =>
        commands.command(({ tr }) => nodes.horizontalRule !== undefined && putBlock(tr, nodes.horizontalRule.create())),
    }),
    tool('clean', 'Очистить форматирование', 'Mod-\\', { run: clearFormat }),
    tool('typograf', 'Типограф', 'Mod-Alt-y', { opens: 'typograf' }),
  ],
  [
    align('left', null, 'По левому краю', 'Mod-Shift-l'),
    align('center', 'center', 'По центру', 'Mod-Shift-e'),
    align('right', 'right', 'По правому краю', 'Mod-Shift-r'),
    align('justify', 'justify', 'По ширине', 'Mod-Shift-j'),
  ],
  [
    tool('outdent', 'Уменьшить отступ', 'Mod-[', { run: (editor) => changeIndent(editor, -1) }),
    tool('indent', 'Увеличить отступ', 'Mod-]', { run: (editor) => changeIndent(editor, 1) }),
    tool('up', 'Блок выше', 'Alt-Shift-ArrowUp', { run: (editor) => moveBlock(editor, -1) }),
    tool('down', 'Блок ниже', 'Alt-Shift-ArrowDown', { run: (editor) => moveBlock(editor, 1) }),
  ],
];

export const ALL_TOOLS: readonly Tool[] = [...ROW, ...MORE].flat();

export const CONTEXTS = BODY_BLOCKS.flatMap(({ context }) => context ?? []);

function heading(level: 1 | 2 | 3, words: string): Tool {
  return tool(`heading${level}`, `Заголовок ${level}`, `Mod-Alt-${level}`, {
    words,
    run: (editor) => editor.commands.toggleHeading({ level }),
    isOn: (editor) => editor.isActive('heading', { level }),
  });
}

function list(kind: 'bullet' | 'ordered', label: string, keys: string, words: string): Tool {
  return tool(kind, label, keys, {
    words,
    run: (editor) => toggleList(editor, kind),
    isOn: ({ state }) => listKindAt(state) === kind,
  });
}

function mark(
  type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'superscript' | 'subscript',
  label: string,
  keys: string,
  name: ToolIcon = type,
): Tool {
  return tool(name, label, keys, {
    run: (editor) => editor.commands.toggleMark(type),
    isOn: (editor) => editor.isActive(type),
  });
}

function align(
  name: 'left' | 'center' | 'right' | 'justify',
  side: Alignment | null,
  label: string,
  keys: string,
): Tool {
  return tool(name, label, keys, {
    run: (editor) => setAlignment(editor, side),
    isOn: ({ state }) => alignmentAt(state) === side,
  });
}
