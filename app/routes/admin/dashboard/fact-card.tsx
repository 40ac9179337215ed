import { Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Outline } from '../../../ui/admin/icon.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './dashboard.module.css';

interface Props {
  title: string;
  /** Outline on a 24 × 24 grid. */
  icon: string;
  to: string;
  go: string;
  also?: ReactNode;
  wide?: boolean;
  problem: string | undefined;
  reload: () => void;
  /** Nothing until it is loaded. */
  children: ReactNode;
}

export function FactCard({ title, icon, to, go, also, wide, problem, reload, children }: Props) {
  return (
    <section className={`${ui.card} ${styles.card} ${wide ? styles.wide : ''}`}>
      <Title order={2}>
        <Outline shape={icon} />
        {title}
      </Title>
      <div>
        {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
        {!children && !problem && <Skeleton height={56} radius="md" />}
        {children}
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
    <p className={`${styles.big} ${ui.lamp}`} data-on={isOn || undefined}>
      {children}
    </p>
  );
}
