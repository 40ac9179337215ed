import { Button, Group, Progress, Skeleton, Stack, Title } from '@mantine/core';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import type { Backups, BackupsState } from '../../../ui/admin/loading/use-backups.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { BackupFacts } from './backup-facts.tsx';
import styles from './dashboard.module.css';

export function BackupCard({ data, problem, reload, ordered, order, isBusy }: BackupsState) {
  return (
    <section className={`${ui.card} ${styles.card}`}>
      <Title order={2}>
        <Icon name="safe" />
        Резервные копии
      </Title>
      <div>
        {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
        {data === undefined && !problem && <Skeleton height={112} radius="md" />}
        {data && <BackupFacts state={data} />}
        <Stack role="status" gap="0.5rem" mt={isBusy ? 'md' : 0}>
          {isBusy && <Work task={data?.running ?? ordered} step={data?.step ?? null} />}
        </Stack>
      </div>
      <Group gap="0.75rem">
        <Button variant="default" size="sm" disabled={!data || isBusy} onClick={() => order('backup')}>
          Сделать копию сейчас
        </Button>
        <Button variant="default" size="sm" disabled={!data?.backup || isBusy} onClick={() => order('drill')}>
          Проверить
        </Button>
      </Group>
    </section>
  );
}

const WORK = { backup: 'Делаю копию', copy: 'Копирую в другое место', drill: 'Проверяю копию' };

function Work({ task, step }: { task: Backups['running'] | undefined; step: Backups['step'] }) {
  const what = step?.what || WORK[task ?? 'backup'];
  return (
    <>
      <p className={ui.note}>{what} …</p>
      <Progress value={(step?.part ?? 0) * 100} aria-label={what} animated />
    </>
  );
}
