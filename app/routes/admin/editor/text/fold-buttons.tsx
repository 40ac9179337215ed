import { useEffect, useState } from 'react';
import { type ToolIcon, ToolImage } from '../toolbar/icons.tsx';
import { ariaKeys, isMac, showKeys } from '../toolbar/keys.ts';
import { Hint } from '../toolbar/tool-button.tsx';
import styles from '../toolbar/toolbar.module.css';

const KEYS = 'Mod-Shift-f';

interface Props {
  isPreviewed: boolean;
  onPreview: () => void;
}

/** What stands beside the text, and whether anything does. */
export function FoldButtons({ isPreviewed, onPreview }: Props) {
  const textOnly = useTextOnly();
  const folded = useKept('rampa.sideFolded', 'data-side-folded');
  return (
    <>
      <Fold label="Предпросмотр" icon="eye" isOn={isPreviewed} onClick={onPreview} />
      <Fold label="Карточки рядом" icon="side" isOn={!folded.isOn} onClick={folded.toggle} />
      <Hint label={`Только текст (${showKeys(KEYS, isMac)})`}>
        <button
          type="button"
          className={styles.tool}
          aria-label="Только текст"
          aria-keyshortcuts={ariaKeys(KEYS, isMac)}
          aria-pressed={textOnly.isOn}
          onMouseDown={(event) => event.preventDefault()}
          onClick={textOnly.toggle}
        >
          <ToolImage icon="alone" />
        </button>
      </Hint>
    </>
  );
}

function Fold({ label, icon, isOn, onClick }: { label: string; icon: ToolIcon; isOn: boolean; onClick: () => void }) {
  return (
    <Hint label={label}>
      <button
        type="button"
        className={styles.tool}
        data-fold={icon}
        aria-label={label}
        aria-expanded={isOn}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <ToolImage icon={icon} />
      </button>
    </Hint>
  );
}

/** A choice of this browser, shown to style sheets as an attribute of `<html>`. */
function useKept(key: string, attribute: string) {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) === 'true');
  useEffect(() => {
    localStorage.setItem(key, String(isOn));
    document.documentElement.toggleAttribute(attribute, isOn);
    return () => document.documentElement.removeAttribute(attribute);
  }, [key, attribute, isOn]);
  return { isOn, toggle: () => setOn(!isOn) };
}

/** Focus mode: menu and side cards are hidden. Ctrl+Shift+F switches, Esc ends it. */
function useTextOnly() {
  const { isOn, toggle } = useKept('rampa.textOnly', 'data-text-only');
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isSwitch = event.code === 'KeyF' && (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
      if (!isSwitch && !(isOn && event.key === 'Escape')) return;
      if (document.querySelector('dialog:modal, [role="menu"]')) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  return { isOn, toggle };
}
