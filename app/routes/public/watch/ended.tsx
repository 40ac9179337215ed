import type { Winner } from '../../../phases.ts';
import { Stage } from '../../../ui/brand/stage.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './waiting.module.css';

interface Props {
  title: string;
  text: string;
  recording: string | null;
  winner: Winner | null;
}

export function Ended({ title, text, recording, winner }: Props) {
  return (
    <section className={styles.waiting}>
      <Stage />
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      {winner && (
        <p className={styles.soon}>
          <span>Победитель</span>
          <PageLink to={`/news/${winner.slug}`} className={styles.winner}>
            {winner.title}
          </PageLink>
        </p>
      )}
      <LinkRow>
        {recording && (
          <a className={styles.recording} href={recording} target="_blank" rel="noopener">
            Смотреть запись
            <span className="hidden"> (откроется в новой вкладке)</span>
          </a>
        )}
        <PageLink to="/news">Читать новости</PageLink>
      </LinkRow>
    </section>
  );
}
