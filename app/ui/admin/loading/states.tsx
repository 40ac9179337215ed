import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { ANSWERED, type Answered } from '../../api.ts';
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

/** Skeletons until the first data, and the error of a failed load or reload. */
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

/** `part`: 0 to 1. At 1 the server is still processing, for an unknown time. */
export function Progress({ part, label }: { part: number; label: string }) {
  return <progress style={BAR} value={part < 1 ? part : undefined} aria-label={label} />;
}

const BAR = { flex: '1 1 10rem', width: '100%', accentColor: 'var(--mantine-primary-color-filled)' };

const REASONS: Record<string, string> = {
  unavailable: 'База данных не отвечает. Сайт показывает последние сохранённые страницы.',
  read_only: 'База данных доступна только для чтения. Сообщите об этом администратору сервера.',
  disk_full: 'На диске сервера не осталось места. Сообщите об этом администратору сервера.',
};
const POLL_INTERVAL = 5000; // Polling while the database is unavailable, in ms

/** Shown while nothing can be saved: until a save succeeds or the database answers. */
export function ReadOnlyNotice() {
  const [code, setCode] = useState('');
  useWindowEvent(ANSWERED, ({ detail }: CustomEvent<Answered>) => {
    if (REASONS[detail.code]) setCode(detail.code);
    else if (detail.code === '' && detail.method !== 'GET') setCode('');
  });
  useEffect(() => {
    if (code !== 'unavailable') return;
    const timer = setInterval(async () => {
      const answer = await fetch('/readyz').catch(() => undefined);
      if (answer?.ok) setCode('');
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [code]);
  return (
    // Phones have no room for it while typing. Failed saves have a message of their own.
    <Box
      role="status"
      pos={{ base: 'static', sm: 'sticky' }}
      top={{ sm: '4.25rem', md: '0.75rem' }}
      maw="76rem"
      mx="auto"
      style={{ zIndex: 2 }}
    >
      {code && (
        <p className={ui.notice} data-kind="bad" style={NOTICE}>
          <span>
            <strong>Сейчас можно только читать.</strong> {REASONS[code]} Не закрывайте страницу: сохраните набранное,
            когда это сообщение исчезнет.
          </span>
        </p>
      )}
    </Box>
  );
}

const NOTICE = { marginBottom: '1.25rem', border: '1px solid var(--bad)' };
