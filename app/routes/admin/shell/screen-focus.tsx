import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** After navigation: focuses the heading, unless a field has the focus, and announces the title, as a new document would. */
export function ScreenFocus() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    if (document.activeElement?.matches('main [data-autofocus]')) return;
    focusScreen();
  }, [pathname]);
  return <VisuallyHidden role="status">{title}</VisuallyHidden>;
}

/** The heading of the screen, or what holds it while it is hidden behind a fallback. */
export function focusScreen(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  if (!heading || document.activeElement !== heading) document.getElementById('main')?.focus({ preventScroll: true });
}
