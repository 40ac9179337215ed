import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './states.module.css';

interface ProblemProps {
  text: string;
  /** The reason, where `text` does not give it. */
  detail?: string | undefined;
  /** Tries again. */
  onRetry?: () => void;
  /** Takes the message away. */
  onClose?: () => void;
}

/** Something failed. */
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

/** Nothing here yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

/** Grey bars in the shape of what is coming. */
export function Loading({ rows = 4, height = 64 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Загрузка">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}
