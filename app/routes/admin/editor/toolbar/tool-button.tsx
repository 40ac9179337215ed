import { Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { memo, type ReactElement } from 'react';
import { ToolImage } from './icons.tsx';
import { ariaKeys, isMac, showKeys } from './keys.ts';
import styles from './toolbar.module.css';
import type { Opens, Tool } from './tools.ts';

interface Props {
  tool: Tool;
  editor: Editor | undefined;
  onOpen: (what: Opens) => void;
  isOn: boolean;
  isOff: boolean;
  /** With its name and keys beside the icon. */
  isLine?: boolean;
}

/** Disabled tools stay focusable, so that positions do not change. */
export const ToolButton = memo(function ToolButton({ tool, editor, onOpen, isOn, isOff, isLine = false }: Props) {
  const { label, icon, keys, opens, run } = tool;
  const button = (
    <button
      type="button"
      className={isLine ? `${styles.tool} ${styles.line}` : styles.tool}
      aria-label={label}
      {...(keys && { 'aria-keyshortcuts': ariaKeys(keys, isMac) })}
      aria-disabled={isOff || undefined}
      {...(tool.isOn && !opens && { 'aria-pressed': isOn })}
      {...(opens && { 'aria-haspopup': 'dialog' as const, 'data-on': isOn || undefined })}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (isOff || !editor) return;
        if (opens) return onOpen(opens);
        // Synchronously: TipTap's focus command waits for a frame and would lose a key pressed in it.
        editor.view.focus();
        run?.(editor);
      }}
    >
      <ToolImage icon={icon} />
      {isLine && (
        <>
          <span>{label}</span>
          {keys && <kbd>{showKeys(keys, isMac)}</kbd>}
        </>
      )}
    </button>
  );
  return isLine ? button : <Hint label={keys ? `${label} (${showKeys(keys, isMac)})` : label}>{button}</Hint>;
});

export function Hint({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} openDelay={400} events={{ hover: true, focus: true, touch: false }}>
      {children}
    </Tooltip>
  );
}
