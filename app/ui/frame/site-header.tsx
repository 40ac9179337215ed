import { useContext } from 'react';
import { UrgentContext } from '../../context.ts';
import { Logo } from '../brand/logo.tsx';
import { inDocument } from '../in-document.ts';
import { PageLink } from '../page-link.tsx';
import type { Site } from '../site.ts';
import styles from './site-header.module.css';
import { SiteMenu } from './site-menu.tsx';
import './urgent-line.css';

interface Props {
  logo: string;
  date: string;
  isLive: boolean;
  isVotingOpen: boolean;
  pages: Site['pages'];
  hasResults?: true;
}

/** `urgent/show.ts` changes it. */
const urgentInDocument = inDocument('[data-urgent]');

/** Its classes are managed by the inline script. */
export function SiteHeader({ logo, date, pages, ...now }: Props) {
  const urgent = useContext(UrgentContext);
  return (
    <header className={styles.header} data-header suppressHydrationWarning>
      <div
        data-urgent
        role="status"
        dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: urgent ?? '' } : urgentInDocument}
      />
      <PageLink to="/" className={styles.logo}>
        <Logo words={logo} />
      </PageLink>
      {date && <p className={styles.date}>{date}</p>}
      <SiteMenu {...now} further={pages.menu} />
    </header>
  );
}
