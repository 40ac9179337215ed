import type { Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from '../vote.module.css';

/** The winner with the way to the board or the article; until there is one, to the points or the news. */
export function Result({ winner, hasBoard }: { winner: Winner | null; hasBoard: boolean }) {
  const way = hasBoard ? { to: '/results', action: 'Смотреть баллы' } : { to: '/news', action: 'Читать новости' };
  const { to, action } = winner ?? way;
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
