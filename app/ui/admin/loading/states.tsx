import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import ui from '../patterns.module.css';

interface ProblemProps {
  text: string;
  detail?: string | undefined;
  onRetry?: () => void;
  onClose?: () => void;
}

export function Problem({ text, detail, onRetry, onClose }: ProblemProps) {
  return (
    <Alert color="red" withCloseButton={Boolean(onClose)} {...(onClose && { onClose })}>
      <Group gap="0.625rem 1rem">
        <Text span inherit c="var(--mantine-color-text)" flex="1 1 14rem">
          {text}
        </Text>
        {detail && (
          <Text span inherit c="dimmed" flex="1 1 100%">
            {detail}
          </Text>
        )}
        {onRetry && (
          <Button variant="default" size="sm" onClick={onRetry}>
            Повторить
          </Button>
        )}
      </Group>
    </Alert>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={ui.empty}>
      <p className={ui.title}>{title}</p>
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

interface MoreProps {
  hasMore: boolean;
  loadMore: () => void;
  more: { isLoading: boolean; problem: string };
}

export function More({ hasMore, loadMore, more: { isLoading, problem } }: MoreProps) {
  if (problem) return <Problem text={`Ошибка: ${problem}`} onRetry={loadMore} />;
  if (!hasMore) return null;
  return (
    <Button variant="default" onClick={loadMore} loading={isLoading} style={{ justifySelf: 'center' }}>
      Показать ещё
    </Button>
  );
}

/** `part`: of the whole, 0 to 1. What is sent whole is still worked on: how long is unknown. */
export function Progress({ part, label }: { part: number; label: string }) {
  return <progress style={BAR} value={part < 1 ? part : undefined} aria-label={label} />;
}

const BAR = { flex: '1 1 10rem', width: '100%', accentColor: 'var(--mantine-primary-color-filled)' };
