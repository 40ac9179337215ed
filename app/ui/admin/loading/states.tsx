import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './states.module.css';

interface ProblemProps {
  text: string;
  detail?: string | undefined;
  onRetry?: () => void;
  onClose?: () => void;
}

export function Problem({ text, detail, onRetry, onClose }: ProblemProps) {
  return (
    <Alert
      color="red"
      className={styles.problem ?? ''}
      withCloseButton={Boolean(onClose)}
      {...(onClose && { onClose })}
    >
      <span className={styles.text}>{text}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          Повторить
        </Button>
      )}
    </Alert>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

export function Loading({ rows = 4, height = 64 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Загрузка">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}

interface LoadStateProps {
  data: unknown;
  problem: string | undefined;
  reload: () => void;
  rows?: number;
  height?: number;
}

/** Skeletons until the first data; why they, or newer ones, could not be loaded. */
export function LoadState({ data, problem, reload, ...skeletons }: LoadStateProps) {
  if (problem) return <Problem text={`Ошибка: ${problem}`} onRetry={reload} />;
  return data ? null : <Loading {...skeletons} />;
}
