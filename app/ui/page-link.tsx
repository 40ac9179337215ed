import { Link, type LinkProps, NavLink, type NavLinkProps, useLocation } from 'react-router';
import { keepView } from '../../http/view-choices.ts';

/** A link to another page of the site, with the turn of the page between them. */
export function PageLink({ to, ...props }: LinkProps) {
  return <Link viewTransition {...props} to={useKept(to)} />;
}

/** The same in a menu: it knows when its page is the open one. */
export function MenuLink({ to, ...props }: NavLinkProps) {
  return <NavLink viewTransition {...props} to={useKept(to)} />;
}

/** Without a script the address alone can keep the view; with one the view stays by itself. */
function useKept(to: LinkProps['to']): LinkProps['to'] {
  const { search } = useLocation();
  return import.meta.env.SSR && typeof to === 'string' ? keepView(to, search) : to;
}
