import type { Editor } from '@tiptap/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import ui from '../../../../ui/admin/patterns.module.css';
import { useRoving } from './roving.ts';
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
  useWholeInView(menu, isMore);
  const { ref, ...handlers } = useRoving(() => editor?.view.focus());
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
        <div role="group" aria-label={states.context.label} className={`${styles.row} ${styles.context}`}>
          {buttons(states.context.tools, false)}
        </div>
      )}
    </div>
  );
}

/** A low window ends above the last entries. */
function useWholeInView(place: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [place, isOpen]);
}

/** By Escape, wherever the focus is, and by a click or the focus outside. */
function useClosing(place: RefObject<HTMLElement | null>, isOpen: boolean, close: (isByKey: boolean) => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const look = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) latest.current(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(true);
    };
    const stop = new AbortController();
    for (const name of ['pointerdown', 'focusin'] as const)
      document.addEventListener(name, look, { signal: stop.signal });
    addEventListener('keydown', closeByKey, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [place, isOpen]);
}
