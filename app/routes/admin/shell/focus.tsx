import { VisuallyHidden } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { focusScreen } from '../../../ui/admin/screen.tsx';

/** After navigation: focuses the heading, unless a field has the focus, and announces the title, as a new document would. */
export function ScreenFocus() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  useDidUpdate(() => {
    setTitle(document.title);
    if (!document.activeElement?.matches('main [data-autofocus]')) focusScreen();
  }, [pathname]);
  return <VisuallyHidden role="status">{title}</VisuallyHidden>;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [contenteditable="true"], [tabindex="0"]';

/** Browsers drop the focus of a disabled or removed element: it returns there, else to the row after it, else to the next focusable one, else to the heading. After a mouse only from a dialog, which had taken it. */
export function useKeptFocus(): void {
  useEffect(() => {
    const stop = new AbortController();
    let last: Element | undefined;
    let isByKey = false;
    const keep = (records: MutationRecord[]) => {
      const isWanted = isByKey || (!last?.isConnected && last?.closest('dialog'));
      if (!last || !isWanted || document.activeElement !== document.body) return;
      const gone = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last ?? null)));
      const next = last.isConnected ? last : gone && firstNear(gone);
      if (next instanceof HTMLElement && !next.matches(':disabled')) next.focus();
      else if (!last.isConnected) focusScreen();
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    const listen = (name: string, act: (event: Event) => void) =>
      document.addEventListener(name, act, { capture: true, signal: stop.signal });
    listen('keydown', () => (isByKey = true));
    listen('pointerdown', () => (isByKey = false));
    listen('blur', (event) => {
      // On its way to another element, not dropped: what its leaving removes must not call it back.
      if (event instanceof FocusEvent && event.relatedTarget) last = undefined;
    });
    listen('focusin', ({ target }) => {
      if (target instanceof Element) last = target;
    });
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, []);
}

function firstNear({ target, nextSibling, previousSibling }: MutationRecord): Element | undefined {
  if (!(target instanceof Element) || !target.closest('main > *, dialog') || target.querySelector('h1')) return;
  return [nextSibling, previousSibling, target]
    .flatMap((place) => (place instanceof Element ? [...place.querySelectorAll(FOCUSABLE)] : []))
    .find((each) => each.checkVisibility() && !each.matches(':disabled'));
}
