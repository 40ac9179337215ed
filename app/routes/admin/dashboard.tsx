import { Button, Group, SimpleGrid } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { DoctorReport } from '../../../ops/doctor/report.ts';
import { EDITORS, NIGHT, WRITERS } from '../../../roles.ts';
import { Icon } from '../../ui/admin/icon.tsx';
import { useBackups } from '../../ui/admin/loading/use-backups.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useAnswer } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { BackupCard } from './dashboard/backup-card.tsx';
import styles from './dashboard/dashboard.module.css';
import { FirstRun } from './dashboard/first-run.tsx';
import { NewsCard } from './dashboard/news-card.tsx';
import { SiteTextCard, VoteCard, WatchCard } from './dashboard/setting-cards.tsx';

export const meta = () => panelHead('Обзор');

export default function Dashboard() {
  const { role } = useSession();
  if (role === 'administrator') return <WholeDashboard />;
  return (
    <Screen title="Обзор" actions={NIGHT.includes(role) && <ToDesk />}>
      {NIGHT.includes(role) && <Switches />}
      <div className={styles.cards}>
        {WRITERS.includes(role) && <NewsCard />}
        {EDITORS.includes(role) && <SiteTextCard />}
      </div>
    </Screen>
  );
}

function WholeDashboard() {
  const backups = useBackups();
  return (
    <Screen title="Обзор" actions={<ToDesk />}>
      <DoctorNotice after={backups.finishedAt} />
      <Switches />
      <FirstRun />
      <div className={styles.cards}>
        <NewsCard />
        <SiteTextCard />
        <BackupCard {...backups} />
      </div>
    </Screen>
  );
}

function ToDesk() {
  return (
    <Button component={Link} to="/admin/live" variant="default">
      Пульт эфира
    </Button>
  );
}

function Switches() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <WatchCard />
      <VoteCard />
    </SimpleGrid>
  );
}

interface Props {
  /** Times of the last backup and drill: both may resolve findings. */
  after: string;
}

/** Shown only with a bad finding; a failed request is shown by the other cards. */
function DoctorNotice({ after }: Props) {
  const { data, reload } = useAnswer<DoctorReport>('/admin/doctor');
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when `after` changes.
  useEffect(() => void reload(), [reload, after]);
  const bad = data?.groups.flatMap(({ lines }) => lines.filter(({ state }) => state === 'bad')) ?? [];
  if (bad.length === 0) return null;
  return (
    <section className={ui.notice} data-kind="bad" aria-label="Неполадки на сервере">
      <Group wrap="nowrap" align="flex-start" gap="0.875rem">
        <Icon name="bad" />
        <div>
          <p>
            <b>На сервере неполадки: {bad.map(({ name }) => name).join(', ')}</b>
          </p>
          <p>
            {bad[0]?.text} <Link to="/admin/doctor">Что делать</Link>
          </p>
        </div>
      </Group>
    </section>
  );
}
