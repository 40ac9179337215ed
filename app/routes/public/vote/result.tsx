import type { Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { useOutcomeLink } from '../../../ui/results/use-board-state.ts';
import styles from '../vote.module.css';

/** The winner with a link to the board or the article; until there is one, a link to the points or the news. */
export function Result({ winner }: { winner: Winner | null }) {
  const link = useOutcomeLink();
  const { to, action } = winner ?? link;
  return (
    <>
      <PageLink to={to} className={styles.result}>
        {winner && (
          <>
            Победитель
            <b>{winner.title}</b>
            {winner.about}
          </>
        )}
        <span>
          {action}
          <Arrow />
        </span>
      </PageLink>
      {winner?.article && <PageLink to={winner.article.to}>{winner.article.title}</PageLink>}
      {winner && winner.notes.length > 0 && <small>{winner.notes.join(' ')}</small>}
    </>
  );
}
