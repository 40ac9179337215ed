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
