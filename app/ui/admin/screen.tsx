import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
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

export function panelHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} — Рампа, панель` }, { name: 'robots', content: 'noindex, nofollow' }];
}
