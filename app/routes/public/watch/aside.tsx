import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase, Winner } from '../../../phases.ts';
import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { CountDown } from '../../../ui/time/start-time.tsx';
import styles from './aside.module.css';

interface Props {
  vote: VotePhase;
  opening: Start | null;
  winner: Winner | null;
  news: { slug: string; title: string; date: string; dateText: string }[];
}

/** What else is going on: the vote first, then the news. */
export function Aside({ vote, opening, winner, news }: Props) {
  return (
    <>
      {vote === 'open' && (
        <PageLink to="/vote" className={`${styles.row} ${styles.open}`}>
          Голосование открыто
          <span>
            Голосовать <Arrow />
          </span>
        </PageLink>
      )}
      {vote === 'upcoming' && opening && (
        <PageLink to="/vote" className={styles.row}>
          Голосование откроется
          <span>
            <CountDown until={opening.at}>{opening.text}</CountDown> <Arrow />
          </span>
        </PageLink>
      )}
      {winner && (
        <PageLink to={`/news/${winner.slug}`} className={styles.row}>
          {winner.title}
          <span>
            Победитель <Arrow />
          </span>
        </PageLink>
      )}
      {news.length > 0 && (
        <section className={styles.news} aria-labelledby="beside">
          <h2 id="beside">Новости</h2>
          <ul>
            {news.map(({ slug, title, date, dateText }) => (
              <li key={slug}>
                <PageLink to={`/news/${slug}`}>{title}</PageLink>
                <time dateTime={date}>{dateText}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
