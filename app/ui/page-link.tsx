import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router';

/** A link to another page of the site, with the turn of the page between them. */
export function PageLink(props: LinkProps) {
  return <Link viewTransition {...props} />;
}

/** The same in a menu: it knows when its page is the open one. */
export function MenuLink(props: NavLinkProps) {
  return <NavLink viewTransition {...props} />;
}
