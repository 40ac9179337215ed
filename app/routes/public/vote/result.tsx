import type { Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from '../vote.module.css';

/** Link to the article of the outcome, or to the news until there is one. */
export function Result({ winner }: { winner: Winner | null }) {
  return (
    <PageLink to={winner ? `/news/${winner.slug}` : '/news'} className={styles.result}>
      {winner && (
        <>
          Победитель
          <b>{winner.title}</b>
        </>
      )}
      <span>
        {winner ? 'Читать' : 'Читать новости'}
        <Arrow />
      </span>
    </PageLink>
  );
}
