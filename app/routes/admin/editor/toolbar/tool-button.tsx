import { Menu, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type ComponentProps, memo } from 'react';
import { CODE_LANGUAGES, languageLabel } from '../body/code-block.ts';
import { type ToolIcon, ToolImage } from './icons.tsx';
import styles from './toolbar.module.css';
import type { Opens, Tool } from './tools.ts';

interface BarButtonProps extends ComponentProps<'button'> {
  label: string;
  icon?: ToolIcon;
  keys?: string | undefined;
  isQuiet?: boolean; // Without a tooltip
}

/** With a tooltip. A press keeps the selection in the text. */
export function BarButton({ label, icon, keys, isQuiet = false, children, ...rest }: BarButtonProps) {
  const shown = keys && showKeys(keys);
  return (
    <Tooltip
      label={shown ? `${label} (${shown})` : label}
      disabled={isQuiet}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
    >
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        aria-keyshortcuts={keys && ariaKeys(keys)}
        onMouseDown={(event) => event.preventDefault()}
        {...rest}
      >
        {icon && <ToolImage icon={icon} />}
        {children}
      </button>
    </Tooltip>
  );
}

interface Props {
  tool: Tool;
  editor: Editor | undefined;
  onOpen: (what: Opens) => void;
  isOn: boolean;
  isOff: boolean;
}

/** Disabled tools stay focusable, so that positions do not change. */
export const ToolButton = memo(function ToolButton({ tool, editor, onOpen, isOn, isOff }: Props) {
  const { label, icon, keys, opens, run } = tool;
  return (
    <BarButton
      {...{ label, icon, keys }}
      aria-disabled={isOff || undefined}
      {...(tool.isOn && !opens && { 'aria-pressed': isOn })}
      {...(opens && { 'aria-haspopup': 'dialog' as const, 'data-on': isOn || undefined })}
      onClick={() => {
        if (isOff || !editor) return;
        if (opens) return onOpen(opens);
        // Synchronously: TipTap's focus command waits for a frame and would lose a key pressed in it.
        editor.view.focus();
        run?.(editor);
      }}
    />
  );
});

/** The text has the focus at once, or a quick letter would be lost. */
export function ToolItem({ tool: { label, icon, keys, opens, run }, editor, onOpen, isOn, isOff }: Props) {
  return (
    <Menu.Item
      leftSection={<ToolImage icon={icon} />}
      rightSection={keys && <kbd>{showKeys(keys)}</kbd>}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      data-on={isOn || undefined}
      disabled={isOff}
      onClick={() => {
        if (!editor) return;
        editor.view.focus();
        if (opens) onOpen(opens);
        else run?.(editor);
      }}
    >
      {label}
    </Menu.Item>
  );
}

export function LanguageMenu({ editor, code }: { editor: Editor; code: Parameters<typeof languageLabel>[0] }) {
  const choose = (language: string) => {
    editor.view.focus();
    editor.commands.updateAttributes('codeBlock', { language });
  };
  const chosen = languageLabel(code);
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <BarButton
          label="Язык кода"
          aria-label={`Язык кода: ${chosen}`}
          className={`${styles.tool} ${styles.language}`}
        >
          {chosen}
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {CODE_LANGUAGES.map(([name, label]) => (
          <Menu.Item key={name} onClick={() => choose(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** «Ctrl+Shift+7», on a Mac «⌘⇧7». */
function showKeys(keys: string): string {
  const own: Record<string, string> = isMac ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl' };
  const words: Record<string, string> = { ...own, ArrowUp: '↑', ArrowDown: '↓' };
  return keys
    .split('-')
    .map((key) => words[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(isMac ? '' : '+');
}

function ariaKeys(keys: string): string {
  return keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+');
}
