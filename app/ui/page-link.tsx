import type { ReactNode } from 'react';
import { Link, type LinkProps, NavLink, type NavLinkProps, useLocation } from 'react-router';
import { keepChoices } from '../../http/view-choices.ts';

export function PageLink({ to, ...props }: LinkProps) {
  return <Link viewTransition {...props} to={useKept(to)} />;
}

/** Marked while it is current, and while its page is on its way. */
export function MenuLink({ to, ...props }: NavLinkProps) {
  return <NavLink viewTransition {...props} to={useKept(to)} />;
}

/** Without scripts only the URL keeps the view; with them `<html>` does. */
function useKept(to: LinkProps['to']): LinkProps['to'] {
  const { search } = useLocation();
  return import.meta.env.SSR && typeof to === 'string' ? keepChoices(to, search) : to;
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
