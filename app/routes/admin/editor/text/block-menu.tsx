import { VisuallyHidden } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { isSame } from '../../../../../model/compare.ts';
import { plural } from '../../../../../model/text/plural.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { isInEmpty } from '../body/blocks/block.ts';
import { BLOCK_LIST, type BlockMenuState, blockMenuAt, blockOption, openBlockMenu } from '../body/typing/block-menu.ts';
import { ToolImage } from '../toolbar/icons.tsx';
import type { Tool } from '../toolbar/tools.ts';
import styles from './block-menu.module.css';

interface Props {
  editor: Editor;
  onChoose: (kind: Tool) => void;
}

export function BlockMenu({ editor, onChoose }: Props) {
  const { menu, place } = useBlockMenu(editor);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (menu) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [menu]);
  const announcement = menu ? `Вставить блок: ${plural(menu.found.length, 'вариант', 'варианта', 'вариантов')}` : '';
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {place && !menu && (
        <button
          type="button"
          className={styles.plus}
          style={{ top: place.top }}
          aria-label="Вставить блок"
          title="Вставить блок: / в пустом абзаце"
          // By keys it is the slash.
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            editor.view.focus();
            openBlockMenu(editor.view, true);
          }}
        >
          <ToolImage icon="plus" />
        </button>
      )}
      {place && menu && (
        <div
          ref={list}
          id={BLOCK_LIST}
          role="listbox"
          aria-label="Вставить блок"
          // Focusable, as it scrolls; Tab in the text closes it first.
          tabIndex={0}
          className={`${ui.floating} ${styles.menu}`}
          data-above={place.isLow || undefined}
          style={{ top: place.isLow ? place.top : place.bottom, maxHeight: place.room }}
          onMouseDown={(event) => event.preventDefault()}
        >
          {menu.found.map((kind, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: listbox with aria-activedescendant: focus and keys stay in the text.
            <div
              key={kind.name}
              id={blockOption(kind.name)}
              role="option"
              aria-selected={at === menu.active}
              className={styles.option}
              onClick={() => onChoose(kind)}
            >
              <ToolImage icon={kind.icon} />
              {kind.label}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

interface Place {
  top: number;
  bottom: number;
  /** Too little room below it. */
  isLow: boolean;
  /** Height between the line and the tools or the bar. */
  room: number;
}

const MENU_HEIGHT = { min: 96, max: 320 }; // px
const GAP = 4; // px
const BAR = '[data-lower-bar]';

/** Layout is read only in an empty paragraph or with an open menu. */
function useBlockMenu(editor: Editor): { menu: BlockMenuState | null; place: Place | null } {
  const [menu, setMenu] = useState<BlockMenuState | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const look = () => {
      const open = blockMenuAt(editor.state);
      setMenu(open);
      const next = open || (editor.isFocused && isInEmpty(editor.state, 'paragraph')) ? placeOf(editor) : null;
      setPlace((before) => (isSame(before, next) ? before : next));
    };
    for (const event of ['transaction', 'focus', 'blur'] as const) editor.on(event, look);
    // The first letter brings a line of text into the bar.
    const bar = document.querySelector(BAR);
    const observer = new ResizeObserver(look);
    if (bar) observer.observe(bar);
    return () => {
      observer.disconnect();
      for (const event of ['transaction', 'focus', 'blur'] as const) editor.off(event, look);
    };
  }, [editor]);
  return { menu, place };
}

function placeOf({ view, state }: Editor): Place | null {
  const paragraph = view.nodeDOM(state.selection.$from.before());
  if (!(paragraph instanceof HTMLElement)) return null;
  const { top, bottom } = paragraph.getBoundingClientRect();
  const from = view.dom.getBoundingClientRect().top;
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  const bar = boxOf(BAR)?.top ?? Number.POSITIVE_INFINITY;
  const below = Math.min(window.visualViewport?.height ?? innerHeight, bar) - bottom - GAP;
  const above = top - Math.max(0, boxOf('[role="toolbar"]')?.bottom ?? 0) - GAP;
  const isLow = below < MENU_HEIGHT.max && above > below;
  const room = Math.min(MENU_HEIGHT.max, Math.max(MENU_HEIGHT.min, isLow ? above : below));
  return { top: top - from, bottom: bottom - from, isLow, room };
}
