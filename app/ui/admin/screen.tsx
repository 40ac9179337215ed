import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import styles from './screen.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function Screen({ title, lead, actions, narrow, children }: Props) {
  return (
    <div className={narrow ? styles.narrow : styles.screen}>
      <header className={styles.head}>
        <div>
          <Title order={1}>{title}</Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card({ title, id, children }: { title?: string; id?: string; children: ReactNode }) {
  return (
    <section className={styles.card} id={id}>
      {title && <Title order={2}>{title}</Title>}
      {children}
    </section>
  );
}

export function panelHead(title: string): MetaDescriptor[] {
  return [{ title: `${title} — Рампа, панель` }, { name: 'robots', content: 'noindex, nofollow' }];
}
