import { Group, Skeleton, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Outline } from '../../../ui/admin/icon.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './dashboard.module.css';

interface Props {
  title: string;
  icon: string;
  isWide?: boolean;
  problem?: string | undefined;
  reload?: () => void;
  height?: number;
  foot: ReactNode;
  children: ReactNode; // Nothing until it is loaded
}

export function FactCard({ title, icon, isWide, problem, reload, height = 56, foot, children }: Props) {
  return (
    <section className={`${ui.card} ${styles.card}`} style={isWide ? { gridColumn: '1 / -1' } : undefined}>
      <Title order={2} display="flex" style={{ alignItems: 'center', gap: '0.625rem' }}>
        <Outline shape={icon} />
        {title}
      </Title>
      <Stack gap={0}>
        {problem && reload && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
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

export function Ways({ to, go, children }: WaysProps) {
  return (
    <Group component="p" gap="0 1.5rem" my="-0.375rem" className={styles.ways ?? ''}>
      <Link to={to}>{go}</Link>
      {children}
    </Group>
  );
}

export function Lamp({ isOn, children }: { isOn: boolean; children: string }) {
  return (
    <p className={`${styles.big} ${ui.lamp}`} data-on={isOn || undefined}>
      {children}
    </p>
  );
}
