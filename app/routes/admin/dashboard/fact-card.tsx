import { Skeleton, Stack, Title } from '@mantine/core';
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
  isWide?: boolean;
  problem: string | undefined;
  reload: () => void;
  /** Of the skeleton. */
  height?: number;
  /** At the lower edge. */
  foot: ReactNode;
  /** Nothing until it is loaded. */
  children: ReactNode;
}

export function FactCard({ title, icon, isWide, problem, reload, height = 56, foot, children }: Props) {
  return (
    <section className={`${ui.card} ${styles.card} ${isWide ? styles.wide : ''}`}>
      <Title order={2}>
        <Outline shape={icon} />
        {title}
      </Title>
      <Stack gap={0}>
        {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
        {!children && !problem && <Skeleton height={height} radius="md" />}
        {children}
      </Stack>
      {foot}
    </section>
  );
}

interface WaysProps {
  to: string;
  go: string;
  children?: ReactNode;
}

/** Where a card leads on to. */
export function Ways({ to, go, children }: WaysProps) {
  return (
    <p className={styles.ways}>
      <Link to={to}>{go}</Link>
      {children}
    </p>
  );
}

export function Lamp({ isOn, children }: { isOn: boolean; children: string }) {
  return (
    <p className={`${styles.big} ${ui.lamp}`} data-on={isOn || undefined}>
      {children}
    </p>
  );
}
