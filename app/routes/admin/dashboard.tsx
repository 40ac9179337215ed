import { Button, SimpleGrid } from '@mantine/core';
import { Link } from 'react-router';
import { EDITORS, NIGHT, WRITERS } from '../../../roles.ts';
import { useBackups } from '../../ui/admin/loading/use-backups.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { BackupCard } from './dashboard/backup-card.tsx';
import styles from './dashboard/dashboard.module.css';
import { DoctorNotice } from './dashboard/doctor-notice.tsx';
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
