import { Logo } from '../brand/logo.tsx';
import { PageLink } from '../page-link.tsx';
import type { Site } from '../site.ts';
import styles from './site-header.module.css';
import { SiteMenu } from './site-menu.tsx';
import { UrgentLine } from './urgent-line.tsx';

interface Props {
  logo: string;
  date: string;
  isLive: boolean;
  isVotingOpen: boolean;
  pages: Site['pages'];
  urgent?: Site['urgent'];
}

/** Its classes are managed by the inline script. */
export function SiteHeader({ logo, date, isLive, isVotingOpen, pages, urgent }: Props) {
  return (
    <header className={styles.header} data-header suppressHydrationWarning>
      <UrgentLine urgent={urgent} />
      <PageLink to="/" className={styles.logo}>
        <Logo words={logo} />
      </PageLink>
      {date && <p className={styles.date}>{date}</p>}
      <SiteMenu isLive={isLive} isVotingOpen={isVotingOpen} further={pages.menu} />
    </header>
  );
}
