import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type MetaDescriptor, useLocation } from 'react-router';
import { screenAt, tabsOf } from '../../../resources.ts';
import ui from './patterns.module.css';
import { useSession } from './sign-in/session.tsx';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Query that the screens of this entry of the menu share. */
  query?: string;
  children: ReactNode;
}

export function Screen({ title, lead, actions, query, children }: Props) {
  return (
    <div className={ui.screen}>
      <header className={ui.head}>
        <Heading title={title} query={query} />
        {actions && (
          <Group gap="0.625rem" ms={{ sm: 'auto' }} className={ui.actions ?? ''}>
            {actions}
          </Group>
        )}
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

/** With links to the other screens of its entry of the menu. */
function Heading({ title, query = '' }: Pick<Props, 'title' | 'query'>) {
  const { role } = useSession();
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  const tabs = screen && pathname === `/admin/${screen.path}` ? tabsOf(screen, role) : [];
  return (
    <>
      <Title order={1}>{title}</Title>
      {tabs.length > 1 && (
        <nav aria-label="Рядом в меню" className={ui.tabs}>
          {tabs
            .filter((each) => each !== screen)
            .map((each) => (
              <Link key={each.path} to={`/admin/${each.path}${query}`}>
                {each.title}
              </Link>
            ))}
        </nav>
      )}
    </>
  );
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
}

/** Links to the views of one screen. */
export function Views({ label, views }: ViewsProps) {
  return (
    <nav aria-label={label} className={ui.views}>
      {views.map(({ to, text, isShown }) => (
        <Link
          key={to}
          ref={isShown ? reveal : undefined}
          to={to}
          aria-current={isShown ? 'true' : undefined}
          preventScrollReset
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone the row scrolls, and the view that is shown may stand outside. */
const reveal = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function panelHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} — Рампа, панель` }, { name: 'robots', content: 'noindex, nofollow' }];
}
