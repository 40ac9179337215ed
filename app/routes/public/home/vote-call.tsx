import { Arrow } from '../../../ui/arrow.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './vote-call.module.css';

export function VoteCall({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <section className={styles.call} aria-labelledby="vote-call">
      <h2 id="vote-call">{title}</h2>
      <div className={styles.side}>
        <p>{text}</p>
        <PageLink to="/vote" className={styles.button}>
          {link}
          <Arrow />
        </PageLink>
      </div>
    </section>
  );
}
