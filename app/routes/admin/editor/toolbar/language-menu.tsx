import { Menu } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { CODE_LANGUAGES, languageLabel } from '../body/code-block.ts';
import { Hint } from './tool-button.tsx';
import styles from './toolbar.module.css';
import type { ToolStates } from './use-tool-states.ts';

export function LanguageMenu({ editor, code }: { editor: Editor; code: NonNullable<ToolStates['code']> }) {
  const choose = (language: string) => {
    editor.view.focus();
    editor.commands.updateAttributes('codeBlock', { language });
  };
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Hint label="Язык кода">
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
      </Hint>
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
