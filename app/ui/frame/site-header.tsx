import { Logo } from '../brand/logo.tsx';
import { PageLink } from '../page-link.tsx';
import type { Site } from '../site.ts';
import styles from './site-header.module.css';
import { SiteMenu } from './site-menu.tsx';

interface Props {
  logo: string;
  date: string;
  isLive: boolean;
  isVotingOpen: boolean;
  pages: Site['pages'];
}

/** Its classes are managed by the inline script. */
export function SiteHeader({ logo, date, isLive, isVotingOpen, pages }: Props) {
  return (
    <header className={styles.header} data-header suppressHydrationWarning>
      <PageLink to="/" className={styles.logo}>
        <Logo words={logo} />
      </PageLink>
      {date && <p className={styles.date}>{date}</p>}
      <SiteMenu isLive={isLive} isVotingOpen={isVotingOpen} further={pages.menu} />
    </header>
  );
}
