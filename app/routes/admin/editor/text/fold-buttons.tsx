import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { BarButton } from '../toolbar/tool-button.tsx';
import styles from '../toolbar/toolbar.module.css';

interface Props {
  isPreviewed: boolean;
  onPreview: () => void;
}

export function FoldButtons({ isPreviewed, onPreview }: Props) {
  const textOnly = useTextOnly();
  const folded = useStoredToggle('rampa.sideFolded', 'data-side-folded');
  return (
    <>
      <BarButton label="Предпросмотр" icon="eye" data-fold="eye" aria-expanded={isPreviewed} onClick={onPreview} />
      <BarButton
        label="Карточки рядом"
        icon="side"
        data-fold="side"
        aria-expanded={!folded.isOn}
        onClick={folded.toggle}
      />
      <BarButton
        label={textOnly.isOn ? 'Показать всё' : 'Только текст'}
        keys="Mod-Shift-f"
        {...(textOnly.isOn ? { className: `${styles.tool} ${styles.language}`, 'data-on': true } : { icon: 'alone' })}
        isQuiet={textOnly.isOn}
        onClick={textOnly.toggle}
      >
        {textOnly.isOn && 'Показать всё'}
      </BarButton>
    </>
  );
}

/** A choice of this browser, shown to style sheets as an attribute of `<html>`. */
function useStoredToggle(key: string, attribute: string) {
  const [isOn, setOn] = useState(() => localStorage.getItem(key) === 'true');
  useEffect(() => {
    document.documentElement.toggleAttribute(attribute, isOn);
    return () => document.documentElement.removeAttribute(attribute);
  }, [attribute, isOn]);
  const toggle = () => {
    localStorage.setItem(key, String(!isOn));
    setOn(!isOn);
  };
  return { isOn, toggle };
}

/** Focus mode: menu and side cards are hidden. Ctrl+Shift+F switches, Esc ends it. */
function useTextOnly() {
  const { isOn, toggle } = useStoredToggle('rampa.textOnly', 'data-text-only');
  useWindowEvent('keydown', (event) => {
    const isSwitch = event.code === 'KeyF' && (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
    if (!isSwitch && !(isOn && event.key === 'Escape')) return;
    if (document.querySelector('dialog:modal, [role="menu"]')) return;
    event.preventDefault();
    toggle();
  });
  return { isOn, toggle };
}
