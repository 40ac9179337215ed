import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ALL_TOOLS, type Tool } from '../../toolbar/tools.ts';
import { isInEmpty } from '../blocks/block.ts';

export interface BlockMenuState {
  /** Position of the paragraph's slash. */
  from: number;
  found: readonly Tool[];
  active: number;
  /** Opened by the button: its slash is removed with the menu. */
  isByButton: boolean;
}

const key = new PluginKey<BlockMenuState | null>('blockMenu');
export const BLOCK_LIST = 'block-list';
export const blockOption = (name: string) => `block-${name}`;

export function blockMenuAt(state: EditorState): BlockMenuState | null {
  const menu = key.getState(state);
  return menu && menu.found.length > 0 ? menu : null;
}

/** Menu of block kinds behind a slash in an empty paragraph. The focus stays in the text. */
export function blockMenu(choose: (kind: Tool) => void) {
  return Extension.create({
    name: 'blockMenu',
    // Before all other keys.
    priority: 1200,
    addProseMirrorPlugins: () => [
      new Plugin<BlockMenuState | null>({
        key,
        state: { init: () => null, apply: (tr, menu, _before, state) => follow(tr, menu, state) },
        props: {
          handleTextInput: (view, _from, _to, text) => text === '/' && openBlockMenu(view, false),
          handleKeyDown: (view, event) => handleKey(view, event, choose),
          handleDOMEvents: { blur: (view) => void closeBlockMenu(view) },
          attributes: (state) => ariaOf(blockMenuAt(state)),
        },
      }),
    ],
  });
}

/** Inserts the slash; false where it opens no menu. */
export function openBlockMenu(view: EditorView, isByButton: boolean): boolean {
  const { state } = view;
  if (!isInEmpty(state, 'paragraph')) return false;
  const menu: BlockMenuState = { from: state.selection.from, found: BLOCKS, active: 0, isByButton };
  view.dispatch(state.tr.insertText('/').setMeta(key, menu).scrollIntoView());
  return true;
}

/** A choice removes the slash and the words behind it. */
export function closeBlockMenu(view: EditorView, isChosen = false): void {
  const { selection, tr } = view.state;
  const menu = key.getState(view.state);
  if (!menu) return;
  if (isChosen || menu.isByButton) tr.delete(menu.from, selection.$from.end());
  view.dispatch(tr.setMeta(key, null));
}

function follow(tr: Transaction, menu: BlockMenuState | null, state: EditorState): BlockMenuState | null {
  const given: BlockMenuState | null | undefined = tr.getMeta(key);
  if (given !== undefined || !menu) return given ?? null;
  if (!tr.docChanged && !tr.selectionSet) return menu;
  const from = tr.mapping.map(menu.from, -1);
  const { $from, empty } = state.selection;
  const text = $from.parent.textContent;
  const isIn = empty && $from.start() === from && $from.parent.type.name === 'paragraph' && text.startsWith('/');
  if (!isIn || $from.parentOffset === 0) return null;
  return { ...menu, from, found: findBlocks(text.slice(1)), active: 0 };
}

function handleKey(view: EditorView, event: KeyboardEvent, choose: (kind: Tool) => void): boolean {
  const menu = blockMenuAt(view.state);
  if (!menu || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Tab') closeBlockMenu(view);
  const kind = menu.found[menu.active];
  const { length } = menu.found;
  if (by) view.dispatch(view.state.tr.setMeta(key, { ...menu, active: (menu.active + by + length) % length }));
  else if (event.key === 'Enter' && kind) choose(kind);
  else if (event.key === 'Escape') closeBlockMenu(view);
  else return false;
  // Escape must not end the focus mode, too.
  event.stopPropagation();
  return true;
}

/** A textbox has no `aria-expanded`; the option is read out by `aria-activedescendant`. */
function ariaOf(menu: BlockMenuState | null): Record<string, string> {
  const kind = menu?.found[menu.active];
  if (!kind) return {};
  return {
    'aria-autocomplete': 'list',
    'aria-controls': BLOCK_LIST,
    'aria-activedescendant': blockOption(kind.name),
  };
}

const TEXT: Tool = { name: 'text', label: 'Обычный текст', icon: 'text', words: 'p text paragraph абзац' };
const isTop = ({ name }: Tool) => name === 'heading1';

/** Tools with search words, and a plain paragraph; the largest heading, already used by the title, comes last. */
export const BLOCKS: readonly Tool[] = [...ALL_TOOLS.filter(({ words }) => words), TEXT].toSorted(
  (one, other) => Number(isTop(one)) - Number(isTop(other)),
);

/** By the beginnings of words: «заг», «спи», «h2», «cod»; those whose name begins so come first. */
export function findBlocks(query: string): readonly Tool[] {
  const sought = query.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean);
  if (sought.length === 0) return query === '' ? BLOCKS : [];
  const isNamed = ({ label }: Tool) => label.toLowerCase().startsWith(sought[0] ?? '');
  const found = BLOCKS.filter(({ label, words }) => {
    const all = `${label} ${words}`.toLowerCase().replaceAll('ё', 'е').split(' ');
    return sought.every((part) => all.some((word) => word.startsWith(part)));
  });
  return [...found.filter(isNamed), ...found.filter((block) => !isNamed(block))];
}
