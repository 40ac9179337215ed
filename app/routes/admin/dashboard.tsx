import { useBackups } from '../../ui/admin/loading/use-backups.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { BackupCard } from './dashboard/backup-card.tsx';
import styles from './dashboard/dashboard.module.css';
import { DoctorNotice } from './dashboard/doctor-notice.tsx';
import { FirstRun } from './dashboard/first-run.tsx';
import { NewsCard } from './dashboard/news-card.tsx';
import { SiteTextCard, VoteCard, WatchCard } from './dashboard/setting-cards.tsx';

export const meta = () => panelHead('Обзор');

export default function Dashboard() {
  const backups = useBackups();
  return (
    <Screen title="Обзор">
      <DoctorNotice after={backups.finishedAt} />
      <div className={styles.night}>
        <WatchCard />
        <VoteCard />
      </div>
      <FirstRun />
      <div className={styles.cards}>
        <NewsCard />
        <SiteTextCard />
        <BackupCard {...backups} />
      </div>
    </Screen>
  );
}
