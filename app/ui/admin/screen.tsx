import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type MetaDescriptor, useLocation } from 'react-router';
import { addressOf, screenAt, tabsOf } from '../../../resources.ts';
import ui from './patterns.module.css';
import { useSession } from './sign-in/session.tsx';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  query?: string; // Query that the screens of this menu entry share
  children: ReactNode;
}

export function Screen({ title, lead, actions, query, children }: Props) {
  return (
    <div className={ui.screen}>
      <header className={ui.head}>
        <Title order={1}>{title}</Title>
        {actions && (
          <Group gap="0.625rem" ms={{ sm: 'auto' }} className={ui.actions ?? ''}>
            {actions}
          </Group>
        )}
        <Tabs query={query} />
        {lead && (
          <Text c="dimmed" flex="1 0 100%" className={ui.lead ?? ''}>
            {lead}
          </Text>
        )}
      </header>
      {children}
    </div>
  );
}

/** Focuses the heading of the screen, or `main` while it is hidden behind a fallback. */
export function focusScreen(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  if (!heading || document.activeElement !== heading) document.getElementById('main')?.focus({ preventScroll: true });
}

function Tabs({ query = '' }: Pick<Props, 'query'>) {
  const { role } = useSession();
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  const tabs = screen && pathname === addressOf(screen) ? tabsOf(screen, role) : [];
  const links = tabs.map((each) => ({ to: addressOf(each) + query, text: each.title, isShown: each === screen }));
  return tabs.length > 1 && <Views label="Рядом в меню" views={links} isOfScreens />;
}

export function Card({ title, id, children }: { title?: string; id?: string; children: ReactNode }) {
  return (
    <section className={ui.card} id={id}>
      {title && <Title order={2}>{title}</Title>}
      {children}
    </section>
  );
}

interface ViewsProps {
  label: string;
  views: { to: string; text: string; isShown: boolean }[];
  isOfScreens?: boolean;
}

/** Links to the views of one screen, or from screen to screen. */
export function Views({ label, views, isOfScreens = false }: ViewsProps) {
  return (
    <nav aria-label={label} className={isOfScreens ? ui.tabs : ui.views}>
      {views.map(({ to, text, isShown }) => (
        <Link
          key={to}
          ref={isShown ? reveal : undefined}
          to={to}
          aria-current={isShown ? 'page' : undefined}
          preventScrollReset={!isOfScreens}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone the row scrolls, and the current link may be outside. `scrollIntoView` would also move the start of Tab. */
function reveal(link: HTMLElement | null) {
  const row = link?.parentElement;
  if (!row) return;
  const [at, around] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += at.left - around.left - (around.width - at.width) / 2;
}

export function panelHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} — Рампа, панель` }, { name: 'robots', content: 'noindex, nofollow' }];
}
