import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** After client navigation: moves the focus and announces the title, as a browser does for a new document. */
export function PageFocus() {
  const { pathname, search, hash } = useLocation();
  const [title, setTitle] = useState('');
  const address = pathname + search;
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    setTitle(document.title);
    if (hash) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [address, hash]);
  return (
    <p className="hidden" role="status">
      {title}
    </p>
  );
}
