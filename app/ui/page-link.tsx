import { type ReactNode, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, type LinkProps, NavLink, type NavLinkProps, useLocation } from 'react-router';
import { withChoices } from '../../http/view-choices.ts';
import { RenderedWith } from '../context.ts';

export function PageLink({ to, ...props }: LinkProps) {
  return <Link viewTransition {...props} to={useWithChoices(to)} />;
}

/** Marked while current, and while its page is loading. */
export function MenuLink({ to, ...props }: NavLinkProps) {
  return <NavLink viewTransition {...props} to={useWithChoices(to)} />;
}

/** Without scripts the URL keeps the view; with them `<html>` does. */
function useWithChoices(to: LinkProps['to']): LinkProps['to'] {
  return import.meta.env.SSR && typeof to === 'string' ? withChoices(to, use(RenderedWith)) : to;
}

export function LinkRow({ children }: { children: ReactNode }) {
  return <p className="pills">{children}</p>;
}

export function Arrow({ isBack = false }: { isBack?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={isBack ? 'M17 10H4M9 5l-5 5 5 5' : 'M3 10h13M11 5l5 5-5 5'} />
    </svg>
  );
}

const COPIED = 'Ссылка скопирована';
const NOTICE_DURATION = 5000;

/** Shares `address` under `title` (Web Share), else copies it, without TLS shows it. Hidden until hydration. */
export function CopyLink({ address, title, children }: { address: string; title?: string; children: ReactNode }) {
  const [said, setSaid] = useState('');
  const isHydrated = useHydrated();
  const canShare = isHydrated && title !== undefined && 'share' in navigator;
  useEffect(() => {
    const timer = said === COPIED ? setTimeout(setSaid, NOTICE_DURATION, '') : undefined;
    return () => clearTimeout(timer);
  }, [said]);
  const send = async () => {
    try {
      if (canShare) return await navigator.share({ title, url: address });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      await navigator.clipboard.writeText(address);
      setSaid(COPIED);
    } catch {
      setSaid(`Скопируйте адрес: ${address}`);
    }
  };
  return (
    <span className="copy" inert={!isHydrated}>
      <button type="button" onClick={send}>
        {canShare ? 'Поделиться…' : children}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

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
