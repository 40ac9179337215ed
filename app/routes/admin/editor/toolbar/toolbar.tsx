import { useClickOutside, useWindowEvent } from '@mantine/hooks';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import ui from '../../../../ui/admin/patterns.module.css';
import { BarButton, LanguageMenu, ToolButton } from './tool-button.tsx';
import styles from './toolbar.module.css';
import { MORE, type Opens, ROW, type Tool } from './tools.ts';
import { useToolStates } from './use-tool-states.ts';

interface Props {
  editor: Editor | undefined;
  onOpen: (what: Opens) => void;
  controls: string;
  /** Buttons of the screen, at the end of the row. */
  children?: ReactNode;
}

const MORE_ID = 'more-tools';

/** One row; what does not fit is behind «Ещё». */
export function Toolbar({ editor, onOpen, controls, children }: Props) {
  const states = useToolStates(editor);
  const [isMore, setMore] = useState(false);
  const moreButton = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const { ref, ...handlers } = useRoving(() => editor?.view.focus());
  useEffect(() => {
    // A low window ends above the last entries.
    if (isMore) menu.current?.scrollIntoView({ block: 'nearest' });
  }, [isMore]);
  useClosing(ref, isMore, (isByKey) => {
    setMore(false);
    if (isByKey && ref.current?.contains(document.activeElement)) moreButton.current?.focus();
  });
  const buttons = (tools: readonly Tool[], isLine: boolean) =>
    tools.map((tool) => (
      <ToolButton
        key={tool.name}
        {...{ tool, editor, onOpen, isLine }}
        isOn={states.on.has(tool.name)}
        isOff={states.off.has(tool.name)}
      />
    ));
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Оформление текста"
      aria-controls={controls}
      className={styles.toolbar}
      {...handlers}
    >
      <div className={styles.row}>
        {ROW.map((tools) => (
          <div key={tools[0]?.name} className={styles.group}>
            {buttons(tools, false)}
          </div>
        ))}
        {editor && states.code && <LanguageMenu editor={editor} code={states.code} />}
      </div>
      <div className={styles.end}>
        <BarButton
          ref={moreButton}
          label="Ещё"
          icon="more"
          isQuiet={isMore}
          aria-expanded={isMore}
          aria-controls={MORE_ID}
          data-on={MORE.flat().some(({ name, isOn }) => isOn && name !== 'left' && states.on.has(name)) || undefined}
          onClick={() => setMore(!isMore)}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only listens to clicks that bubble from its buttons, which keys trigger too. */}
        <div
          ref={menu}
          id={MORE_ID}
          className={`${ui.floating} ${styles.more}`}
          hidden={!isMore}
          onClick={() => setMore(false)}
        >
          {/* A finger shows no tooltips: here the icons of the second row have names. */}
          {isMore && states.context && <div className={styles.lines}>{buttons(states.context.tools, true)}</div>}
          {MORE.map((tools) => (
            <div key={tools[0]?.name} className={styles.lines}>
              {buttons(tools, true)}
            </div>
          ))}
        </div>
        {children}
      </div>
      {states.context && (
        // biome-ignore lint/a11y/useSemanticElements: <fieldset> is for form fields; this groups buttons.
        <div role="group" aria-label={states.context.label} className={`${styles.row} ${styles.context} ${ui.fading}`}>
          {buttons(states.context.tools, false)}
        </div>
      )}
    </div>
  );
}

/** Closes on Escape, wherever the focus is, and on a click or focus outside. */
function useClosing(place: RefObject<HTMLElement | null>, isOpen: boolean, close: (isByKey: boolean) => void): void {
  useClickOutside(() => close(false), ['pointerdown', 'focusin'], [place.current], isOpen);
  const press = (event: globalThis.KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close(true);
  };
  useWindowEvent('keydown', press, true);
}

/** Roving tabindex (WAI-ARIA toolbar). Works on the DOM: buttons come and go outside React. */
function useRoving(onEscape: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(undefined);
  const settle = (current?: HTMLElement) => {
    const buttons = buttonsIn(ref.current);
    if (current && buttons.includes(current)) last.current = current;
    const stop = last.current && buttons.includes(last.current) ? last.current : buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  useEffect(() => settle());
  return {
    ref,
    onFocus: () => settle(document.activeElement as HTMLElement),
    // Capture: the tooltip handles Escape itself.
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        return onEscape();
      }
      const buttons = buttonsIn(ref.current);
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      const [next, previous] = [at + 1, at - 1];
      const to = {
        ArrowRight: next,
        ArrowDown: next,
        ArrowLeft: previous,
        ArrowUp: previous,
        Home: 0,
        End: buttons.length - 1,
      }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      buttons.at(to % buttons.length)?.focus();
    },
  };
}

function buttonsIn(toolbar: HTMLElement | null): HTMLElement[] {
  return [...(toolbar?.querySelectorAll<HTMLElement>('button') ?? [])].filter((button) => !button.closest('[hidden]'));
}
