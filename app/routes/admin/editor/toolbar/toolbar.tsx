import { Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { BarButton, LanguageMenu, ToolButton, ToolItem } from './tool-button.tsx';
import styles from './toolbar.module.css';
import { ALL_TOOLS, CONTEXTS, MORE, type Opens, ROW, type Tool } from './tools.ts';

interface Props {
  editor: Editor | undefined;
  onOpen: (what: Opens) => void;
  controls: string;
  /** Buttons of the screen, at the end of the row. */
  children?: ReactNode;
}

/** One row; what does not fit is behind «Ещё». */
export function Toolbar({ editor, onOpen, controls, children }: Props) {
  const states = useToolStates(editor);
  const [isMore, setMore] = useState(false);
  const { ref, ...handlers } = useRoving(() => {
    setMore(false);
    editor?.view.focus();
  });
  const propsOf = (tool: Tool) => ({
    ...{ tool, editor, onOpen },
    isOn: states.on.has(tool.name),
    isOff: states.off.has(tool.name),
  });
  const buttons = (tools: readonly Tool[]) => tools.map((tool) => <ToolButton key={tool.name} {...propsOf(tool)} />);
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
            {buttons(tools)}
          </div>
        ))}
        {editor && states.code && <LanguageMenu editor={editor} code={states.code} />}
      </div>
      <div className={styles.end}>
        <Menu
          opened={isMore}
          onChange={setMore}
          position="bottom-end"
          width="min(38rem, 100vw - 1rem)"
          shadow="md"
          returnFocus={false}
          // Else the focus of an item would scroll the text.
          floatingStrategy="fixed"
          middlewares={{ size: { padding: 8 } }}
        >
          <Menu.Target>
            <BarButton
              label="Ещё"
              icon="more"
              className={styles.tool}
              isQuiet={isMore}
              data-on={
                MORE.flat().some(({ name, isOn }) => isOn && name !== 'left' && states.on.has(name)) || undefined
              }
            />
          </Menu.Target>
          <Menu.Dropdown className={styles.more}>
            {/* A finger shows no tooltips: here the icons of the second row have names. */}
            {[...(states.context ? [states.context.tools] : []), ...MORE].map((tools) => (
              <div key={tools[0]?.name}>
                {tools.map((tool) => (
                  <ToolItem key={tool.name} {...propsOf(tool)} />
                ))}
              </div>
            ))}
          </Menu.Dropdown>
        </Menu>
        {children}
      </div>
      {states.context && (
        // biome-ignore lint/a11y/useSemanticElements: <fieldset> is for form fields; this groups buttons.
        <div role="group" aria-label={states.context.label} className={`${styles.row} ${styles.context}`}>
          {buttons(states.context.tools)}
        </div>
      )}
    </div>
  );
}

/** Throttle, in ms: typing costs nothing. */
const THROTTLE = 100;

interface ToolStates {
  on: ReadonlySet<string>;
  off: ReadonlySet<string>;
  code: { language: string | null; quill: boolean } | undefined;
  /** Block at the cursor with tools of its own. */
  context: (typeof CONTEXTS)[number] | undefined;
}

const NOTHING: ToolStates = { on: new Set(), off: new Set(), code: undefined, context: undefined };

function useToolStates(editor: Editor | undefined): ToolStates {
  const [states, setStates] = useState(NOTHING);
  useEffect(() => {
    if (!editor) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const fresh = statesOf(editor);
      setStates((before) => (keyOf(before) === keyOf(fresh) ? before : fresh));
    };
    const follow = () => {
      timer ??= setTimeout(look, THROTTLE);
    };
    look();
    editor.on('transaction', follow);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', follow);
    };
  }, [editor]);
  return states;
}

function statesOf(editor: Editor): ToolStates {
  const context = CONTEXTS.find(({ isIn }) => isIn(editor));
  const tools = [...ALL_TOOLS, ...(context?.tools ?? [])];
  const named = (test: 'isOn' | 'isOff') =>
    new Set(tools.filter((tool) => tool[test]?.(editor)).map(({ name }) => name));
  const { language, quill } = editor.getAttributes('codeBlock') as { language: string | null; quill: boolean };
  return {
    on: named('isOn'),
    off: named('isOff'),
    code: editor.isActive('codeBlock') ? { language, quill } : undefined,
    context,
  };
}

function keyOf({ on, off, code, context }: ToolStates): string {
  return [[...on], [...off], [code?.language, code?.quill], context?.label].join(';');
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
