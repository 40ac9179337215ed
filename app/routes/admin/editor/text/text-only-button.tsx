import { useEffect, useState } from 'react';
import { ToolImage } from '../toolbar/icons.tsx';
import { ariaKeys, isMac, showKeys } from '../toolbar/keys.ts';
import { Hint } from '../toolbar/tool-button.tsx';
import styles from '../toolbar/toolbar.module.css';

const KEYS = 'Mod-Shift-f';
const STORED = 'rampa.textOnly';

export function TextOnlyButton() {
  const { isOn, toggle } = useTextOnly();
  return (
    <Hint label={`Только текст (${showKeys(KEYS, isMac)})`}>
      <button
        type="button"
        className={styles.tool}
        aria-label="Только текст"
        aria-keyshortcuts={ariaKeys(KEYS, isMac)}
        aria-pressed={isOn}
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
      >
        <ToolImage icon="alone" />
      </button>
    </Hint>
  );
}

/** Focus mode: menu and side cards are hidden by `data-text-only` on `<html>`. Ctrl+Shift+F switches, Esc ends it. */
function useTextOnly() {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) === 'true');
  useEffect(() => {
    localStorage.setItem(STORED, String(isOn));
    document.documentElement.toggleAttribute('data-text-only', isOn);
    return () => document.documentElement.removeAttribute('data-text-only');
  }, [isOn]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isSwitch = event.code === 'KeyF' && (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
      if (!isSwitch && !(isOn && event.key === 'Escape')) return;
      if (document.querySelector('dialog:modal, [role="menu"]')) return;
      event.preventDefault();
      setOn(!isOn);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn]);
  return { isOn, toggle: () => setOn(!isOn) };
}
