import type { Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './result.module.css';

/** Where the outcome is told, or will be. */
export function Result({ winner }: { winner: Winner | null }) {
  if (!winner)
    return (
      <LinkRow>
        <PageLink to="/news">Читать новости</PageLink>
      </LinkRow>
    );
  return (
    <PageLink to={`/news/${winner.slug}`} className={styles.result}>
      <span className={styles.name}>Победитель</span>
      <b>{winner.title}</b>
      <span className={styles.read}>
        Читать
        <Arrow />
      </span>
    </PageLink>
  );
}
