import { Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Outline } from '../../../ui/admin/icon.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import styles from './dashboard.module.css';

interface Props<T> {
  title: string;
  /** Outline on a 24 × 24 grid. */
  icon: string;
  to: string;
  go: string;
  also?: ReactNode;
  wide?: boolean;
  read: (signal: AbortSignal) => Promise<T>;
  children: (data: T) => ReactNode;
}

export function FactCard<T>({ title, icon, to, go, also, wide, read, children }: Props<T>) {
  const { data, problem, reload } = useLoaded(read);
  return (
    <section className={wide ? `${styles.card} ${styles.wide}` : styles.card}>
      <Title order={2} className={styles.title}>
        <Outline shape={icon} />
        {title}
      </Title>
      <div className={styles.facts}>
        {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
        {data === undefined && !problem && <Skeleton height={56} radius="md" />}
        {data !== undefined && children(data)}
      </div>
      <p className={styles.ways}>
        <Link to={to}>{go}</Link>
        {also}
      </p>
    </section>
  );
}

export function Lamp({ isOn, children }: { isOn: boolean; children: string }) {
  return (
    <p className={styles.lamp} data-on={isOn || undefined}>
      <span aria-hidden="true" />
      {children}
    </p>
  );
}
