import { Button, type ButtonProps, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type MetaDescriptor } from 'react-router';
import ui from './patterns.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function Screen({ title, lead, actions, narrow, children }: Props) {
  return (
    <div className={narrow ? ui.narrow : ui.screen}>
      <header className={ui.head}>
        <div>
          <Title order={1}>{title}</Title>
          {lead && (
            <Text c="dimmed" mt="0.375rem" maw="42rem">
              {lead}
            </Text>
          )}
        </div>
        {actions && <Group gap="0.625rem">{actions}</Group>}
      </header>
      {children}
    </div>
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
        <Link key={to} to={to} aria-current={isShown ? 'true' : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}

export interface RowButtonProps extends ButtonProps {
  word: string;
  /** More of it, for screen readers. */
  said?: string;
  /** What the row is about. */
  of: string;
  isDanger?: boolean;
  onClick: () => void;
}

/** In a list: named by its row, too. */
export function RowButton({ word, said = word, of, isDanger, ...props }: RowButtonProps) {
  const look = isDanger ? ({ variant: 'subtle', color: 'red' } as const) : ({ variant: 'default' } as const);
  return (
    <Button {...look} size="sm" aria-label={`${said}: ${of}`} {...props}>
      {word}
    </Button>
  );
}

export function panelHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} — Рампа, панель` }, { name: 'robots', content: 'noindex, nofollow' }];
}
