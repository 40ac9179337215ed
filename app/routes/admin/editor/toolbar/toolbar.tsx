import { Menu, Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { memo } from 'react';
import { CODE_LANGUAGES, languageLabel } from '../body/code-block.ts';
import { ToolImage } from './icons.tsx';
import { ariaKeys, isMac, showKeys } from './keys.ts';
import { useRoving } from './roving.ts';
import styles from './toolbar.module.css';
import { type Opens, TOOLS, type Tool } from './tools.ts';
import { type ToolStates, useToolStates } from './use-tool-states.ts';

interface Props {
  editor: Editor | undefined;
  onOpen: (what: Opens) => void;
  controls: string;
}

export function Toolbar({ editor, onOpen, controls }: Props) {
  const states = useToolStates(editor);
  const { ref, ...handlers } = useRoving(() => editor?.view.focus());
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Оформление текста"
      aria-controls={controls}
      className={styles.toolbar}
      {...handlers}
    >
      {TOOLS.map((tools) => (
        <div key={tools[0]?.name} className={styles.group}>
          {tools.map((tool) => (
            <ToolButton
              key={tool.name}
              tool={tool}
              editor={editor}
              onOpen={onOpen}
              isOn={states.on.has(tool.name)}
              isOff={states.off.has(tool.name)}
            />
          ))}
          {tools.some(({ name }) => name === 'code') && editor && states.code && (
            <LanguageMenu editor={editor} code={states.code} />
          )}
        </div>
      ))}
    </div>
  );
}

interface ButtonProps {
  tool: Tool;
  editor: Editor | undefined;
  onOpen: (what: Opens) => void;
  isOn: boolean;
  isOff: boolean;
}

/** Disabled tools stay focusable, so that positions do not change. */
const ToolButton = memo(function ToolButton({ tool, editor, onOpen, isOn, isOff }: ButtonProps) {
  const { label, icon, keys, opens, run } = tool;
  return (
    <Tooltip
      label={`${label} (${showKeys(keys, isMac)})`}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
    >
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        aria-keyshortcuts={ariaKeys(keys, isMac)}
        aria-disabled={isOff || undefined}
        {...(tool.isOn && !opens && { 'aria-pressed': isOn })}
        {...(opens && { 'aria-haspopup': 'dialog' as const, 'data-on': isOn || undefined })}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (isOff || !editor) return;
          if (opens) return onOpen(opens);
          // Synchronously: the kit's focus command waits for a frame and would lose a key pressed in it.
          editor.view.focus();
          run?.(editor);
        }}
      >
        <ToolImage icon={icon} />
      </button>
    </Tooltip>
  );
});

function LanguageMenu({ editor, code }: { editor: Editor; code: NonNullable<ToolStates['code']> }) {
  const choose = (language: string) => {
    editor.view.focus();
    editor.commands.updateAttributes('codeBlock', { language });
  };
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Tooltip label="Язык кода" openDelay={400} events={{ hover: true, focus: true, touch: false }}>
        <Menu.Target>
          <button
            type="button"
            className={`${styles.tool} ${styles.language}`}
            aria-label={`Язык кода: ${languageLabel(code)}`}
            onMouseDown={(event) => event.preventDefault()}
          >
            {languageLabel(code)}
          </button>
        </Menu.Target>
      </Tooltip>
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
